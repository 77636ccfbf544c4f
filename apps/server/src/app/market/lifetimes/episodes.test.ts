import { EXCHANGES, type ExchangeId } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Route } from '../route/route.ts'
import { RecordedStage, ROUTE } from '../testing/recorded-stage.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'

const SEED = 93
const HOUR = 3_600_000
const okx = { exchange: 'okx', market: 'spot', transport: 'ws', path: '/', query: new URLSearchParams() } as const

describe('an episode outlasts its row', () => {
  test('the row closes at the first negative evaluation, the episode ends at the third', () => {
    const stage = new RecordedStage().open()
    stage.frame(1_400, true)
    stage.frame(1_500, false)
    expect(stage.story.at(-1)).toBe(`closed ${ROUTE} negative`)
    stage.frame(1_600, false)
    expect(stage.finished).toEqual([])
    stage.book(1_700, 'binance', 'SOLUSDT', '101', '101.1')
    expect(stage.finished).toEqual([
      {
        route: ROUTE,
        mode: 'spot',
        openedAt: 1_000,
        closedAt: 1_500,
        end: { kind: 'ended' },
        size: '1',
        // 0.799 of 100.1
        path: [
          [0, 0.7982018],
          [400, 0.7982018],
        ],
        maxRoi: 0.7982018,
        lastRoi: 0.7982018,
        forecast: { share: 0.99, basis: 'prior', latencyMs: 20 },
      },
    ])
    expect(stage.engine.routes.every(({ isIdle }) => isIdle)).toBe(true)
  })

  test('a flicker closes and opens the row, and is one episode', () => {
    const stage = new RecordedStage().open()
    for (const [at, pays] of [false, true, false, false, true, false, false, false].entries()) {
      stage.frame(1_100 + at * 100, pays)
    }
    expect(stage.story.filter((line) => line.startsWith('opened'))).toHaveLength(3)
    expect(stage.lives).toEqual(['600 ms ended'])
    stage.frame(2_000, true)
    stage.lose('okx', 'SOLUSDT', 'gap')
    expect(stage.finished[1]).toMatchObject({ openedAt: 2_000, closedAt: 2_000 })
  })

  test('a repeated frame is no further evaluation', () => {
    const stage = new RecordedStage().open()
    stage.frame(1_100, false)
    const slot = stage.slot('okx', 'SOLUSDT')
    for (let now = 1_110; now < 1_200; now += 10) {
      slot.repeated(now, now, 1)
      stage.engine.frame(now, () => stage.engine.sink('okx').touched(slot))
    }
    expect(stage.lives).toEqual([])
    stage.frame(1_200, false)
    stage.frame(1_300, false)
    expect(stage.lives).toEqual(['100 ms ended'])
  })

  test('the best and the last return are kept, and the size of its opening', () => {
    const stage = new RecordedStage().open()
    stage.book(1_200, 'okx', 'SOLUSDT', '99.9', '99.95', '3')
    stage.book(1_300, 'okx', 'SOLUSDT', '99.9', '100.5')
    for (const now of [1_400, 1_500, 1_600]) stage.frame(now, false)
    const [episode] = stage.finished
    expect([episode?.size, episode?.path.map(([ageMs]) => ageMs)]).toEqual(['1', [0, 200]])
    expect(episode?.maxRoi).toBeCloseTo(0.8486, 4)
    expect(episode?.lastRoi).toBeCloseTo(0.2967, 4)
  })
})

