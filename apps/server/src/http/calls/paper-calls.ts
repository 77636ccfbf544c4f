import { CreatePaperTradeBody, PATHS, PaperPortfolio, PaperTrade } from '@makas/contract'
import { PAPER_ORDERS } from './rates.ts'
import { type Call, call } from './user-calls.ts'

/** Trades with virtual money, filled by the server from the live books. */
export const PAPER_CALLS = {
  list: call(`GET ${PATHS.paperTrades}`, 'user', 'Own paper trades with the virtual balance, newest first', {
    answer: PaperPortfolio,
  }),
  trade: call(
    `POST ${PATHS.paperTrades}`,
    'user',
    'Order a spot row on paper: filled from its live books once its latency has passed',
    { body: CreatePaperTradeBody, answer: PaperTrade, status: 201, rate: PAPER_ORDERS },
  ),
  reset: call(`DELETE ${PATHS.paperTrades}`, 'user', 'Delete all own paper trades: the virtual balance is new again', {
    audit: ['paper-trades-reset'],
  }),
} as const

export const ALL_PAPER_CALLS: readonly Call[] = Object.values(PAPER_CALLS)
