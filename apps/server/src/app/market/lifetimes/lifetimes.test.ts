import { Lifetimes as Answer } from '@makas/contract'
import type { Mode } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { lifetimesAnswer } from '../engine/answers/lifetimes-answer.ts'
import { Publisher } from '../publish/publisher.ts'
import { finished, type Life } from '../testing/finished.ts'
import { RecordedStage, ROUTE } from '../testing/recorded-stage.ts'
import { Lifetimes } from './lifetimes.ts'
import { measuredOutlook } from './lifetimes-outlook.ts'

const NOW = 10_000_000
const CENSORED = { kind: 'censored', why: 'gap' } as const

/** Lives of 100, 200, 300 … ms, all ended. */
const lives = (count: number, life: Life = {}) =>
  Array.from({ length: count }, (_, at) => finished({ ms: 100 * (at + 1), ...life }))

function measured(...episodes: ReturnType<typeof finished>[]): Lifetimes {
  const lifetimes = new Lifetimes()
  for (const episode of episodes) lifetimes.add(episode)
  return lifetimes
}

function outlook(
  lifetimes: Lifetimes,
  { id = ROUTE, mode = 'spot' as Mode, ageMs = 0, latencyMs = 0, now = NOW } = {},
) {
  return measuredOutlook(lifetimes)(
    { id, mode, openSince: now - ageMs },
    { ageMs: 0, expiresInMs: 2_000, latencyMs },
    now,
  )
}

describe('which curve a row is told from', () => {
  test('the prior below thirty ended episodes of the route, its own curve from then on', () => {
    expect(outlook(measured(...lives(29), ...lives(50, { ms: 1, end: CENSORED }))).basis).toBe('prior')
    expect(outlook(measured(...lives(30))).basis).toBe('measured')
    expect(outlook(measured(...lives(30, { route: 'spot.SOL-USDT.bybit.binance' }))).basis).toBe('prior')
  })

  test('the mode’s from two hundred ended episodes on, and only this mode’s', () => {
    const others = (count: number) => lives(count).map((one, at) => ({ ...one, route: `spot.X-USDT.okx.${at % 20}` }))
    expect(outlook(measured(...others(199))).basis).toBe('prior')
    const enough = measured(...others(200))
    expect(outlook(enough).basis).toBe('measured')
    expect(outlook(enough, { mode: 'tri', id: 'tri.okx.USDT-BTC-ETH' }).basis).toBe('prior')
  })

  test('the chance is to last past the latency at the present age, the time left its median', () => {
    const own = measured(...lives(30), ...lives(300, { route: 'spot.BTC-USDT.okx.binance', ms: 50 }))
    // Of lives of 100, 200 … 3000 ms, 21 last to 1000 ms; 16 of these last past 1500 ms, and half are over at 2000 ms.
    expect(outlook(own, { ageMs: 1_000, latencyMs: 500 })).toEqual({ confidence: 71, basis: 'measured', ttlMs: 1_000 })
    expect(outlook(own, { latencyMs: 20 })).toEqual({ confidence: 100, basis: 'measured', ttlMs: 1_500 })
  })

  test('at an age that the route was never seen at, the mode’s; where no route was, the prior', () => {
    const long = lives(200, { route: 'spot.BTC-USDT.okx.binance' })
    const both = measured(...lives(30), ...long)
    expect(outlook(both, { ageMs: 3_001 })).toMatchObject({ basis: 'measured', ttlMs: 8_499 })
    expect(outlook(both, { ageMs: 20_001 })).toMatchObject({ basis: 'prior', ttlMs: 1_500 })
  })

  test('a curve that is not known to fall by half says nothing', () => {
    const open = lives(200, { route: 'spot.BTC-USDT.okx.binance', ms: 90_000, end: CENSORED })
    expect(outlook(measured(...lives(30), ...lives(70, { ms: 90_000, end: CENSORED }), ...open)).basis).toBe('prior')
  })

  test('it is made anew a few seconds after news, not with every row', () => {
    const lifetimes = measured(...lives(30))
    expect(outlook(lifetimes).ttlMs).toBe(1_500)
    for (const life of lives(60, { ms: 7_000 })) lifetimes.add(life)
    expect(outlook(lifetimes, { now: NOW + 4_999 }).ttlMs).toBe(1_500)
    expect(outlook(lifetimes, { now: NOW + 5_000 }).ttlMs).toBe(7_000)
  })
})

test('a published row counts its age from the opening of its episode, and says that it was measured', () => {
  const lifetimes = measured(...lives(30))
  const stage = new RecordedStage().open()
  stage.frame(1_500, false)
  stage.frame(1_600, true)
  const inputs = {
    engine: stage.engine,
    feeds: [],
    changes: new Map(),
    source: 'demo' as const,
    outlookOf: measuredOutlook(lifetimes),
    isDeciding: false,
    startedAt: 0,
  }
  const publisher = new Publisher()
  const rowOf = (json: string | undefined) => JSON.parse(json ?? 'null')
  expect(rowOf(publisher.state(inputs, 1_700, 1_700).rows.spot[0]?.json)).toMatchObject({
    detected_at: '1970-01-01T00:00:01.600Z',
    confidence_basis: 'measured',
    // 24 lives last to 700 ms, 23 of them longer; half of the 24 are over at 1,800 ms.
    confidence: 96,
    ttl_ms: 1_100,
  })
  stage.frame(1_700, false)
  const told = stage.told.at(-1)
  if (told === undefined) throw new Error('nothing was told')
  publisher.closed(told, inputs)
  expect(rowOf(publisher.evidence(inputs, ROUTE, 1_700) ?? undefined).row).toMatchObject({
    state: 'CLOSED',
    confidence_basis: 'measured',
    // As of 600 ms, its last evaluation.
    ttl_ms: 1_200,
  })
})