const CAUSES: readonly (readonly [string, (stage: RecordedStage) => void])[] = [
  ['gap', (stage) => stage.lose('okx', 'SOLUSDT', 'gap')],
  ['checksum', (stage) => stage.lose('binance', 'SOLUSDT', 'checksum')],
  ['refused', (stage) => stage.lose('okx', 'SOLUSDT', 'refused')],
  ['down', (stage) => stage.lose('binance', 'SOLUSDT', 'down')],
  ['crossed', (stage) => stage.book(1_300, 'okx', 'SOLUSDT', '100.5', '100')],
  ['stale', (stage) => stage.engine.tick(3_301)],
  ['halted', (stage) => stage.engine.sink('okx').control(okx, { kind: 'system', trading: false, why: '' })],
  ['quarantine', (stage) => stage.book(1_300, 'okx', 'SOLUSDT', '80', '90')],
  ['unknown', (stage) => stage.list(instrument('okx', 'SOL', 'USDT', { specialFee: true }))],
  ['shutdown', (stage) => stage.engine.stopped()],
]

describe.each(CAUSES)('%s', (why, strike) => {
  /** Instruments with a special fee have an unknown fee here. */
  const stageWithGap = () =>
    new RecordedStage({ takerFee: ({ specialFee }) => (specialFee ? null : decimal('0.001')) }).open()

  test('censors an open episode at the last time that it was seen to pay', () => {
    const stage = stageWithGap()
    stage.frame(1_250, true)
    strike(stage)
    expect(stage.lives).toEqual([`250 ms ${why}`])
    stage.engine.stopped()
    stage.engine.tick(60_000)
    expect(stage.finished).toHaveLength(1)
  })

  test('censors one whose row has closed already', () => {
    const stage = stageWithGap()
    stage.frame(1_250, false)
    // The books return with a gap that is too small, so that the unknown fee is needed.
    stage.book(1_260, 'okx', 'SOLUSDT', '99.9', '100.9')
    expect(stage.engine.open.size).toBe(0)
    strike(stage)
    expect(stage.lives).toEqual([`0 ms ${why}`])
    stage.engine.tick(60_000)
    expect(stage.finished).toHaveLength(1)
  })
})

test('cycles and carry trades have episodes too', () => {
  const T = 1_000 * HOUR
  const stage = new RecordedStage()
  stage.list(
    instrument('binance', 'BTC', 'USDT'),
    instrument('binance', 'ETH', 'BTC'),
    instrument('binance', 'ETH', 'USDT'),
    instrument('binance', 'SOL', 'USDT'),
    instrument('binance', 'SOL', 'USDT', { market: 'perp' }),
  )
  stage.book(T, 'binance', 'BTCUSDT', '49999', '50000', '10')
  stage.book(T, 'binance', 'ETHBTC', '0.0499', '0.05', '10')
  stage.book(T, 'binance', 'ETHUSDT', '2550', '2551', '10')
  const mark = (price: string) => ({ kind: 'mark', symbol: 'SOLUSDT', mark: decimal(price), index: null }) as const
  const rates = Array.from({ length: 21 }, (_, n) => ({ time: T - (n + 1) * 8 * HOUR, rate: decimal('0.0003') }))
  const interval = { kind: 'interval', symbol: 'SOLUSDT', hours: 8 } as const
  stage.fact(T, 'binance', { kind: 'settled', symbol: 'SOLUSDT', rates }, mark('100'), interval)
  stage.book(T, 'binance', 'SOLUSDT', '99.99', '100', '10')
  stage.perp(T, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
  for (const now of [T + 100, T + 200, T + 300]) {
    stage.book(now, 'binance', 'ETHUSDT', '2400', '2401', '10')
    stage.fact(now, 'binance', mark('0.1'))
    stage.book(now, 'binance', 'SOLUSDT', '99.99', '100', '10')
  }
  const found = stage.finished.map(({ route, size, maxRoi, closedAt, end }) => {
    return `${route} ${size} ${maxRoi} ${closedAt - T} ${end.kind}`
  })
  expect(found.sort()).toEqual([
    // 81 of funding − 4.002 of fees on 2001 and on 1500.5.
    'carry.SOL-USDT.binance.long-spot.1x 10 3.84797601 100 ended',
    'carry.SOL-USDT.binance.long-spot.2x 10 5.1314895 100 ended',
    // 0.5 BTC, 9.99 ETH, 25449.0255 USDT, 0.507492 BTC.
    'tri.binance.BTC-ETH-USDT 0.5 1.4984 100 ended',
  ])
})

test('without a recorder, as in a replay, nothing is followed', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(1_100, 'okx', 'SOLUSDT', '99.9', '101')
  stage.engine.stopped()
  expect(stage.engine.routes.map(({ episode, isIdle }) => [episode, isIdle])).toEqual([
    [null, true],
    [null, true],
  ])
})

