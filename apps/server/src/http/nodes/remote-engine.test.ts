import { WHOLE } from '@makas/domain'
import { expect, test, vi } from 'vitest'
import type { MarketState, MarketUpdate } from '../../app/engine-protocol/state.ts'
import { EngineSupervisor } from '../engine/engine-supervisor.ts'
import { MarketBoard } from '../market-board.ts'
import { row } from '../testing/rows.ts'
import { ScriptedEngine } from '../testing/scripted-engine.ts'
import { settle } from '../testing/test-server.ts'
import { EnginePublisher } from './engine-publisher.ts'
import { frozenTopic, publicationBytes, questionTopic, stateTopic } from './publication-codec.ts'
import { RemoteEngine } from './remote-engine.ts'
import { clock, ends, HISTORY, log, logged, member, renewBus } from './testing/bus-members.ts'
import { fromBytes, toBytes } from './value-codec.ts'

renewBus()

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 120_000, interval: 5 })

/** An engine that publishes, with a clock that is `behindMs` late. */
function speaking(epoch: number, { behindMs = 0, node = `node-${epoch}` } = {}) {
  const own = { now: () => clock.now() - behindMs, after: (ms: number, run: () => void) => clock.after(ms, run) }
  const engines: ScriptedEngine[] = []
  const engine = new EngineSupervisor({
    spawn: () => {
      const next = new ScriptedEngine(own.now)
      engines.push(next)
      return next
    },
    clock: own,
    log,
  })
  let isLost = false
  const voice = new EnginePublisher({
    engine,
    bus: member(),
    lease: { name: 'shard:0', holder: node, epoch },
    isLost: () => isLost,
    shard: WHOLE,
    node,
    clock: own,
    history: { history: async () => HISTORY },
  })
  engine.start()
  ends.push(
    () => engine.stop(),
    () => voice.stop(),
  )
  return {
    engine,
    voice,
    script: () => engines.at(-1) as ScriptedEngine,
    publish: (...rows: ReturnType<typeof row>[]) => {
      clock.advance(200)
      engines.at(-1)?.publish({ rows, source: 'demo' })
    },
    lose: () => {
      isLost = true
    },
  }
}

function listening() {
  const remote = new RemoteEngine({ bus: member(), shard: WHOLE, clock, log })
  const news: MarketUpdate[] = []
  const conditions: string[] = []
  remote.listen({ message: (one) => news.push(one), condition: (condition) => conditions.push(condition) })
  remote.start()
  ends.push(() => remote.stop())
  const states = () => news.filter(({ kind }) => kind === 'state').map(({ state }) => state)
  const ids = () =>
    states()
      .at(-1)
      ?.rows.spot.map(({ id }) => id) ?? []
  return { remote, news, states, ids, conditions }
}

test('an engine of another process says and answers everything that our own engine does', async () => {
  const there = speaking(1)
  const here = listening()
  there.publish(row('a'))
  await until(() => here.ids().includes('a'))
  expect(here.remote.condition).toBe('running')
  const { remote } = here
  expect(await remote.evidence('a')).toMatchObject({ kind: 'found' })
  expect(await remote.evidence('b')).toEqual({ kind: 'closed' })
  expect(await remote.metrics()).toMatchObject([{ name: 'makas_books' }])
  expect(JSON.parse((await remote.lifetimes('demo')) ?? '')).toMatchObject({ source: 'demo' })
  const coins = { n: 123456789012345678901234567890n, d: 10n ** 18n }
  const held = [{ exchange: 'okx' as const, asset: 'SOL' as never, coins }]
  expect(await remote.valuation(held)).toEqual({ kind: 'valued', values: [null], total: null })
  const fee = { mantissa: 1n, decimals: 3 }
  const wallets = new Map([['okx' as const, { fee, free: new Map([['SOL', coins]]) }]])
  expect(await remote.personal(wallets)).toBe('[]')
  expect(there.script().requests.filter(({ kind }) => kind === 'valuation' || kind === 'personal')).toMatchObject([
    { held },
    { wallets },
  ])
  expect(await remote.paperQuote('a', '1000')).toMatchObject({ kind: 'offered', offer: { symbol: 'SOL/USDT' } })
  expect(await remote.paperQuote('b', '1000')).toEqual({ kind: 'closed' })
  expect(await remote.paperMoment('a', '1')).toMatchObject({ books: { buy: { levels: [['100', '200']] } } })
  expect(await remote.history({ source: 'demo', route: 'a', from: 0, to: 1, slots: 1 })).toEqual(HISTORY)
  there.script().answers = false
  const asked = remote.metrics()
  await settle()
  clock.advance(2_100)
  expect(await asked).toBeNull()
})

