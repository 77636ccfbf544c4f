import type { TradeLeg } from '@makas/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaseStore } from '../../adapters/storage/leases/lease-store.ts'
import { tradeStore } from '../../adapters/storage/market/trade-store.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { clearDifference } from '../api-keys/clear-difference.ts'
import type { KeyCaller } from '../api-keys/key-parts.ts'
import { type KeyFixture, startKeyFixture } from '../api-keys/testing/key-fixture.ts'
import type { LeaseStore } from '../ports/system/lease-store.ts'
import type { ExchangeOrder } from '../ports/trading/order-vault.ts'
import type { Trade, TradeStore } from '../ports/trading/trades.ts'
import { AccountWatch } from './account-watch.ts'
import { TradeConnections } from './trade-connections.ts'
import { TradeRun } from './trade-run.ts'

const EXCHANGE = 'bybit'
const PERP = 'SOL/USDT:USDT'
const leg = (market: TradeLeg['market'], side: TradeLeg['side'], limit: string): TradeLeg => ({
  exchange: EXCHANGE,
  market,
  symbol: 'SOLUSDT',
  side,
  base: 'SOL',
  quote: 'USDT',
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.001',
  min_qty: null,
  min_notional: null,
  tick: '0.01',
  quantity: '3',
  limit,
})

let fixture: KeyFixture
let trades: TradeStore
let leases: LeaseStore
let caller: KeyCaller
let keyId: string
let ids = 0
const alarms: string[] = []

beforeAll(async () => {
  fixture = await startKeyFixture(41)
  fixture.simulator.pause()
  trades = tradeStore(() => fixture.storage.database)
  leases = leaseStore(() => fixture.storage.database)
})
beforeEach(async () => {
  alarms.splice(0)
  caller = { userId: await addUser(fixture.storage), address: null, requestId: null }
  keyId = await fixture.added(caller, EXCHANGE, 'tester')
  for (const { size } of fixture.simulator.positionsOf(EXCHANGE, 'tester'))
    byHand(PERP, size.startsWith('-') ? 'buy' : 'sell', Math.abs(Number(size)))
})
afterEach(async () => {
  fixture.reset()
  await fixture.storage.query('delete from trades')
})
afterAll(() => fixture.stop())

/** The watch of a process that has just started. */
const started = () =>
  new AccountWatch({
    ...fixture.parts,
    trades,
    leases,
    holder: 'here',
    // The second look comes at once.
    clock: { now: fixture.clock.now, after: (ms, run) => fixture.clock.after(ms > 3_000 ? ms : 0, run) },
    log: (_level, event, data) => void alarms.push(`${event} ${data.kind} ${data.name}`),
    chance: () => 0,
  })
/** As long as a person's share of questions needs to be whole again. */
function later(): void {
  fixture.clock.aheadMs += 15_000
}
async function rounds(watch: AccountWatch, count = 1): Promise<void> {
  for (let at = 0; at < count; at++) {
    later()
    await watch.round()
  }
}
/** The owner trades at the exchange, in coins. */
const byHand = (symbol: string, side: 'buy' | 'sell', coins: number) =>
  fixture.simulator.tradeByHand(EXCHANGE, 'tester', symbol, side, Math.round(coins * 1_000))
const found = async () => (await fixture.parts.store.find(caller.userId, keyId))?.key.difference ?? null
const usable = async () => {
  const connections = new TradeConnections(() => fixture.parts)
  return (await connections.for(caller.userId, [{ exchange: EXCHANGE, market: 'spot' }], true)).kind
}

