import type { TradePlan } from '@makas/domain'
import { expect, test } from 'vitest'
import type { NewOrder, OrderUpdate, Trade } from '../../../app/ports/trading/trades.ts'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { userStore } from '../users/user-store.ts'
import { tradeStore } from './trade-store.ts'

const db = await makeTestDatabase()
const store = tradeStore(() => db.database)
const START = Date.UTC(2026, 0, 1)

const LEG = {
  exchange: 'okx',
  market: 'spot',
  symbol: 'SOL-USDT',
  side: 'buy',
  base: 'SOL',
  quote: 'USDT',
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.01',
  min_qty: '0.01',
  min_notional: null,
  quantity: '1.25',
  limit: '100.1',
} as const
const PLAN: TradePlan = {
  kind: 'pair',
  asset: 'USDT',
  legs: [LEG, { ...LEG, exchange: 'binance', symbol: 'SOLUSDT', side: 'sell', limit: '100.6' }],
  expected: { spent: '125.125', received: '125.75', fees: '0.25', net: '0.375' },
}

let made = 0
type NewTrade = Parameters<typeof store.add>[0]
const tradeOf = (userId: string, more: Partial<NewTrade> = {}): NewTrade => ({
  id: `trade-${String(++made).padStart(16, '0')}`,
  userId,
  opportunityId: 'spot.SOL-USDT.okx.binance',
  mode: 'spot',
  source: 'demo',
  world: 'demo',
  name: 'SOL/USDT',
  amount: '126.5',
  plan: PLAN,
  keys: [
    { recordId: 'key-okx', name: 'OKX deneme' },
    { recordId: 'key-binance', name: 'Binance "test"' },
  ],
  held: ['1000.5', '-0.25'],
  startedAt: START + made,
  ...more,
})

let named = 0
const order = (more: Partial<NewOrder> = {}): NewOrder => ({
  clientId: `order${String(++named).padStart(12, '0')}`,
  leg: 0,
  purpose: 'open',
  side: 'buy',
  quantity: '1.25',
  limit: '100.1',
  sentAt: START + 10,
  ...more,
})

const line = (action: string, trade: { readonly id: string; readonly userId: string }): AuditEntry => ({
  time: START,
  actor: { kind: 'user', id: trade.userId },
  action,
  subject: { kind: 'trade', id: trade.id },
  detail: {},
  address: null,
  requestId: null,
})
const add = (trade: NewTrade) => store.add(trade, line('trade-started', trade))
const end = (trade: NewTrade, outcome: 'complete' | 'missed' | 'open', at = START + 99) =>
  store.end(trade.id, outcome, at, line('trade-ended', trade))
const linesOf = async ({ id }: { readonly id: string }) =>
  (await db.query('select action from audit_log where subject_id = $1 order by seq', [id])).map(({ action }) => action)

/** An added trade as it is read before its first order. */
const begun = (trade: NewTrade): Trade => ({ ...trade, restoredAt: null, outcome: null, endedAt: null, orders: [] })

async function started(more: Partial<NewTrade> = {}): Promise<Trade> {
  const trade = tradeOf(await addUser(db), more)
  expect(await add(trade)).toBe('added')
  return begun(trade)
}

const FILLED: OrderUpdate = {
  state: 'done',
  refusal: null,
  result: { kind: 'done', filled: '1.25', value: '125.05', feeBase: '0.00125', feeQuote: '0' },
  fees: [{ asset: 'SOL', amount: '0.00125' }],
  orderId: '8812-a',
  doneAt: START + 20,
}

test('a trade is read as it was written, by its owner alone', async () => {
  const trade = await started()
  const stranger = await addUser(db)
  expect(await store.find(trade.userId, trade.id)).toEqual(trade)
  expect(await store.find(stranger, trade.id)).toBeNull()
  expect(await store.find(trade.userId, 'nothing')).toBeNull()
  expect([await store.ofUser(trade.userId, 10), await store.ofUser(stranger, 10)]).toEqual([[trade], []])
  expect(await linesOf(trade)).toEqual(['trade-started'])
})

test('a person has one running trade, and the next when it has ended', async () => {
  const first = tradeOf(await addUser(db))
  const [second, third] = [tradeOf(first.userId), tradeOf(first.userId)]
  expect([await add(first), await add(second)]).toEqual(['added', 'running'])
  expect(await linesOf(second)).toEqual([])
  await end(first, 'complete')
  expect([await add(third), await add(second)]).toEqual(['added', 'running'])
  expect((await store.ofUser(first.userId, 10)).map(({ id }) => id)).toEqual([third.id, first.id])
  expect((await store.ofUser(first.userId, 1)).map(({ id }) => id)).toEqual([third.id])
})

