import { expect, test, vi } from 'vitest'
import type { MarketState } from '../../app/engine-protocol/state.ts'
import { MarketBoard } from '../market-board.ts'
import { row } from '../testing/rows.ts'
import { settle } from '../testing/test-server.ts'
import { OtherShards } from './other-shards.ts'
import { publicationBytes, questionTopic, stateTopic } from './publication-codec.ts'
import { clock, ends, log, logged, member, renewBus } from './testing/bus-members.ts'
import { both, feed, idIn, leading, OF, rowIn, tallyOf } from './testing/led-by-shards.ts'
import { toBytes } from './value-codec.ts'

renewBus()

test('visitors’ lists are merged once in a round, for all shards together', async () => {
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

const statsOf = (spot: number) =>
  JSON.stringify({
    ...{ active_exchanges: 1, total_opportunities: spot, by_mode: { spot, carry: 0, tri: 0 } },
    ...{ live_pairs: 12, rejected: {} },
  })

/** Advances time in steps, calling `told` at each, until `isDone` holds. */
async function goOn(ms: number, told: () => void, isDone = () => false): Promise<void> {
  for (let past = 0; past < ms && !isDone(); past += 400) {
    clock.advance(400)
    told()
    await settle()
  }
}

test.each([
  ['long', 16_000],
  ['short', 4_400],
])(
  'a shard’s frozen rows stay, with their age, over a %s outage until its next leader has frozen',
  async (_, outageMs) => {
    const { shards, here, publish } = await both()
    const board = new MarketBoard({ engine: here.engine, clock, source: 'demo' })
    const seen = () => board.view(false).lists.spot.rows.map(({ json }) => JSON.parse(json) as ReturnType<typeof row>)
    const stateOf = async (id: string) => {
      const found = await board.evidence(id, false)
      return found.kind === 'found' ? (JSON.parse(found.json) as { row: { state?: string } }).row.state : found.kind
    }
    const first = () => shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
    await goOn(12_000, publish)
    expect(seen().map(({ id }) => id)).toEqual([idIn(0), idIn(1), idIn(0, 1)])
    const told = await stateOf(idIn(1))
    expect(told).not.toBe('CLOSED')
    const age = () => seen().find(({ id }) => id === idIn(1))?.age_ms ?? Number.NaN
    const lastAge = age()
    shards[1].voice.stop()
    await goOn(outageMs, first)
    // In the middle of a round: the new leader has published states, but no frozen one yet.
    const next = leading(1, 2)
    next.script().answers = false
    await goOn(12_000, () => {
      first()
      next.publish([rowIn(1, 0.3)])
    })
    expect(here.ids()).toContain(idIn(1))
    expect(seen().map(({ id }) => id)).toEqual([idIn(0), idIn(1), idIn(0, 1)])
    expect(age() - lastAge).toBeGreaterThan(outageMs + 1_000)
    expect(await stateOf(idIn(1))).toBe(told)
    // The new leader's frozen state replaces the old one, and rows that it does not list are closed.
    next.script().answers = true
    await goOn(12_000, () => {
      first()
      next.publish([rowIn(1, 0.3, 1)])
    })
    expect(seen().map(({ id }) => id)).toEqual([idIn(0), idIn(1, 1), idIn(0, 1)])
    expect(await stateOf(idIn(1))).toBe('CLOSED')
  },
)

test('a new leader that has proven no book yet takes no row from visitors', async () => {
  const { shards, here, publish } = await both()
  const first = () => shards[0].publish([rowIn(0, 0.5)])
  const frozenIds = () => here.news.findLast(({ kind }) => kind === 'frozen')?.state.rows.spot.map(({ id }) => id)
  await goOn(40_000, publish, () => frozenIds()?.length === 3)
  shards[1].voice.stop()
  const next = leading(1, 2)
  const starting = () => {
    first()
    next.publish([], { ready: false })
  }
  await goOn(40_000, starting, () => next.asked('freeze') > 2)
  await goOn(2_000, starting)
  expect(frozenIds()).toEqual([idIn(0), idIn(1)])
  await goOn(
    40_000,
    () => {
      first()
      next.publish([])
    },
    () => frozenIds()?.length === 1,
  )
  expect(frozenIds()).toEqual([idIn(0)])
})

test.each([
  ['counts', { stats: '{"by_mode":"of a later version"}' }],
  ['counts that are no text of ours', { stats: 'later' }],
  ['prices', { prices: '[{"symbol":1}]' }],
  ['figures of books', { tally: tallyOf(feed('okx', { gaps: -0.5 })) }],
])('a shard whose %s cannot be read counts as not heard, which the log says once', async (_, change) => {
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
      publicationBytes({ node: 'later', of: OF, news: { kind: 'state', state } }),
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

test('nobody waits longer for a hanging shard than until it counts as away, and rows that waited have their true age', async () => {
  const { shards, here } = await both()
  const [ready, hung] = [shards[0].script(), shards[1].script()]
  ready.answers = false
  hung.answers = false
  const asked = here.engine.personal(new Map())
  await vi.waitUntil(() => shards.every(({ asked: of }) => of('personal') === 1), { timeout: 120_000 })
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

test('a shard’s frozen rows leave before their oldest input is 90 s old, without the rows of other shards', async () => {
  const { shards, here, publish } = await both()
  const board = new MarketBoard({ engine: here.engine, clock, source: 'demo' })
  const seen = () => board.view(false).lists.spot.rows.map(({ json }) => JSON.parse(json) as ReturnType<typeof row>)
  await goOn(40_000, publish, () => seen().length === 3)
  shards[1].voice.stop()
  const goneAt = clock.now()
  let [oldest, shownMs, least] = [0, 0, Number.POSITIVE_INFINITY]
  await goOn(100_000, () => {
    shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
    const rows = seen()
    least = Math.min(least, rows.filter(({ id }) => id !== idIn(1)).length)
    oldest = Math.max(oldest, ...rows.map(({ age_ms }) => age_ms))
    if (rows.some(({ id }) => id === idIn(1))) shownMs = clock.now() - goneAt
  })
  expect(least).toBe(2)
  expect(shownMs).toBeGreaterThan(75_000)
  expect(oldest).toBeLessThanOrEqual(90_000)
  expect(seen().map(({ id }) => id)).toEqual([idIn(0), idIn(0, 1)])
})

test('a row that cannot be read is refused, counted and told, and the others are shown', async () => {
  const { shards, here, publish } = await both()
  const template = here.state() as MarketState
  shards[1].voice.stop()
  await settle()
  const stranger = member()
  ends.push(stranger.serve(questionTopic(1, 2), async () => toBytes({ node: 'later', at: clock.now() })))
  const spot = [
    { id: idIn(1), revision: 1, json: JSON.stringify(rowIn(1, 0.4)) },
    { id: idIn(1, 1), revision: 2, json: '{"net_roi":0.9' },
    { id: idIn(1, 2), revision: 3, json: '{"net_roi":0.8,"age_ms":"later"}' },
  ]
  for (let count = 1; count < 100 && !(here.engine.shardsHeard === 'all' && here.ids().includes(idIn(1))); count++) {
    publish()
    const state = {
      ...{ ...template, version: count, asOf: clock.now(), tally: tallyOf(feed('okx')) },
      ...{ rows: { spot, carry: [], tri: [] }, stats: statsOf(3) },
    }
    // One state was held up: its rows are aged.
    clock.advance(300)
    const news = publicationBytes({ node: 'later', of: OF, news: { kind: 'state', state } })
    stranger.publishState(stateTopic(1), { epoch: 2, count }, news)
    await settle()
  }
  expect(here.ids()).toEqual([idIn(0), idIn(1), idIn(0, 1)])
  expect(here.stats()).toMatchObject({ total_opportunities: 3 })
  expect(logged.filter((event) => event === 'engine-rows-refused')).toHaveLength(1)
  const figures = await here.engine.metrics()
  const refused = figures?.find(({ name }) => name === 'makas_shard_rows_refused')?.samples.map(({ value }) => value)
  expect(refused).toEqual([0, expect.toSatisfy((count: number) => count >= 2 && count % 2 === 0)])
})

test('a shard whose leader leaves is away at once', async () => {
  const { shards, here } = await both()
  shards[1].voice.stop()
  await settle()
  expect([here.engine.shardsHeard, here.ids()]).toEqual(['some', [idIn(0), idIn(0, 1)]])
})

test('an engine with more shards is noticed, although it leads no shard of ours', async () => {
  const others = new OtherShards({ bus: member(), shardCount: OF, most: 16, clock, log })
  others.start()
  ends.push(() => others.stop())
  await settle()
  expect(others.areHeard).toBe(false)
  const wrong = leading(3, 1, 4)
  for (let tries = 0; tries < 50 && !others.areHeard; tries++) {
    clock.advance(200)
    wrong.publish([])
    await settle()
  }
  expect(others.areHeard).toBe(true)
  expect(logged).toEqual(['engine-of-other-shards'])
  wrong.voice.stop()
  clock.advance(11_000)
  expect(others.areHeard).toBe(false)
})
