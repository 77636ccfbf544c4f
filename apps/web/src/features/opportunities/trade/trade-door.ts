// What a press of the trade button needs, in one piece: it is fetched with the first one.
export { barOf } from './bar.ts'
export { TradeDialog } from './trade-dialog.tsx'
