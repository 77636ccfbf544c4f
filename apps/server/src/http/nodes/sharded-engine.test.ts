import type { MarketStats, Status } from '@makas/contract'
import { type ExchangeId, shardOf } from '@makas/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BusHub } from '../../adapters/bus/bus-hub.ts'
import { PostedBus } from '../../adapters/bus/posted-bus.ts'
import type { FeedTally, MarketNews, MarketState, MarketTally } from '../../app/engine-protocol/state.ts'
import type { History } from '../../app/ports/archive.ts'
import type { Bus } from '../../app/ports/bus.ts'
import { EngineSupervisor } from '../engine/engine-supervisor.ts'
import { row } from '../testing/rows.ts'
import { ScriptedEngine } from '../testing/scripted-engine.ts'
import { ShiftedClock } from '../testing/shifted-clock.ts'
import { EnginePublisher } from './engine-publisher.ts'
import { newsBytes, questionTopic, stateTopic } from './publication-codec.ts'
import { ShardedEngine } from './sharded-engine.ts'
import { toBytes } from './value-codec.ts'

const OF = 2
const HISTORY: History = { recorded: 3, points: [] }
let hub: BusHub
let clock: ShiftedClock
const ends: (() => Promise<void> | void)[] = []
const logged: string[] = []
const log = (_level: string, event: string) => void logged.push(event)
const member = (): Bus => {
  const bus = new PostedBus({ port: hub.join(), clock, log })
  ends.push(() => bus.stop())
  return bus
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 30))