test('of several at the same moment one is added', async () => {
  const userId = await addUser(db)
  const several = Array.from({ length: 8 }, () => tradeOf(userId))
  const ends = await Promise.all(several.map(add))
  expect([...ends].sort()).toEqual(['added', ...Array(7).fill('running')])
  const [kept, ...others] = await store.ofUser(userId, 10)
  expect([kept?.id, others]).toEqual([several[ends.indexOf('added')]?.id, []])
  const lines = await db.query("select subject_id from audit_log where actor_id = $1 and action = 'trade-started'", [
    userId,
  ])
  expect(lines).toEqual([{ subject_id: kept?.id }])
})

test('nothing is added to an account that is gone or closed', async () => {
  const nobody = tradeOf('nobody')
  const closed = tradeOf(await addUser(db))
  await db.query('update users set is_active = false where id = $1', [closed.userId])
  expect([await add(nobody), await add(closed)]).toEqual(['no-owner', 'no-owner'])
  expect([...(await linesOf(nobody)), ...(await linesOf(closed))]).toEqual([])
  expect(await store.ofUser(closed.userId, 10)).toEqual([])
})

test('orders are on disk, in their order, before it is said that they may be sent', async () => {
  const trade = await started()
  const [buy, sell] = [order(), order({ leg: 1, side: 'sell', limit: '100.6' })]
  expect(await store.give(trade, [sell, buy])).toBe(true)
  // Another connection sees the orders: they are committed.
  const rows = await db.query('select client_id, seq, state from trade_orders where trade_id = $1 order by seq', [
    trade.id,
  ])
  expect(rows).toEqual([
    { client_id: sell.clientId, seq: 0, state: 'sending' },
    { client_id: buy.clientId, seq: 1, state: 'sending' },
  ])
  const sent = { state: 'sending', refusal: null, result: null, fees: [], orderId: null, doneAt: null }
  const both = { ...trade, orders: [sell, buy].map((one) => ({ ...one, ...sent })) }
  expect(await store.find(trade.userId, trade.id)).toEqual(both)
  const back = order({ purpose: 'unwind', side: 'sell', quantity: '0.3', limit: null })
  expect(await store.give(both as Trade, [back])).toBe(true)
  expect((await store.find(trade.userId, trade.id))?.orders).toEqual([...both.orders, { ...back, ...sent }])
})

test('orders are given once, however many go on with the trade from the same moment', async () => {
  const trade = await started()
  const tries = await Promise.all(Array.from({ length: 6 }, () => store.give(trade, [order(), order({ leg: 1 })])))
  expect(tries.filter((isGiven) => isGiven)).toHaveLength(1)
  expect((await store.find(trade.userId, trade.id))?.orders).toHaveLength(2)
  expect(await store.give(trade, [order()])).toBe(false)
})

test('none is given of a trade that is gone or has ended, and no name twice', async () => {
  const [trade, other] = [await started(), await started()]
  const first = order()
  expect(await store.give({ id: 'nothing', orders: [] }, [order()])).toBe(false)
  expect([await store.give(trade, []), await store.give(trade, [first])]).toEqual([true, true])
  await expect(store.give(other, [order(), first])).rejects.toMatchObject({
    kind: 'duplicate',
    rule: 'trade_orders_client_id',
  })
  expect((await store.find(other.userId, other.id))?.orders).toEqual([])
  await end(other, 'missed')
  expect([await store.give(other, [order()]), await store.give(other, [])]).toEqual([false, false])
  expect((await store.find(other.userId, other.id))?.orders).toEqual([])
})

test('that an order was accepted is kept while nothing is known of what came of it, and changes nothing after', async () => {
  const trade = await started()
  const [one, two] = [order(), order({ leg: 1, side: 'sell' })]
  await store.give(trade, [one, two])
  await store.accept(one.clientId, '8812-a')
  const read = async () => (await store.running(1_000)).find(({ id }) => id === trade.id)?.orders
  const kept = await read()
  expect(kept?.map(({ state, orderId, doneAt }) => [state, orderId, doneAt])).toEqual([
    ['sending', '8812-a', null],
    ['sending', null, null],
  ])
  await store.note(one.clientId, FILLED)
  await store.accept(one.clientId, 'another')
  expect((await read())?.[0]).toMatchObject({ state: 'done', orderId: '8812-a' })
})

test('what came of an order is noted once, and of that order alone', async () => {
  const trade = await started()
  const [one, two] = [order(), order({ leg: 1, side: 'sell' })]
  await store.give(trade, [one, two])
  await store.note(one.clientId, FILLED)
  await store.note(one.clientId, {
    state: 'refused',
    refusal: 'never-arrived',
    result: { kind: 'refused' },
    fees: [],
    orderId: null,
    doneAt: START + 30,
  })
  await store.note('unknown0000', FILLED)
  const read = await store.find(trade.userId, trade.id)
  expect(read?.orders).toMatchObject([
    { ...one, ...FILLED },
    { ...two, state: 'sending', result: null, doneAt: null },
  ])
  // Late results of an order are kept after the end of its trade.
  await end(trade, 'open')
  const nobodyKnows = { state: 'unknown', refusal: null, result: null, fees: [], orderId: null, doneAt: START } as const
  await store.note(two.clientId, nobodyKnows)
  expect((await store.find(trade.userId, trade.id))?.orders[1]).toEqual({ ...two, ...nobodyKnows })
})

