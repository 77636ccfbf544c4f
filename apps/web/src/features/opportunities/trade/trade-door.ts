// What a press of the trade button needs, in one piece: it is fetched with the first one.
export { barOf } from './bar.ts'
export { PressedTrade } from './pressed-trade.tsx'
export { TradeDialog } from './trade-dialog.tsx'