test('frozen states come without being asked for, and at once to a process that starts later', async () => {
  const there = speaking(1)
  const first = listening()
  there.publish(row('a'))
  await until(() => first.ids().includes('a'))
  clock.advance(6_100)
  await until(() => first.news.some(({ kind }) => kind === 'frozen'))
  const later = listening()
  await until(() => later.news.some(({ kind }) => kind === 'frozen') && later.ids().includes('a'))
  const frozen = later.news.find(({ kind }) => kind === 'frozen')
  expect(frozen?.kind === 'frozen' ? Object.keys(frozen.evidence) : []).toEqual(['a'])
})

test('a board beside the engine that asks for frozen states too does not double their rate', async () => {
  const there = speaking(1)
  const board = new MarketBoard({ engine: there.engine, clock, source: 'demo' })
  ends.push(() => board.stop())
  clock.advance(1_300)
  board.start()
  for (let ms = 0; ms < 30_000; ms += 200) {
    there.publish(row('a'))
    if (ms % 1_000 === 0) await settle()
  }
  await settle()
  expect(there.script().requests.filter(({ kind }) => kind === 'freeze').length).toBeLessThanOrEqual(7)
})

test('ages are right whatever the other clock shows', async () => {
  const there = speaking(1, { behindMs: 3_600_000 })
  const here = listening()
  there.publish(row('a', { age_ms: 400 }))
  await until(() => here.ids().includes('a'))
  const state = here.states().at(-1)
  expect(Math.abs((state?.asOf ?? 0) - clock.now())).toBeLessThan(1_000)
  const age = (state?.asOf ?? 0) - (state?.oldestInput.spot ?? 0)
  expect(age).toBeGreaterThanOrEqual(400)
  expect(age).toBeLessThan(1_400)
})

/** The state of an engine `agoMs` ago, with one row that expires `expires_in_ms` after it. */
function toldBefore(agoMs: number, expires_in_ms: number): MarketState {
  const asOf = clock.now() - agoMs
  const rows = [row('a'), row('b', { expires_in_ms })]
  return {
    ...{ version: 1, asOf, oldestInput: { spot: asOf - 400, carry: asOf, tri: asOf }, source: 'demo' },
    rows: { spot: rows.map((one) => ({ id: one.id, revision: 1, json: JSON.stringify(one) })), carry: [], tri: [] },
    stats: JSON.stringify({
      ...{ active_exchanges: 1, total_opportunities: 2, by_mode: { spot: 2, carry: 0, tri: 0 } },
      ...{ live_pairs: 2, rejected: {} },
    }),
    ...{ prices: '[]', status: '{}', ready: true, tally: null },
  }
}

test.each([
  [
    'of one process is shown as old as it is',
    { shardCount: 1, expiresInMs: 1_600 },
    { ids: ['a', 'b'], total: 2, ageMs: 1_000 },
  ],
  [
    'of one process loses the rows that are over',
    { shardCount: 1, expiresInMs: 500 },
    { ids: ['a'], total: 1, ageMs: 1_000 },
  ],
  [
    'of one shard says its time to whoever merges it',
    { shardCount: 2, expiresInMs: 500 },
    { ids: ['a', 'b'], total: 2, ageMs: 400 },
  ],
])('a state held up for 600 ms %s', async (_, { shardCount, expiresInMs }, { ids, total, ageMs }) => {
  const teller = member()
  ends.push(teller.serve(questionTopic(0, 1), async () => toBytes({ node: 'node-1', at: clock.now() })))
  const remote = new RemoteEngine({ bus: member(), shard: { shard: 0, shardCount }, clock, log })
  const states: MarketState[] = []
  remote.listen({ message: ({ state }) => states.push(state), condition: () => undefined })
  remote.start()
  ends.push(() => remote.stop())
  const news: MarketUpdate = { kind: 'state', state: toldBefore(600, expiresInMs) }
  teller.publishState(stateTopic(0), { epoch: 1, count: 1 }, publicationBytes({ node: 'node-1', of: shardCount, news }))
  await until(() => states.length > 0)
  const spot = states[0]?.rows.spot ?? []
  expect(spot.map(({ id }) => id)).toEqual(ids)
  expect(JSON.parse(states[0]?.stats ?? '')).toMatchObject({ total_opportunities: total, by_mode: { spot: total } })
  const heldUpMs = clock.now() - (states[0]?.asOf ?? 0)
  expect(heldUpMs >= 590).toBe(shardCount > 1)
  const shownMs = JSON.parse(spot[0]?.json ?? '').age_ms
  expect(shownMs).toBeGreaterThanOrEqual(ageMs - 5)
  expect(shownMs).toBeLessThan(ageMs + 400)
})

