// All that a press of the trade button needs, in one piece that is loaded with the first press.

export { PressedTrade } from './pressed-trade.tsx'
export { TradeDialog } from './trade-dialog.tsx'
export { obstacleOf } from './trade-obstacle.ts'
