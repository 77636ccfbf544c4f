import { expect, test, vi } from 'vitest'
import type { MarketState } from '../../app/engine-protocol/state.ts'
import { row } from '../testing/rows.ts'
import { newsBytes, questionTopic, stateTopic } from './publication-codec.ts'
import { clock, ends, logged, member, settle } from './testing/bus-members.ts'
import { both, feed, idIn, leading, OF, rowIn, tallyOf } from './testing/led-by-shards.ts'
import { toBytes } from './value-codec.ts'

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
    for (let tries = 0; tries < 50 && !here.ids().includes(idIn(1)); tries++)
      await goOn(400, () => {
        first()
        next.publish([rowIn(1, 0.3)])
      })
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
  await vi.waitUntil(() => shards.every(({ asked: of }) => of('personal') === 1), { timeout: 20_000 })
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