beforeEach(() => {
  hub = new BusHub()
  clock = new ShiftedClock()
  logged.length = 0
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A coin of that shard. */
const coinIn = (shard: number, nth = 0): string => {
  const coins = ['SOL', 'ADA', 'XRP', 'DOT', 'LINK', 'ATOM', 'DOGE', 'LTC', 'AVAX', 'TRX']
  return coins.filter((coin) => shardOf(coin, OF) === shard)[nth] as string
}
const idIn = (shard: number, nth = 0) => `spot.${coinIn(shard, nth)}-USDT.okx.binance`
const rowIn = (shard: number, net_roi: number, nth = 0) => row(idIn(shard, nth), { net_roi })

const feed = (exchange: ExchangeId, change: Partial<FeedTally> = {}): FeedTally => ({
  ...{ exchange, state: 'live', reason: null, reconnects: 1, bans: 0, refusedFrames: 0, unconfirmed: 0 },
  ...{ clockOffsetMs: 3, total: 10, live: 8, gaps: 2, checksumsBad: 0, resyncs: 1, states: ['LIVE'] },
  provenAges: [100, 300],
  ...change,
})
const tallyOf = (...feeds: FeedTally[]): MarketTally => ({
  ...{ isDeciding: false, startedAt: 1_000, isLive: true, wasLive: true, liveExchanges: ['okx'] },
  feeds,
})

type Publishing = { readonly source?: 'live' | 'demo'; readonly tally?: MarketTally }

/** An engine that leads a shard and tells. */
function leading(shard: number, epoch = 1, of = OF) {
  const engines: ScriptedEngine[] = []
  const engine = new EngineSupervisor({
    spawn: () => {
      const next = new ScriptedEngine(() => clock.now())
      engines.push(next)
      return next
    },
    clock,
    log,
  })
  const node = `node-${shard}-${epoch}`
  const voice = new EnginePublisher({
    engine,
    bus: member(),
    lease: { name: `shard:${shard}`, holder: node, epoch },
    isLost: () => false,
    shard: { shard, of },
    node,
    clock,
    history: { history: async () => HISTORY },
  })
  engine.start()
  ends.push(
    () => engine.stop(),
    () => voice.stop(),
  )
  const script = () => engines.at(-1) as ScriptedEngine
  return {
    voice,
    script,
    asked: (kind: string) => script().requests.filter((one) => one.kind === kind).length,
    publish: (rows: ReturnType<typeof row>[], { source = 'demo', tally = tallyOf(feed('okx')) }: Publishing = {}) =>
      script().publish({ rows, source, tally }),
  }
}

function listening() {
  const engine = new ShardedEngine({ bus: member(), of: OF, clock, log })
  const news: MarketNews[] = []
  const conditions: string[] = []
  engine.listen({ message: (one) => news.push(one), condition: (condition) => conditions.push(condition) })
  engine.start()
  ends.push(() => engine.stop())
  const state = () => news.findLast(({ kind }) => kind === 'state')?.state
  return {
    engine,
    news,
    conditions,
    state,
    ids: () => state()?.rows.spot.map(({ id }) => id) ?? [],
    stats: () => JSON.parse(state()?.stats ?? '{}') as MarketStats,
    status: () => JSON.parse(state()?.status ?? '{}') as Status,
  }
}

/** Both shards tell until both are heard. */
async function both() {
  const shards = [leading(0), leading(1)] as const
  const here = listening()
  const publish = () => {
    clock.advance(200)
    shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
    shards[1].publish([rowIn(1, 0.4)])
  }
  await vi.waitUntil(
    async () => {
      publish()
      await settle()
      return here.ids().length === 3
    },
    { timeout: 5_000 },
  )
  return { shards, here, publish }
}

test('what the shards tell is one list in the order of one engine, with the sums of what they count', async () => {
  const { here } = await both()
  expect(here.ids()).toEqual([idIn(0), idIn(1), idIn(0, 1)])
  expect(here.stats()).toMatchObject({
    ...{ active_exchanges: 1, total_opportunities: 3, by_mode: { spot: 3, carry: 0, tri: 0 } },
    ...{ live_pairs: 24, rejected: { fees: 62 } },
  })
  expect(here.status()).toMatchObject({
    engine: { state: 'ready', reason: null },
    exchanges: [{ id: 'okx', state: 'live', books_live: 16, books_total: 20, gaps: 4, reconnects: 2, age_p99_ms: 300 }],
  })
  expect([here.engine.condition, here.engine.shardsHeard]).toEqual(['running', 'all'])
})

test('what is asked of a row is asked of the shard of its coin alone, the rest of all', async () => {
  const { shards, here } = await both()
  const { engine } = here
  expect(await engine.evidence(idIn(1))).toMatchObject({ kind: 'found' })
  expect(shards.map(({ asked }) => asked('evidence'))).toEqual([0, 1])
  expect(await engine.evidence(`spot.${coinIn(0, 2)}-USDT.okx.binance`)).toEqual({ kind: 'closed' })
  expect(await engine.evidence('nobody')).toEqual({ kind: 'closed' })
  expect(shards.map(({ asked }) => asked('evidence'))).toEqual([2, 2])
  expect(await engine.paperQuote(idIn(0), '1000')).toMatchObject({ kind: 'offered' })
  expect(await engine.paperMoment(idIn(0), '1')).toMatchObject({ books: { buy: { levels: [['100', '200']] } } })
  expect(shards.map(({ asked }) => asked('paper-moment'))).toEqual([1, 0])
  expect(await engine.personal(new Map())).toBe('[]')
  expect(JSON.parse((await engine.lifetimes('demo')) ?? '')).toMatchObject({
    source: 'demo',
    modes: [{ mode: 'spot', episodes: 16, ended: 12, survival: [{ ms: 120, share: 0.875 }] }, {}, {}],
  })
  expect(await engine.history({ source: 'demo', route: idIn(0), from: 0, to: 1, slots: 1 })).toEqual(HISTORY)
  const figures = await engine.metrics()
  expect(figures?.map(({ name, samples }) => [name, samples])).toEqual([
    [
      'makas_shard_up',
      [
        { labels: { shard: '0' }, value: 1 },
        { labels: { shard: '1' }, value: 1 },
      ],
    ],
    [
      'makas_books',
      [
        { labels: { shard: '0' }, value: 7 },
        { labels: { shard: '1' }, value: 7 },
      ],
    ],
  ])
})

test('[M2] of a shard that is away no row is live, the others stay, and the status says that some are missing', async () => {
  const { shards, here } = await both()
  shards[1].voice.stop()
  const goOn = async (holds: () => boolean) => {
    for (let ms = 0; ms < 8_000 && !holds(); ms += 200) {
      clock.advance(200)
      shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
      await settle()
    }
  }
  const lostAt = clock.now()
  await goOn(() => !here.ids().includes(idIn(1)))
  // A row says itself for how long it holds: 1.6 s.
  expect(clock.now() - lostAt).toBeLessThan(2_500)
  expect(here.stats()).toMatchObject({ total_opportunities: 2, by_mode: { spot: 2 } })
  await goOn(() => here.engine.shardsHeard === 'some')
  await goOn(() => here.status().exchanges[0]?.state === 'reconnecting')
  expect(here.status()).toMatchObject({
    engine: { state: 'ready' },
    exchanges: [{ state: 'reconnecting', reason: 'engine-restarting', books_live: 8, books_total: 20 }],
  })
  expect([here.ids(), here.engine.condition]).toEqual([[idIn(0), idIn(0, 1)], 'running'])
  expect(await here.engine.evidence(idIn(1))).toEqual({ kind: 'unavailable' })

  // Another engine takes over: its rows are none of the old ones to whoever follows the list.
  const revisions = new Map(here.news.flatMap(({ state }) => state.rows.spot.map(({ id, revision }) => [id, revision])))
  const next = leading(1, 2)
  for (let tries = 0; tries < 50 && !here.ids().includes(idIn(1)); tries++) {
    clock.advance(200)
    shards[0].publish([rowIn(0, 0.5)])
    next.publish([rowIn(1, 0.4)])
    await settle()
  }
  const now = here.state()?.rows.spot.find(({ id }) => id === idIn(1))?.revision ?? 0
  expect(now).toBeGreaterThan(revisions.get(idIn(1)) ?? 0)
  expect(here.status().exchanges[0]?.state).toBe('live')
  expect(here.conditions).toEqual(['running'])
})

test('an engine that was told another number of shards is refused, said so in the log and by readiness, and asked nothing', async () => {
  const wrong = leading(1, 1, 4)
  const right = leading(0)
  const here = listening()
  for (let tries = 0; tries < 50 && (here.ids().length === 0 || here.engine.shardsHeard !== 'refused'); tries++) {
    clock.advance(200)
    right.publish([rowIn(0, 0.5)])
    wrong.publish([rowIn(1, 0.9)])
    await settle()
  }
  expect([here.ids(), here.engine.shardsHeard]).toEqual([[idIn(0)], 'refused'])
  expect(logged.filter((event) => event === 'engine-of-other-shards')).toHaveLength(1)
  expect(await here.engine.evidence(idIn(1))).toEqual({ kind: 'unavailable' })
  expect(wrong.asked('evidence')).toBe(0)
})

test('visitors’ lists are told once in a round, of all shards together', async () => {
  const { shards, here, publish } = await both()
  const told = () => here.news.filter((one) => one.kind === 'frozen')
  const asked = () => shards.map(({ asked: of }) => of('freeze'))
  const before = told().length
  const rounds = asked()
  for (let ms = 0; ms < 26_000; ms += 200) {
    publish()
    if (ms % 1_000 === 0) await settle()
  }
  await settle()
  const made = asked().map((count, shard) => count - (rounds[shard] ?? 0))
  const count = told().length - before
  expect(count).toBeGreaterThanOrEqual(3)
  expect(count).toBeLessThanOrEqual(Math.max(...made) + 1)
  const last = told().at(-1)
  expect(Object.keys(last?.kind === 'frozen' ? last.evidence : {}).sort()).toEqual(
    [idIn(0), idIn(0, 1), idIn(1)].sort(),
  )
})

test.each([
  ['long', 16_000],
  ['short', 4_400],
])(
  'what a leader froze is not shown any more once another leads in its place, after a %s outage',
  async (_, outageMs) => {
    const { shards, here, publish } = await both()
    const frozen = () => here.news.filter(({ kind }) => kind === 'frozen')
    const goOn = async (ms: number, told: () => void) => {
      for (let past = 0; past < ms; past += 400) {
        clock.advance(400)
        told()
        await settle()
      }
    }
    const first = () => shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
    await goOn(8_000, publish)
    expect(
      frozen()
        .at(-1)
        ?.state.rows.spot.map(({ id }) => id),
    ).toContain(idIn(1))
    shards[1].voice.stop()
    await goOn(outageMs, first)
    // In the middle of a round: the new leader has told states, and frozen nothing yet.
    const next = leading(1, 2)
    next.script().answers = false
    const before = frozen().length
    await goOn(14_000, () => {
      first()
      next.publish([rowIn(1, 0.3)])
    })
    expect(here.ids()).toContain(idIn(1))
    const later = frozen().slice(before)
    expect(later.length).toBeGreaterThan(1)
    for (const { state } of later) {
      expect(state.rows.spot.map(({ id }) => id)).toEqual([idIn(0), idIn(0, 1)])
      expect(state.asOf - state.oldestInput.spot).toBeLessThan(10_000)
    }
    next.script().answers = true
    await goOn(8_000, () => {
      first()
      next.publish([rowIn(1, 0.3)])
    })
    expect(
      frozen()
        .at(-1)
        ?.state.rows.spot.map(({ id }) => id),
    ).toContain(idIn(1))
  },
)

test.each([
  ['counts', { stats: '{"by_mode":"of a later version"}' }],
  ['counts that are no text of ours', { stats: 'later' }],
  ['prices', { prices: '[{"symbol":1}]' }],
  ['figures of books', { tally: tallyOf(feed('okx', { gaps: -0.5 })) }],
])('a shard whose %s cannot be read is as good as not heard, which the log says once', async (_, change) => {
  const { shards, here, publish } = await both()
  const [readable, stranger] = [here.state() as MarketState, member()]
  shards[1].voice.stop()
  ends.push(stranger.serve(questionTopic(1, 2), async () => toBytes({ node: 'later', at: clock.now() })))
  for (let count = 1; count < 100 && here.engine.shardsHeard !== 'some'; count++) {
    publish()
    const state = { ...readable, version: count, asOf: clock.now(), tally: tallyOf(feed('okx')), ...change }
    stranger.publishState(
      stateTopic(1),
      { epoch: 2, count },
      newsBytes({ node: 'later', of: OF, news: { kind: 'state', state } }),
    )
    await settle()
  }
  publish()
  await settle()
  expect([here.engine.shardsHeard, here.engine.condition]).toEqual(['some', 'running'])
  expect(here.ids()).toEqual([idIn(0), idIn(0, 1)])
  expect(here.status()).toMatchObject({ exchanges: [{ state: 'reconnecting', books_live: 8, books_total: 20 }] })
  expect(logged.filter((event) => event === 'shard-state-unread')).toHaveLength(1)

  const next = leading(1, 3)
  for (let tries = 0; tries < 50 && !here.ids().includes(idIn(1)); tries++) {
    publish()
    next.publish([rowIn(1, 0.4)])
    await settle()
  }
  expect([here.engine.shardsHeard, here.ids()]).toEqual(['all', [idIn(0), idIn(1), idIn(0, 1)]])
})

test('a shard that hangs is waited for only until it counts as away, and rows that waited for it are as old as they are', async () => {
  const { shards, here } = await both()
  const [ready, hung] = [shards[0].script(), shards[1].script()]
  ready.answers = false
  hung.answers = false
  const asked = here.engine.personal(new Map())
  await vi.waitUntil(() => shards.every(({ asked: of }) => of('personal') === 1))
  const rows = [
    rowIn(0, 0.5),
    row(idIn(0, 1), { net_roi: 0.2, expires_in_ms: 1_900 }),
    row(idIn(0, 2), { expires_in_ms: 5_000 }),
  ]
  const [request] = ready.requests.filter(({ kind }) => kind === 'personal')
  if (request?.kind !== 'personal') throw new Error('nothing was asked')
  ready.say({ kind: 'personal', requestId: request.requestId, json: JSON.stringify(rows) })
  await settle()
  clock.advance(2_100)
  const told = JSON.parse((await asked) ?? '') as ReturnType<typeof row>[]
  expect(told.map(({ id }) => id)).toEqual([idIn(0, 2)])
  expect((told[0]?.age_ms ?? 0) + (told[0]?.expires_in_ms ?? 0)).toBe(5_400)
  expect(told[0]?.age_ms).toBeGreaterThanOrEqual(2_500)

  ready.answers = true
  for (let tries = 0; tries < 50 && here.engine.shardsHeard !== 'some'; tries++) {
    clock.advance(200)
    shards[0].publish([rowIn(0, 0.5)])
    await settle()
  }
  const before = clock.now()
  expect(await here.engine.personal(new Map())).toBe('[]')
  expect(await here.engine.evidence(idIn(1))).toEqual({ kind: 'unavailable' })
  expect(clock.now() - before).toBeLessThan(1_000)
  expect(shards[1].asked('personal')).toBe(1)
})

test('what a shard froze leaves after ten seconds though it is heard, if it freezes nothing anew', async () => {
  const { shards, here, publish } = await both()
  const told: { readonly at: number; readonly ids: string[] }[] = []
  here.engine.listen({
    message: ({ kind, state }) =>
      kind === 'frozen' ? told.push({ at: clock.now(), ids: state.rows.spot.map(({ id }) => id) }) : undefined,
    condition: () => undefined,
  })
  const goOn = async (ms: number) => {
    for (let past = 0; past < ms; past += 400) {
      clock.advance(200)
      publish()
      await settle()
    }
  }
  await goOn(14_000)
  expect(told.at(-1)?.ids).toContain(idIn(1))
  shards[1].script().answers = false
  const from = clock.now()
  await goOn(24_000)
  const late = told.filter(({ at }) => at - from > 10_000)
  expect(late.length).toBeGreaterThan(0)
  expect(late.flatMap(({ ids }) => ids)).not.toContain(idIn(1))
  expect([here.ids().includes(idIn(1)), here.engine.shardsHeard]).toEqual([true, 'all'])
})

test('two markets are never in one list: the exchanges’ own is shown as soon as one shard receives it', async () => {
  const shards = [leading(0), leading(1)] as const
  const here = listening()
  for (let tries = 0; tries < 50 && here.state()?.source !== 'live'; tries++) {
    clock.advance(200)
    shards[0].publish([rowIn(0, 0.5)], { source: 'live' })
    shards[1].publish([rowIn(1, 0.9)], { source: 'demo' })
    await settle()
  }
  expect([here.state()?.source, here.ids()]).toEqual(['live', [idIn(0)]])
  expect(here.status().exchanges[0]).toMatchObject({ state: 'reconnecting' })
})
