import { PATHS, TRADING_PATHS, Trade, TradeBody, TradePlan, Trades, TradingState } from '@makas/contract'
import { TRADE_PLANS, TRADES } from './rates.ts'
import { type Call, call } from './user-calls.ts'

/** Trades with real orders on test networks. No call reaches real money. */
export const TRADE_CALLS = {
  list: call(`GET ${PATHS.trades}`, 'user', 'Own trades on test networks, newest first', { answer: Trades }),
  one: call(`GET ${PATHS.trades}/:id`, 'user', 'One of the own trades with its orders', { answer: Trade }),
  plan: call(`POST ${PATHS.tradePlan}`, 'user', 'What would be ordered now for an amount; nothing is sent', {
    body: TradeBody,
    answer: TradePlan,
    stores: false,
    rate: TRADE_PLANS,
  }),
  state: call(`GET ${TRADING_PATHS.state}`, 'visitor', 'Whether new trades are taken', { answer: TradingState }),
  start: call(`POST ${PATHS.trades}`, 'user', 'Order a row on test networks', {
    body: TradeBody,
    answer: Trade,
    status: 201,
    rate: TRADES,
    audit: ['trade-started'],
  }),
} as const

export const ALL_TRADE_CALLS: readonly Call[] = Object.values(TRADE_CALLS)