/** A plain reference: follows all routes after each frame of a market of single levels, fee 0.1 % a side. */
class PlainWatch {
  readonly finished: string[] = []
  readonly #open = new Map<Route, { from: number; seen: number; negatives: number[] }>()

  /** Censors the routes with a leg that may not be read. */
  look(routes: readonly Route[], now: number): void {
    for (const route of routes) if (!route.isLive(now)) this.#over(route, 'censored')
  }

  evaluated(route: Route, now: number): void {
    if (!route.isLive(now) || route.legs.some(({ slot }) => slot.book.isCrossed)) {
      this.#over(route, 'censored')
      return
    }
    const [buy, sell] = route.legs.map(({ slot }) => slot.book) as [Route['legs'][0]['slot']['book'], never]
    const pays = priceOf(sell, 'bids') * 999 > priceOf(buy, 'asks') * 1_001
    const open = this.#open.get(route)
    if (open === undefined) {
      if (pays) this.#open.set(route, { from: now, seen: now, negatives: [] })
    } else if (pays) this.#open.set(route, { ...open, seen: now, negatives: [] })
    else {
      open.negatives.push(now)
      if (open.negatives.length === 3) this.#over(route, 'ended')
    }
  }

  #over(route: Route, end: 'ended' | 'censored'): void {
    const open = this.#open.get(route)
    if (open === undefined) return
    this.#open.delete(route)
    this.finished.push(`${route.id} ${open.from} ${end === 'ended' ? open.negatives[0] : open.seen} ${end}`)
  }
}

/** The best price, in tenths. */
const priceOf = (book: Route['legs'][0]['slot']['book'], side: 'bids' | 'asks') =>
  Math.round(book[side].priceAt(0) * 10 ** (1 - book.priceDecimals))

test('after any sequence of frames, losses and pauses the episodes equal a plain reader’s', () => {
  const step = fc.record({
    exchange: fc.constantFrom<ExchangeId>(...EXCHANGES),
    bid: fc.integer({ min: 990, max: 1_010 }),
    spread: fc.integer({ min: -1, max: 5 }),
    lose: fc.integer({ min: 0, max: 15 }),
    wait: fc.constantFrom(1, 50, 400, 400, 2_500),
  })
  let episodes = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      const stage = new RecordedStage()
      for (const exchange of EXCHANGES) stage.list(instrument(exchange, 'SOL', 'USDT'))
      const plain = new PlainWatch()
      let now = 1_000
      for (const { exchange, bid, spread, lose, wait } of steps) {
        now += wait
        stage.engine.tick(now)
        plain.look(stage.engine.routes, now)
        const slot = stage.slot(exchange, 'SOLUSDT')
        if (lose === 0) stage.lose(exchange, 'SOLUSDT', 'gap')
        else stage.book(now, exchange, 'SOLUSDT', (bid / 10).toFixed(1), ((bid + spread) / 10).toFixed(1))
        for (const route of stage.engine.routes) {
          if (route.legs.some((leg) => leg.slot === slot)) plain.evaluated(route, now)
        }
      }
      const found = stage.finished.map(
        ({ route, openedAt, closedAt, end }) => `${route} ${openedAt} ${closedAt} ${end.kind}`,
      )
      expect(found.sort()).toEqual(plain.finished.sort())
      episodes += found.length
    }),
    { numRuns: 300, seed: SEED },
  )
  expect(episodes).toBeGreaterThan(300)
})
