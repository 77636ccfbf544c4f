import { expect, test } from 'vitest'
import { settle } from '../testing/test-server.ts'
import { clock, HISTORY, logged, renewBus } from './testing/bus-members.ts'
import { both, coinIn, idIn, leading, listening, rowIn } from './testing/led-by-shards.ts'

renewBus()

test('the rows of all shards are one list in the order of one engine, with summed counts', async () => {
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

test('a question about a row goes to the shard of its coin alone, any other question to all shards', async () => {
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
      'makas_shard_rows_refused',
      [
        { labels: { shard: '0' }, value: 0 },
        { labels: { shard: '1' }, value: 0 },
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

test('[M2] no row of an absent shard is live, the others stay, and the status says that some are missing', async () => {
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
  // A row's own limit: it expires after 1.6 s.
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

  // Another engine takes over: a client of the list must not take its rows for unchanged ones.
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

test('an engine with another number of shards is refused and asked nothing; log and readiness say so', async () => {
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

test('two markets are never in one list: the live market is shown as soon as one shard receives it', async () => {
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
