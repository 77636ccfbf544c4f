import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import { loneLeaseStore } from '../operation/testing/lone-lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { KeyWithSecret } from '../ports/trading/key-store.ts'
import type { OrderVault } from '../ports/trading/order-vault.ts'
import type { Trade, TradeStore } from '../ports/trading/trades.ts'
import type { AuditEntry } from '../ports/users/audit-log.ts'
import { NOTHING_THERE } from './testing/staged-runs.ts'
import { filledWith, TRADE } from './testing/trades.ts'
import { TradeRunner } from './trade-runner.ts'

let clock: ShiftedClock
let kept: Map<string, Trade>
let logged: { event: string; data: Readonly<Record<string, unknown>> }[]
let runner: TradeRunner
let lines: AuditEntry[]
beforeEach(() => {
  clock = new ShiftedClock()
  kept = new Map()
  logged = []
  lines = []
})
afterEach(() => runner.stop())

function changed(id: string, change: (trade: Trade) => Partial<Trade>): void {
  const trade = kept.get(id)
  if (trade !== undefined) kept.set(id, { ...trade, ...change(trade) })
}

/** Trades in memory. */
const store: TradeStore = {
  ofUser: async () => [...kept.values()],
  find: async (_user, id) => kept.get(id) ?? null,
  add: async () => 'added',
  running: async (most, except = []) =>
    [...kept.values()].filter(({ id, outcome }) => outcome === null && !except.includes(id)).slice(0, most),
  endedSince: async () => [],
  async give({ id }, orders) {
    const fresh = { state: 'sending', refusal: null, result: null, fees: [], orderId: null, doneAt: null } as const
    changed(id, (trade) => ({ orders: [...trade.orders, ...orders.map((order) => ({ ...order, ...fresh }))] }))
    return true
  },
  async accept(clientId, orderId) {
    for (const id of kept.keys())
      changed(id, ({ orders }) => ({
        orders: orders.map((one) => (one.clientId === clientId ? { ...one, orderId } : one)),
      }))
  },
  async note(clientId, news) {
    for (const id of kept.keys())
      changed(id, ({ orders }) => ({
        orders: orders.map((one) => (one.clientId === clientId ? { ...one, ...news } : one)),
      }))
  },
  async end(id, outcome, endedAt, line) {
    lines.push(line)
    changed(id, () => ({ outcome, endedAt }))
  },
}

type TradeVault = Pick<OrderVault, 'placeOrder' | 'findOrder' | 'orderTrail'>

const FILLING: TradeVault = {
  placeOrder: async (_key, _sealed, order) => filledWith(order) as Awaited<ReturnType<OrderVault['placeOrder']>>,
  findOrder: async (_key, _sealed, order) => filledWith(order),
  orderTrail: async () => NOTHING_THERE,
}

function start(trades: readonly Partial<Trade>[], vault: TradeVault = FILLING): void {
  for (const trade of trades) kept.set(trade.id ?? '', { ...TRADE, startedAt: clock.now(), ...trade })
  runner = new TradeRunner({
    trades: store,
    keys: {
      find: async (userId, recordId) => ({ key: { recordId, userId }, sealed: {} }) as unknown as KeyWithSecret,
    },
    vault,
    leases: loneLeaseStore(),
    holder: 'this',
    clock,
    log: (_level, event, data) => logged.push({ event, data }),
  })
  runner.start()
}

const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 120_000, interval: 5 })

const outcomeOf = (id: string) => kept.get(id)?.outcome

