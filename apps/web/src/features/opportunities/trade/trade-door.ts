// All that a press of the trade button needs, in one piece that is loaded with the first press.
export { barOf } from './bar.ts'
export { PressedTrade } from './pressed-trade.tsx'
export { TradeDialog } from './trade-dialog.tsx'