describe('the answer of /api/lifetimes', () => {
  test('names every mode and the routes, with their curves and how good forecasts were', () => {
    const lifetimes = measured(
      finished({ ms: 120, forecast: { share: 0.9, latencyMs: 100 } }),
      finished({ ms: 300, forecast: { share: 0.8, latencyMs: 400 } }),
      finished({ ms: 300, end: CENSORED, forecast: { latencyMs: 400 } }),
      finished({ ms: 450, mode: 'tri', route: 'tri.okx.USDT-BTC-ETH', forecast: { share: 1, latencyMs: 10 } }),
    )
    const answer = lifetimesAnswer(lifetimes, 'demo', NOW)
    expect(Answer.parse(answer)).toEqual(answer)
    const spot = {
      mode: 'spot',
      basis: 'prior',
      episodes: 3,
      ended: 2,
      censored: 1,
      median_ms: 300,
      survival: [
        { ms: 120, share: 0.66666667 },
        { ms: 300, share: 0.33333333 },
      ],
      brier: 0.325,
      reliability: [
        { from: 0.8, to: 0.9, n: 1, predicted: 0.8, observed: 0 },
        { from: 0.9, to: 1, n: 1, predicted: 0.9, observed: 1 },
      ],
    }
    const tri = {
      mode: 'tri',
      basis: 'prior',
      episodes: 1,
      ended: 1,
      censored: 0,
      median_ms: 450,
      survival: [{ ms: 450, share: 0 }],
      brier: 0,
      reliability: [{ from: 0.9, to: 1, n: 1, predicted: 1, observed: 1 }],
    }
    const none = { episodes: 0, ended: 0, censored: 0, median_ms: null, survival: [], brier: null, reliability: [] }
    expect(answer).toEqual({
      source: 'demo',
      as_of: '1970-01-01T02:46:40.000Z',
      modes: [spot, { mode: 'carry', basis: 'prior', ...none }, tri],
      routes: [
        { id: ROUTE, ...spot },
        { id: 'tri.okx.USDT-BTC-ETH', ...tri },
      ],
    })
  })

  test('says which curves rows are told from', () => {
    const answer = lifetimesAnswer(measured(...lives(30)), 'live', NOW)
    expect([answer.modes[0]?.basis, answer.routes[0]?.basis]).toEqual(['prior', 'measured'])
    const busy = measured(...lives(200), finished({ route: 'spot.BTC-USDT.okx.binance' }))
    expect(lifetimesAnswer(busy, 'live', NOW).routes.map(({ basis }) => basis)).toEqual(['measured', 'measured'])
  })

  test('stays small: the routes that ended most, in order of their ids, and points of their curves', () => {
    const lifetimes = new Lifetimes()
    for (let route = 0; route < 250; route++) {
      const count = route < 50 ? 1 : 40
      for (const life of lives(count, { route: `spot.C${1_000 + route}-USDT.okx.binance` })) lifetimes.add(life)
    }
    const { routes, modes } = lifetimesAnswer(lifetimes, 'live', NOW)
    expect([routes.length, routes[0]?.id, routes.at(-1)?.id]).toEqual([
      200,
      'spot.C1050-USDT.okx.binance',
      'spot.C1249-USDT.okx.binance',
    ])
    expect(routes.every(({ survival }) => survival.length === 25 && survival.at(-1)?.share === 0)).toBe(true)
    expect(modes[0]?.survival.length).toBe(40)
  })
})

test('memory is bounded: the newest of a route and of a mode, and the routes seen last', () => {
  const lifetimes = new Lifetimes()
  for (const life of lives(300)) lifetimes.add(life)
  expect(lifetimes.ofRoute(ROUTE)?.episodes).toBe(200)
  for (let n = 0; n < 20_000; n++) lifetimes.add(finished({ route: `spot.C${n % 4_999}-USDT.okx.binance` }))
  expect(lifetimes.mode('spot').episodes).toBe(20_000)
  expect([...lifetimes.routes()]).toHaveLength(5_000)
  lifetimes.add(finished({ route: 'spot.NEW-USDT.okx.binance' }))
  expect([...lifetimes.routes()]).toHaveLength(5_000)
  expect(lifetimes.ofRoute(ROUTE)).toBeNull()
  // Number 19,999 was the third route's, so the fourth has been silent for longest; it now gets another episode.
  const other = (n: number) => `spot.C${n}-USDT.okx.binance`
  lifetimes.add(finished({ route: other(4) }))
  lifetimes.add(finished({ route: 'spot.NEWER-USDT.okx.binance' }))
  const known = new Set([...lifetimes.routes()].map(([id]) => id))
  expect([0, 3, 4, 5, 6].filter((n) => known.has(other(n)))).toEqual([0, 3, 4, 6])
})