test('a trade that fails in a way that nobody foresaw leaves the trades of others running', async () => {
  // The fill of such an order cannot be parsed.
  const broken = { ...TRADE.plan, legs: TRADE.plan.legs.map((leg) => ({ ...leg, quantity: 'many' })) }
  start([
    { id: 'broken', plan: broken },
    { id: 'good', userId: 'user-2' },
  ])
  await until(() => outcomeOf('good') === 'complete')
  const failures = () => logged.filter(({ event }) => event === 'trade-interrupted')
  await until(() => failures().length === 1)
  expect(failures()[0]?.data).toEqual({ trade: 'broken', reason: 'RangeError', alarm: true })
  // The trade rests for a while, and then ends as its owner's.
  clock.advance(5_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(failures()).toHaveLength(1)
  for (let times = 2; times <= 3; times++) {
    clock.advance(61_000)
    await until(() => failures().length === times)
  }
  clock.advance(61_000)
  await until(() => outcomeOf('broken') === 'open')
  expect(logged.at(-1)).toEqual({ event: 'trade-open', data: { trade: 'broken', world: 'demo', alarm: true } })
})

test('exchanges are not asked again and again while nothing can be stored', async () => {
  let asked = 0
  const note = store.note
  store.note = () => Promise.reject(new StorageFailure('full', 'the disk'))
  const find: OrderVault['findOrder'] = async (_key, _sealed, order) => {
    asked++
    return filledWith(order)
  }
  start([{ id: 'unstored' }], { ...FILLING, findOrder: find })
  await until(() => logged.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([logged.length, asked]).toEqual([1, 0])
  store.note = note
  clock.advance(6_000)
  await until(() => outcomeOf('unstored') === 'complete')
  expect(asked).toBe(2)
})

test('an acceptance outlives the process that received it', async () => {
  let asked = 0
  start([{ id: 'accepted' }], {
    ...FILLING,
    placeOrder: async () => ({ kind: 'accepted', orderId: 'x7' }),
    findOrder: async () => {
      asked++
      return { kind: 'not-found' }
    },
  })
  await until(() => asked >= 2)
  await runner.stop()
  expect(kept.get('accepted')?.orders.map(({ state, orderId }) => [state, orderId])).toEqual([
    ['sending', 'x7'],
    ['sending', 'x7'],
  ])
  start([])
  await until(() => outcomeOf('accepted') === 'complete')
})

const users = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ id: `${name} ${at}`, userId: `${name} ${at}` }))

test('however many trades are interrupted again and again, a new one runs, and each of them has its turn', async () => {
  const tries = new Map<string, number>()
  const give = store.give
  store.give = (trade, orders) => {
    if (!trade.id.startsWith('stuck')) return give(trade, orders)
    tries.set(trade.id, (tries.get(trade.id) ?? 0) + 1)
    return Promise.reject(new StorageFailure('full', 'the disk'))
  }
  start([...users(120, 'stuck'), { id: 'new', userId: 'new' }])
  await until(() => tries.size === 120 && outcomeOf('new') === 'complete')
  for (let round = 2; round <= 4; round++) {
    clock.advance(5_000)
    // Nobody has a further turn before all have had theirs.
    await until(() => [...tries.values()].every((count) => count === round))
  }
  store.give = give
})

test('trades that wait for their exchange for minutes keep no other waiting', async () => {
  const asked = new Set<string>()
  start(users(50, 'unknown'), {
    ...FILLING,
    placeOrder: async (key, _sealed, order) =>
      key.userId.startsWith('unknown')
        ? { kind: 'unknown', why: 'network' }
        : (filledWith(order) as Awaited<ReturnType<OrderVault['placeOrder']>>),
    findOrder: async (key) => {
      asked.add(key.userId)
      return { kind: 'unknown', why: 'network' }
    },
  })
  await until(() => asked.size === 50)
  kept.set('new', { ...TRADE, id: 'new', userId: 'new', startedAt: clock.now() })
  runner.wake()
  clock.advance(10_000)
  runner.wake()
  await until(() => outcomeOf('new') === 'complete')
  expect(outcomeOf('unknown 0')).toBeNull()
})

test('it stops while a trade waits to ask again what came of an order', async () => {
  let asked = 0
  start([{ id: 'waiting' }], {
    ...FILLING,
    placeOrder: async () => ({ kind: 'unknown', why: 'network' }),
    findOrder: async () => {
      asked++
      return { kind: 'unknown', why: 'network' }
    },
  })
  await until(() => asked >= 2)
  // An order is looked up for hours.
  await runner.stop()
  expect(outcomeOf('waiting')).toBeNull()
})

test('a rest of a position that no exchange takes back is an alarm and stands in the audit log', async () => {
  const legs = TRADE.plan.legs.map((leg) => (leg.side === 'sell' ? { ...leg, market: 'perp' as const } : leg))
  start([{ id: 'carry', plan: { ...TRADE.plan, legs: legs.map((leg) => ({ ...leg, min_qty: '1' })) } }], {
    ...FILLING,
    placeOrder: async (_key, _sealed, order) =>
      filledWith(order, order.side === 'buy' ? 0.95 : 1) as Awaited<ReturnType<OrderVault['placeOrder']>>,
  })
  await until(() => outcomeOf('carry') === 'partial')
  const left = [{ leg: 1, asset: 'SOL', quantity: '-0.1' }]
  await until(() => logged.length > 0)
  expect(logged).toEqual([{ event: 'trade-position-left', data: { trade: 'carry', world: 'demo', left, alarm: true } }])
  expect(lines.at(-1)?.detail).toMatchObject({ outcome: 'partial', left })
})