/** A running trade of a coin and its perpetual whose orders so far were filled at the exchange. */
async function running(...given: readonly ('spot' | 'perp')[]): Promise<Trade> {
  const trade = {
    id: `trade-${++ids}`,
    userId: caller.userId,
    opportunityId: 'carry.SOL-USDT.bybit.1.long-spot',
    mode: 'carry',
    source: 'live',
    world: 'testnet',
    name: 'SOL/USDT',
    amount: '500',
    plan: {
      kind: 'pair',
      asset: 'USDT',
      legs: [leg('spot', 'buy', '1000'), leg('perp', 'sell', '1')],
      expected: { spent: '0', received: '0', fees: '0', net: '0' },
    },
    keys: [
      { recordId: keyId, name: 'Bybit Testnet' },
      { recordId: keyId, name: 'Bybit Testnet' },
    ],
    held: ['0', '0'],
    startedAt: fixture.clock.now(),
  } as const
  const audit = {
    time: 0,
    actor: { kind: 'system' },
    address: null,
    requestId: null,
    action: 'x',
    subject: null,
  } as const
  await trades.add(trade, { ...audit, subject: { kind: 'trade', id: trade.id }, detail: {} })
  for (const market of given) await filled(trade.id, market)
  return (await trades.find(caller.userId, trade.id)) as Trade
}

/** Age of orders whose exchange tells by now what they left, ms. */
const SETTLED_MS = 60_000

/** Gives an order of a trade and stores what the exchange says of it. */
async function filled(id: string, market: 'spot' | 'perp'): Promise<void> {
  const { parts, clock } = fixture
  const [at, side] = market === 'spot' ? ([0, 'buy'] as const) : ([1, 'sell'] as const)
  const clientId = `mkwatch${String(++ids).padStart(8, '0')}`
  const trade = (await trades.find(caller.userId, id)) as Trade
  const order = { leg: at, purpose: 'open', side, quantity: '3', limit: null, clientId, sentAt: clock.now() } as const
  await trades.give(trade, [order])
  const sent: ExchangeOrder = { ...order, market, symbol: 'SOLUSDT', reduceOnly: false, isUnwind: false }
  const key = await parts.store.find(caller.userId, keyId)
  if (key === null) throw new Error('no key')
  await fixture.vault.placeOrder(key.key, key.sealed, sent, 60_000)
  const answer = await fixture.vault.findOrder(key.key, key.sealed, sent)
  if (answer.kind !== 'done') throw new Error(answer.kind)
  const { orderId, filled: units, value, fees } = answer.fill
  const feeOf = (of: 'base' | 'quote') => fees.find((one) => one.of === of)?.amount ?? '0'
  const result = { kind: 'done', filled: units, value, feeBase: feeOf('base'), feeQuote: feeOf('quote') } as const
  await trades.note(clientId, {
    state: 'done',
    refusal: null,
    orderId,
    fees: [],
    result,
    doneAt: clock.now() - SETTLED_MS,
  })
}

