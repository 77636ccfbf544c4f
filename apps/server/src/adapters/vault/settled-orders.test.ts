import type { ExchangeId, TradeLeg, TradePlan } from '@makas/domain'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { KeyWithSecret } from '../../app/ports/trading/key-store.ts'
import type { KeyWorld } from '../../app/ports/trading/key-vault.ts'
import type { OrderVault } from '../../app/ports/trading/order-vault.ts'
import type { StoredOrder, Trade } from '../../app/ports/trading/trades.ts'
import { HurriedClock, TRADE } from '../../app/trading/testing/trades.ts'
import { TradeRun } from '../../app/trading/trade-run.ts'
import { type Fault, type Simulator, startSimulator } from '../../simulator/index.ts'
import { Askers } from './inside/askers.ts'
import { Orders } from './inside/orders/orders.ts'
import { send } from './inside/send.ts'
import { noBans } from './testing/no-bans.ts'
import { materialOf } from './testing/vault.ts'

/** The time as it is, which signatures need, and no waits. */
const IMPATIENT: Clock = {
  now: () => Date.now(),
  after: (_ms, run) => {
    const timer = setImmediate(run)
    return { cancel: () => clearImmediate(timer) }
  },
}

let simulator: Simulator
let orders: Orders
beforeAll(async () => {
  simulator = await startSimulator({ seed: 7, symbols: 6, port: 0, limits: false })
  simulator.pause()
})
beforeEach(() => {
  orders = new Orders(
    new Askers({ clock: IMPATIENT, originOf: () => simulator.origin, send, bans: noBans() }),
    IMPATIENT,
  )
})
afterEach(() => simulator.clearFaults())
afterAll(() => simulator.stop())

const worldOf = (exchange: ExchangeId): KeyWorld => ({ exchange, isTestnet: false, isDemo: true })
const keyOf = (exchange: ExchangeId) => materialOf(simulator.account(exchange, 'trader'))

/** The vault without its process; `isLost`: orders for that exchange never arrive, and nothing is heard of them. */
const vaultOf = (
  isLost: (exchange: ExchangeId) => boolean,
): Pick<OrderVault, 'placeOrder' | 'findOrder' | 'orderTrail'> => ({
  placeOrder: async ({ exchange }, _sealed, order) =>
    isLost(exchange) && !order.isUnwind
      ? { kind: 'unknown', why: 'timeout' }
      : orders.place(worldOf(exchange), keyOf(exchange), order, Date.now() + 60_000),
  findOrder: ({ exchange }, _sealed, order) => orders.find(worldOf(exchange), keyOf(exchange), order, (look) => look()),
  orderTrail: async ({ exchange }, _sealed, wish) => {
    const trail = await orders.trail(worldOf(exchange), keyOf(exchange), wish)
    // From then on the order shows.
    simulator.clearFaults()
    return trail
  },
})

const held = async (exchange: ExchangeId, { market, symbol, quote }: TradeLeg) => {
  const answer = await orders.holdings(worldOf(exchange), keyOf(exchange), [{ market, symbol, quote }], 'order')
  if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
  return answer.value[0] ?? '0'
}

/** Runs a trade that buys two coins on one exchange and sells them on another, to its end. */
async function traded(buyAt: ExchangeId, sellAt: ExchangeId, isLost: (exchange: ExchangeId) => boolean = () => false) {
  const legOf = (exchange: ExchangeId, side: 'buy' | 'sell'): TradeLeg => {
    const isKraken = exchange === 'kraken'
    const { asks, bids } = simulator.bookOf(exchange, isKraken ? 'SOL/USD' : 'SOL/USDT')
    const [limit] = (side === 'buy' ? asks.at(-1) : bids.at(-1)) as readonly [string, string]
    const symbol = isKraken ? 'SOL/USD' : exchange === 'okx' ? 'SOL-USDT' : 'SOLUSDT'
    const quote = isKraken ? 'USD' : 'USDT'
    const base = { market: 'spot', base: 'SOL', multiplier: '1', fee: '0.001', lot_step: '0.1' } as const
    return { ...base, exchange, symbol, side, quote, min_qty: '0.1', min_notional: '5', quantity: '2', limit }
  }
  const [buy, sell] = [legOf(buyAt, 'buy'), legOf(sellAt, 'sell')]
  const plan: TradePlan = { ...TRADE.plan, legs: [buy, sell] }
  const keys = [buyAt, sellAt].map((exchange) => ({ recordId: exchange, name: exchange }))
  const before = [await held(buyAt, buy), await held(sellAt, sell)]
  // An id of its own: client ids are derived from it.
  const id = `${Math.abs(ids--)}-${buyAt}-${sellAt}`
  const trade: Trade = { ...TRADE, id, plan, keys, held: before }
  let stored: readonly StoredOrder[] = []
  const change = (clientId: string, news: Partial<StoredOrder>) => {
    stored = stored.map((one) => (one.clientId === clientId ? { ...one, ...news } : one))
    return Promise.resolve(true)
  }
  const outcome = await new TradeRun({
    trade,
    clock: new HurriedClock(),
    isStopping: () => false,
    past: null,
    onUnsettled: () => undefined,
    keys: {
      find: async (_user, recordId) => ({ key: { exchange: recordId }, sealed: {} }) as unknown as KeyWithSecret,
    },
    vault: vaultOf(isLost),
    notes: {
      give: async (_known, fresh) => {
        stored = [...stored, ...fresh]
        return true
      },
      accept: (clientId, orderId) => change(clientId, { orderId }),
      note: (clientId, news) => change(clientId, news),
      end: async () => true,
    },
  }).toItsEnd()
  const moved = [await held(buyAt, buy), await held(sellAt, sell)].map((now, at) => Number(now) - Number(before[at]))
  return { outcome, stored, moved: moved.map((one) => Math.round(one * 10) / 10) }
}
let ids = 0

const PAIRS = [
  ['binance', 'bybit'],
  ['okx', 'binance'],
  ['bybit', 'kraken'],
  ['kraken', 'okx'],
] as const

test.each(PAIRS)('an order that %s took and %s does not show when it is asked for is sold once', async (buy, sell) => {
  const faults: readonly Fault[] = [
    { kind: 'order-unanswered', exchange: sell, count: 1 },
    { kind: 'order-hidden', exchange: sell, where: 'look-up' },
  ]
  for (const fault of faults) simulator.script(fault)
  const { outcome, stored, moved } = await traded(buy, sell)
  // All that its exchange has names it; until it shows nothing is sent.
  expect([outcome, stored.length]).toEqual(['complete', 2])
  expect(moved).toEqual([2, -2])
})

test.each(PAIRS)('what was bought on %s is given back where the sale on %s never came about', async (buy, sell) => {
  const { outcome, stored, moved } = await traded(buy, sell, (exchange) => exchange === sell)
  expect(outcome).toBe('unwound')
  expect(stored.map(({ refusal }) => refusal)).toEqual([null, 'never-arrived', null])
  // The fee of a purchase may be taken in the coin.
  expect(Math.abs(moved[0] ?? 1)).toBeLessThanOrEqual(0.1)
  expect(moved[1]).toBe(0)
})