test('[M3] a state of an older lease is not taken, nor asked for', async () => {
  const [old, next] = [speaking(1), speaking(2)]
  const here = listening()
  old.publish(row('old'))
  await until(() => here.ids().includes('old'))
  next.publish(row('new'))
  await until(() => here.ids().includes('new'))
  const heard = here.news.length
  const sleeper = member()
  const [said] = here.news.filter(({ state }) => state.rows.spot.some(({ id }) => id === 'old'))
  if (said === undefined) throw new Error('the old one said nothing')
  const frozen: MarketUpdate = { kind: 'frozen', state: said.state, evidence: {}, closed: {} }
  for (let count = 1_000; count < 2_000; count++) {
    const version = { epoch: 1, count }
    sleeper.publishState(stateTopic(0), version, publicationBytes({ node: 'node-1', of: 1, news: said }))
    sleeper.publishState(frozenTopic(0), version, publicationBytes({ node: 'node-1', of: 1, news: frozen }))
  }
  await settle()
  const later = here.news.slice(heard).flatMap(({ state }) => state.rows.spot.map(({ id }) => id))
  expect(later.filter((id) => id !== 'new')).toEqual([])
  expect(await here.remote.evidence('new')).toMatchObject({ kind: 'found' })
  expect(old.script().requests.some(({ kind }) => kind === 'evidence')).toBe(false)
  // Once for a thousand states; frozen ones are passed over for their age here, as the new lease has told none yet.
  expect(logged.filter((event) => event === 'bus-older-lease')).toHaveLength(1)
})

test('[M3] a process that lost the lease says and answers nothing, and its states are withdrawn', async () => {
  const there = speaking(1)
  const here = listening()
  there.publish(row('a'))
  await until(() => here.ids().includes('a'))
  there.lose()
  const heard = here.news.length
  there.publish(row('b'))
  clock.advance(300)
  await settle()
  expect(here.news.slice(heard).filter(({ kind }) => kind === 'state')).toEqual([])
  expect(await here.remote.metrics()).toBeNull()
  const later = listening()
  await settle()
  expect(later.news).toEqual([])
})

test('[M4] a silent engine counts as away: questions are unavailable, and it is back with its next state', async () => {
  const there = speaking(1)
  const here = listening()
  there.publish(row('a'))
  await until(() => here.remote.condition === 'running')
  clock.advance(3_500)
  await until(() => here.remote.condition === 'restarting')
  const later = listening()
  await settle()
  // A state this old is withdrawn from the bus.
  expect(later.states()).toEqual([])
  there.publish(row('b'))
  await until(() => here.remote.condition === 'running' && here.ids().includes('b'))
  expect(here.conditions).toEqual(['running', 'restarting', 'running'])
})

test('a replaced or restarted engine is noticed, however quick the change was', async () => {
  const [first, next] = [speaking(1), speaking(2)]
  const here = listening()
  for (let count = 0; count < 3; count++) first.publish(row('a'))
  await until(() => here.ids().includes('a'))
  next.publish(row('b'))
  next.publish(row('b'))
  await until(() => here.ids().includes('b'))
  expect(here.conditions).toEqual(['running', 'restarting', 'running'])
  await settle()
  next.publish(row('c'))
  await until(() => here.ids().includes('c'))
  next.script().crash()
  clock.advance(300)
  next.publish(row('d'))
  await until(() => here.ids().includes('d'))
  expect(here.conditions).toEqual(['running', 'restarting', 'running', 'restarting', 'running'])
})

test('a message that no engine of ours sends is refused and logged once, and disturbs nothing', async () => {
  const here = listening()
  const stranger = member()
  const spoiled = [new Uint8Array(0), toBytes({}), toBytes({ node: 'x', news: { kind: 'state', state: {} } })]
  for (const [nth, bytes] of spoiled.entries())
    stranger.publishState(stateTopic(0), { epoch: 0, count: nth + 1 }, bytes)
  stranger.publishState(frozenTopic(0), { epoch: 0, count: 1 }, Uint8Array.of(255, 254))
  await settle()
  expect(logged.filter((event) => event === 'engine-news-refused')).toHaveLength(1)
  const there = speaking(1)
  there.publish(row('a'))
  await until(() => here.ids().includes('a'))
  // A question that cannot be read is not answered.
  for (const bytes of [new Uint8Array(0), toBytes({ kind: 'stop' }), toBytes({ kind: 'evidence' })])
    expect(await stranger.ask(questionTopic(0, 1), bytes, 1_000)).toEqual({ kind: 'unanswered', why: 'failed' })
})

test('exact amounts and maps cross unchanged; any other text is ignored', () => {
  const value = { big: -(10n ** 40n), map: new Map([['a', new Map([['b', 1n]])]]), list: [1, null, 'x'] }
  expect(fromBytes(toBytes(value))).toEqual(value)
  expect(fromBytes(Uint8Array.of(0xff))).toBeUndefined()
  expect(fromBytes(new TextEncoder().encode('{"$big":"x"}'))).toBeUndefined()
})