describe('an account whose trade runs', () => {
  test('holds what its fills account for, and nobody is alarmed', async () => {
    const { id } = await running('perp')
    const watch = started()
    await rounds(watch, 2)
    await filled(id, 'spot')
    await rounds(watch, 3)
    await rounds(started(), 2)
    expect([alarms, await found(), await usable()]).toEqual([[], null, 'found'])
  })

  test('[SEC-88] with a position that a hand has changed is an alarm, and takes no new order until its owner has looked', async () => {
    const { id } = await running('perp', 'spot')
    const watch = started()
    await rounds(watch)
    byHand(PERP, 'buy', 0.7)
    await rounds(watch)
    expect(alarms).toEqual(['account-differs position SOLUSDT'])
    expect(await found()).toMatchObject({ kind: 'position', least: '-3', most: '-3', found: '-2.3' })
    expect(await usable()).toBe('differs')
    // It is told once, also by whoever looks after a restart.
    await rounds(started(), 2)
    expect(alarms).toHaveLength(1)

    const stranger = { ...caller, userId: await addUser(fixture.storage) }
    expect(await clearDifference(fixture.parts, stranger, keyId)).toBe(false)
    expect(await clearDifference(fixture.parts, caller, keyId)).toBe(true)
    expect(await clearDifference(fixture.parts, caller, keyId)).toBe(false)
    expect(await usable()).toBe('found')
    await rounds(watch, 2)
    expect(alarms).toHaveLength(1)
    const lines = await fixture.storage.query(
      `select action from audit_log where subject_id = '${keyId}' and action like 'account-%' order by seq`,
    )
    expect(lines).toEqual([{ action: 'account-differs' }, { action: 'account-difference-cleared' }])
    // A trade that begins now is watched again.
    await fixture.storage.query(`update trades set outcome = 'missed', ended_at = now() where id = '${id}'`)
    byHand(PERP, 'buy', 2.3)
    later()
    await running('perp')
    byHand(PERP, 'sell', 0.1)
    await rounds(watch)
    expect(alarms).toHaveLength(2)
  })

  test('with a balance that changed while nobody looked is noticed after the restart', async () => {
    await running('perp', 'spot')
    await rounds(started())
    byHand('SOL/USDT', 'sell', 0.5)
    await rounds(started())
    expect(alarms).toEqual(['account-differs balance SOL'])
  })

  test('is asked again before anybody is alarmed, and says nothing while its exchange does not answer', async () => {
    await running('perp')
    byHand(PERP, 'buy', 0.7)
    const watch = started()
    const end = fixture.simulator.script({ kind: 'server-error', exchange: EXCHANGE })
    await rounds(watch)
    expect([alarms, await found()]).toEqual([[], null])
    end()
    await rounds(watch)
    expect(alarms).toHaveLength(1)
  })

  test('has what it holds too much given back all the same', async () => {
    const { id } = await running('perp')
    byHand(PERP, 'sell', 0.7)
    await rounds(started())
    expect(await usable()).toBe('differs')
    const trade = (await trades.find(caller.userId, id)) as Trade
    const spot = { leg: 0, purpose: 'open', side: 'buy', quantity: '3', limit: '1', clientId: 'mkrefused01' } as const
    await trades.give(trade, [{ ...spot, sentAt: 1 }])
    const refused = {
      state: 'refused',
      refusal: 'balance',
      result: { kind: 'refused' },
      fees: [],
      orderId: null,
    } as const
    await trades.note(spot.clientId, { ...refused, doneAt: 2 })
    const run = new TradeRun({
      trade: (await trades.find(caller.userId, id)) as Trade,
      keys: fixture.parts.store,
      vault: fixture.vault,
      clock: fixture.clock,
      past: null,
      isStopping: () => false,
      onUnsettled: () => undefined,
      notes: {
        give: (known, orders) => trades.give({ id, orders: known }, orders),
        accept: (clientId, orderId) => trades.accept(clientId, orderId).then(() => true),
        note: (clientId, news) => trades.note(clientId, news).then(() => true),
        end: async () => true,
      },
    })
    await run.toItsEnd()
    const orders = (await trades.find(caller.userId, id))?.orders ?? []
    const back = orders.filter(({ purpose, result }) => purpose === 'unwind' && result?.kind === 'done')
    expect(back.length).toBeGreaterThan(0)
    expect(fixture.simulator.positionsOf(EXCHANGE, 'tester').map(({ size }) => size)).toEqual(['-0.7'])
  })
})

test('what a trade left in a perpetual may be closed by its owner, and may not grow', async () => {
  const { id } = await running('perp')
  await fixture.storage.query(`update trades set outcome = 'open', ended_at = now() where id = '${id}'`)
  const watch = started()
  await rounds(watch)
  byHand(PERP, 'buy', 1.2)
  await rounds(watch)
  byHand(PERP, 'buy', 1.8)
  await rounds(watch)
  expect(alarms).toEqual([])
  byHand(PERP, 'sell', 3.1)
  await rounds(watch)
  expect(alarms).toEqual(['account-differs position SOLUSDT'])
})

test('nobody is asked where no trade runs', async () => {
  const before = fixture.simulator.counters.requests
  await rounds(started(), 3)
  expect(fixture.simulator.counters.requests).toBe(before)
})
