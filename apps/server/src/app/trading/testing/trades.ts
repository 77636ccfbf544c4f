import type { TradeLeg, TradePlan } from '@makas/domain'
import type { Clock } from '../../ports/system/clock.ts'
import type { ExchangeOrder, OrderLookup } from '../../ports/trading/order-vault.ts'
import type { Trade } from '../../ports/trading/trades.ts'

export const BEGAN_AT = 1_760_000_000_000

/** A clock that jumps to the end of each wait. */
export class HurriedClock implements Clock {
  #now = BEGAN_AT

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const timer = setImmediate(() => {
      this.#now += ms
      run()
    })
    return { cancel: () => clearImmediate(timer) }
  }
}

const leg = (exchange: TradeLeg['exchange'], side: TradeLeg['side'], limit: string): TradeLeg => ({
  exchange,
  market: 'spot',
  symbol: 'SOLUSDT',
  side,
  base: 'SOL',
  quote: 'USDT',
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: '0.1',
  min_notional: '5',
  quantity: '2',
  limit,
})

export const PLAN: TradePlan = {
  kind: 'pair',
  asset: 'USDT',
  legs: [leg('binance', 'buy', '100'), leg('bybit', 'sell', '101')],
  expected: { spent: '200', received: '202', fees: '0.402', net: '1.598' },
}

export const TRADE: Trade = {
  id: 'trade-1',
  userId: 'user-1',
  opportunityId: 'spot.SOL-USDT.binance.bybit',
  mode: 'spot',
  source: 'demo',
  world: 'demo',
  name: 'SOL/USDT',
  amount: '200',
  plan: PLAN,
  keys: [
    { recordId: 'key-buy', name: 'Binance Demo' },
    { recordId: 'key-sell', name: 'Bybit Demo' },
  ],
  held: ['1000', '1000'],
  restoredAt: null,
  outcome: null,
  startedAt: BEGAN_AT,
  endedAt: null,
  orders: [],
}

export const filledWith = ({ quantity, limit }: ExchangeOrder, share = 1): OrderLookup => ({
  kind: 'done',
  fill: {
    orderId: 'x1',
    filled: String(Number(quantity) * share),
    value: String(Number(quantity) * share * Number(limit ?? '99')),
    fees: [],
  },
})
