import { Trade, TradeOrder } from '@makas/contract'

/** An order of the first leg that is still being sent; `change` overrides what a test is about. */
export const tradeOrder = (change: Partial<TradeOrder> = {}): TradeOrder =>
  TradeOrder.parse({
    client_id: 'mk-1',
    leg: 0,
    purpose: 'open',
    side: 'buy',
    quantity: '10',
    limit_price: '10.05',
    state: 'sending',
    refusal: null,
    filled: '0',
    price: null,
    fees: [],
    sent_at: '2026-11-26T11:00:00.000Z',
    done_at: null,
    ...change,
  })

/** A spot trade of ten coins between OKX and Binance. */
export const tradeOf = (change: Partial<Trade> = {}): Trade =>
  Trade.parse({
    id: 'trade-1',
    opportunity_id: 'spot.SOL-USDT.okx.binance',
    mode: 'spot',
    source: 'live',
    world: 'testnet',
    name: 'SOL/USDT',
    asset: 'USDT',
    amount: '100',
    legs: [leg('okx', 'buy', '10.05'), leg('binance', 'sell', '10.15')],
    expected: { spent: '100.2', received: '101.7', fees: '0.2', net: '1.3' },
    status: 'running',
    orders: [],
    got: { spent: '0', received: '0', fees: '0', left: '0', net: '0' },
    left: [],
    started_at: '2026-11-26T11:00:00.000Z',
    ended_at: null,
    restored_at: null,
    ...change,
  })

const leg = (exchange: 'okx' | 'binance', side: 'buy' | 'sell', limit_price: string) => ({
  exchange,
  market: 'spot',
  symbol: exchange === 'okx' ? 'SOL-USDT' : 'SOLUSDT',
  side,
  base: 'SOL',
  quote: 'USDT',
  quantity: '10',
  limit_price,
  connection: exchange,
})
