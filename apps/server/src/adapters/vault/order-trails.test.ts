import { EXCHANGES } from '@makas/domain'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ExchangeOrder, OrderTrail } from '../../app/ports/trading/order-vault.ts'
import type { Fault } from '../../simulator/index.ts'
import { startTraders } from './testing/traders.ts'

const { simulator, vault, placeIn, keyOf, stop } = await startTraders()
afterEach(() => simulator.clearFaults())
afterAll(stop)

const SPOT = { binance: 'SOLUSDT', okx: 'SOL-USDT', bybit: 'SOLUSDT', kraken: 'SOL/USD' } as const
const PERP = { binance: 'SOLUSDT', okx: 'SOL-USDT-SWAP', bybit: 'SOLUSDT' } as const
const LEGS = [
  ...EXCHANGES.map((exchange) => ({ exchange, market: 'spot' as const, symbol: SPOT[exchange] })),
  ...(['binance', 'okx', 'bybit'] as const).map((exchange) => ({
    exchange,
    market: 'perp' as const,
    symbol: PERP[exchange],
  })),
]
type Leg = (typeof LEGS)[number]

let ids = 0
const orderOn = ({ market, symbol }: Leg): ExchangeOrder => ({
  clientId: `mk${String(++ids).padStart(16, '0')}`,
  market,
  symbol,
  side: 'sell',
  quantity: '2',
  limit: null,
  reduceOnly: false,
  isUnwind: false,
})

/** Sends an order and waits until its exchange tells what came of it. */
async function sent({ exchange }: Leg, order: ExchangeOrder): Promise<void> {
  await vault.placeOrder(placeIn(exchange), keyOf(exchange), order, 5_000)
  await expect.poll(async () => (await vault.findOrder(placeIn(exchange), keyOf(exchange), order)).kind).toBe('done')
}

async function trailOf({ exchange, market, symbol }: Leg, cancel: string | null = null): Promise<OrderTrail> {
  const quote = exchange === 'kraken' ? 'USD' : 'USDT'
  const watched = [{ market, symbol, quote }]
  const wish = { market, symbol, watched, since: Date.now() - 600_000, cancel }
  const trail = await vault.orderTrail(placeIn(exchange), keyOf(exchange), wish)
  if (trail.kind !== 'read') throw new Error(JSON.stringify(trail))
  const held = await vault.holdings(placeIn(exchange), keyOf(exchange), watched, 'order')
  expect(trail.held).toEqual(held.kind === 'read' ? held.value : held)
  return trail
}

describe.each(LEGS)('the trail of an order on $exchange $market', (leg) => {
  const names = ({ orders }: OrderTrail, { clientId }: ExchangeOrder) =>
    orders.filter((one) => one.clientId === clientId).map(({ side }) => side)

  test('names the order, each fill has its order, and the holding moved by what was filled', async () => {
    const [before, order] = [await trailOf(leg), orderOn(leg)]
    await sent(leg, order)
    const after = await trailOf(leg, order.clientId)
    expect([names(after, order), after.hasStrayFill]).toEqual([['sell'], false])
    expect(Number(after.held[0]) - Number(before.held[0])).toBeCloseTo(-2, 6)
  })

  test('of an order that never came about names none, and the holding stands', async () => {
    const [before, order] = [await trailOf(leg), orderOn(leg)]
    const after = await trailOf(leg, order.clientId)
    expect([names(after, order), after.hasStrayFill, after.held]).toEqual([[], false, before.held])
  })

  test.each(['look-up', 'history', 'fills', 'holding'] as const)(
    'tells of the order while its %s is hidden',
    async (where) => {
      const [before, order] = [await trailOf(leg), orderOn(leg)]
      const fault: Fault = { kind: 'order-hidden', exchange: leg.exchange, where }
      simulator.script(fault)
      await vault.placeOrder(placeIn(leg.exchange), keyOf(leg.exchange), order, 5_000)
      await expect
        .poll(async () => {
          const { orders, hasStrayFill, held } = await trailOf(leg, order.clientId)
          return [orders.some(({ clientId }) => clientId === order.clientId), hasStrayFill, held[0] !== before.held[0]]
        })
        .toEqual([where !== 'history', where === 'history', where !== 'holding'])
    },
  )
})

test('a trail that cannot reach back far enough says nothing', async () => {
  const leg = LEGS.find(({ exchange }) => exchange === 'bybit') as Leg
  for (let orders = 0; orders < 50; orders++) {
    const order = { ...orderOn(leg), quantity: '0.1' }
    await vault.placeOrder(placeIn('bybit'), keyOf('bybit'), order, 5_000)
  }
  await expect
    .poll(() =>
      trailOf(leg).then(
        () => 'read',
        (error: Error) => error.message,
      ),
    )
    .toMatch(/unread.*unreadable/)
})

test('no order is cancelled with a key of real money', async () => {
  const live = { ...placeIn('binance'), isDemo: false }
  const wish = { market: 'spot', symbol: 'SOLUSDT', watched: [], since: 0, cancel: 'mk1' } as const
  const before = simulator.counters.requests
  expect(await vault.orderTrail(live, keyOf('binance'), wish)).toEqual({ kind: 'unread', why: 'vault' })
  expect(simulator.counters.requests).toBe(before)
})