test('what is noted at the same moment is noted once', async () => {
  const trade = await started()
  const one = order()
  await store.give(trade, [one])
  const news = Array.from({ length: 6 }, (_, at) => ({ ...FILLED, orderId: `order-${at}`, doneAt: START + at }))
  await Promise.all(news.map((each) => store.note(one.clientId, each)))
  const [kept] = (await store.find(trade.userId, trade.id))?.orders ?? []
  expect(news).toContainEqual({ ...FILLED, orderId: kept?.orderId, doneAt: kept?.doneAt })
})

test('a trade ends once, with one line', async () => {
  const trade = await started()
  await Promise.all([end(trade, 'open', START + 50), end(trade, 'open', START + 50)])
  await end(trade, 'complete', START + 60)
  await store.end('nothing', 'missed', START, line('trade-ended', { id: 'nothing', userId: trade.userId }))
  expect(await store.find(trade.userId, trade.id)).toEqual({ ...trade, outcome: 'open', endedAt: START + 50 })
  expect([await linesOf(trade), await linesOf({ id: 'nothing' })]).toEqual([['trade-started', 'trade-ended'], []])
})

test('the running trades are all people’s, the oldest first', async () => {
  await db.query('delete from trades')
  const late = await started({ startedAt: START + 2_000 })
  const early = await started({ startedAt: START + 1_000 })
  const over = tradeOf(await addUser(db), { startedAt: START })
  await add(over)
  await end(over, 'missed')
  const one = order()
  await store.give(late, [one])
  const running = await store.running(10)
  expect(running.map(({ id, orders }) => [id, orders.map(({ clientId }) => clientId)])).toEqual([
    [early.id, []],
    [late.id, [one.clientId]],
  ])
  expect((await store.running(1)).map(({ id }) => id)).toEqual([early.id])
  expect((await store.running(10, [early.id])).map(({ id }) => id)).toEqual([late.id])
})

test('[SEC-74] the copy of one’s data has each trade with its orders; nothing of it outlasts the account', async () => {
  const [trade, other] = [await started(), await started()]
  const [one, two] = [order(), order({ leg: 1, side: 'sell' })]
  await store.give(trade, [one, two])
  await store.give(other, [order()])
  await store.note(one.clientId, FILLED)
  const users = userStore(() => db.database)
  const copy = await users.copyOf(trade.userId)
  expect(copy.isComplete).toBe(true)
  expect(copy.trades).toMatchObject([
    {
      id: trade.id,
      plan: PLAN,
      keys: trade.keys,
      outcome: null,
      started_at: new Date(trade.startedAt),
      orders: [
        { client_id: one.clientId, state: 'done', result: FILLED.result, fees: FILLED.fees, order_id: '8812-a' },
        { client_id: two.clientId, state: 'sending', result: null, done_at: null },
      ],
    },
  ])
  // While it runs its keys are needed.
  expect(await users.erase(trade.userId, line('account-deleted', trade))).toEqual({ runningTrade: trade.name })
  await end(trade, 'complete')
  expect(await users.erase(trade.userId, line('account-deleted', trade))).toBe('removed')
  const left = await db.query('select count(*)::int as orders from trade_orders where trade_id = $1', [trade.id])
  expect([await store.ofUser(trade.userId, 10), left]).toEqual([[], [{ orders: 0 }]])
  // Calls for the deleted trade return false or have no effect.
  expect(await store.give(trade, [order()])).toBe(false)
  await store.note(two.clientId, FILLED)
  await end(trade, 'complete')
  expect(await linesOf(trade)).toEqual(['trade-started', 'trade-ended', 'account-deleted'])
  expect((await store.find(other.userId, other.id))?.orders).toHaveLength(1)
})

test.each([
  ['an outcome without its moment', "update trades set outcome = 'open' where id = $1"],
  ['a word that is no outcome', "update trades set outcome = 'lost', ended_at = now() where id = $1"],
  ['a world of real money', "update trades set world = 'live' where id = $1"],
  [
    'an order that is done without a result',
    "update trade_orders set state = 'done', done_at = now() where trade_id = $1",
  ],
  ['a fourth leg', 'update trade_orders set leg = 3 where trade_id = $1'],
])('the schema holds out %s', async (_, statement) => {
  const trade = await started()
  await store.give(trade, [order()])
  await expect(db.query(statement, [trade.id])).rejects.toMatchObject({ code: '23514' })
})
