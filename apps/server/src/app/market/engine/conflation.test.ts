import { EXCHANGES, type ExchangeId, exactText } from '@makas/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Opportunity } from '../opportunity/opportunity.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'
import { runToEnd } from './time-slices.ts'

const ROUTE = 'spot.SOL-USDT.okx.binance'

test('an open row whose best prices still pay is accounted for with the tick, and closes at once when they do not', () => {
  const stage = new Stage({ conflates: true })
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  expect(stage.story).toEqual([`opened ${ROUTE}`])
  stage.book(1_010, 'binance', 'SOLUSDT', '101.2', '101.3')
  stage.book(1_020, 'binance', 'SOLUSDT', '101.3', '101.4')
  expect(stage.told).toHaveLength(1)
  stage.engine.evaluateDeferred(1_100)
  expect(stage.story.slice(1)).toEqual([`changed ${ROUTE}`])
  stage.book(1_110, 'binance', 'SOLUSDT', '101.4', '101.5')
  stage.book(1_120, 'binance', 'SOLUSDT', '100', '100.1')
  expect(stage.story.slice(2)).toEqual([`closed ${ROUTE} negative`])
  stage.engine.evaluateDeferred(1_200)
  expect(stage.told).toHaveLength(3)
})

test('a row that is lost before the next tick closes no earlier than it opened', () => {
  const stage = new Stage({ conflates: true })
  stage.isLive = true
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const open = (now: number) => {
    stage.book(now, 'binance', 'SOLUSDT', '101', '101.1')
    stage.book(now, 'okx', 'SOLUSDT', '99.9', '100')
  }
  open(1_050)
  stage.lose('okx', 'SOLUSDT', 'gap')
  open(1_250)
  stage.book(1_260, 'okx', 'SOLUSDT', '99.9', '100.1')
  stage.engine.evaluateDeferred(1_300)
  stage.lose('okx', 'SOLUSDT', 'gap')
  expect(stage.told.map(({ event, t }) => [event, t])).toEqual([
    ...[
      ['opened', 1_050],
      ['closed', 1_050],
    ],
    ...[
      ['opened', 1_250],
      ['changed', 1_300],
      ['closed', 1_300],
    ],
  ])
})

test('[D2] a confirmed row that is plausible for a moment within a tick has to be confirmed anew', () => {
  const stage = new Stage({ conflates: true })
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const [route] = stage.engine.routes.filter(({ id }) => id === ROUTE)
  if (route === undefined) throw new Error('no route')
  const bid = (now: number, price: string) => stage.book(now, 'binance', 'SOLUSDT', price, '999')
  bid(1_000, '300')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  expect(stage.engine.rejected.quarantine).toBe(1)
  route.confirmed = true
  bid(1_010, '301')
  bid(1_020, '302')
  expect(stage.story).toEqual([`opened ${ROUTE}`])
  stage.engine.evaluateDeferred(1_100)
  bid(1_110, '101')
  bid(1_120, '302')
  expect(stage.story.slice(1)).toEqual([`changed ${ROUTE}`, `changed ${ROUTE}`, `closed ${ROUTE} quarantine`])
  expect(stage.engine.rejected.quarantine).toBe(1)
})

test('[D2] a row whose evaluation waits goes into quarantine, and may be confirmed by that evaluation', () => {
  const stage = new Stage({
    conflates: true,
    onQuarantined: (route) => {
      route.confirmed = true
    },
  })
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(1_010, 'binance', 'SOLUSDT', '101.2', '101.3')
  stage.book(1_020, 'binance', 'SOLUSDT', '300', '300.1')
  expect(stage.story).toEqual([`opened ${ROUTE}`, `closed ${ROUTE} quarantine`])
  stage.book(1_030, 'binance', 'SOLUSDT', '301', '301.1')
  expect(stage.story.slice(2)).toEqual([`opened ${ROUTE}`])
})

test('a gap that its depth did not carry waits for the tick, and opens with it', () => {
  const stage = new Stage({ conflates: true })
  const more = { minQty: decimal('2') }
  stage.list(instrument('binance', 'SOL', 'USDT', more), instrument('okx', 'SOL', 'USDT', more))
  stage.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  expect(stage.engine.rejected.size).toBe(1)
  stage.book(1_010, 'binance', 'SOLUSDT', '101', '101.1', '3')
  stage.book(1_010, 'okx', 'SOLUSDT', '99.9', '100', '3')
  expect(stage.told).toEqual([])
  stage.engine.evaluateDeferred(1_100)
  expect(stage.story).toEqual([`opened ${ROUTE}`])
})

test('a gap whose leg falls silent is counted as stale though nothing touches it, and anew when the leg speaks again', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(1_000, 'binance', 'SOLUSDT', '100.1', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
  stage.engine.tick(4_000)
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
  stage.book(4_010, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(4_010, 'binance', 'SOLUSDT', '100.1', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
})

test('a gap that fees ate is judged again when the fees change, though no price moves', () => {
  const fees = { fee: '0.01' }
  const stage = new Stage({ takerFee: () => decimal(fees.fee) })
  const cycle = [
    ['BTC', 'USDT', '50000', '50001'],
    ['ETH', 'BTC', '0.05', '0.050001'],
    ['ETH', 'USDT', '2510', '2511'],
  ] as const
  const list = () => {
    for (const [base, quote] of cycle) stage.list(instrument('binance', base, quote, { lotStep: decimal('0.0001') }))
  }
  list()
  for (const [base, quote, bid, ask] of cycle) stage.book(1_000, 'binance', base + quote, bid, ask, '5')
  for (const [base, quote, bid, ask] of cycle) stage.book(1_010, 'binance', base + quote, bid, ask, '5')
  expect(stage.engine.open.size).toBe(0)
  expect(stage.engine.rejected.fees).toBeGreaterThan(0)
  fees.fee = '0.0001'
  list()
  expect(stage.engine.openByMode.tri).toBeGreaterThan(0)
})

test('so is one between two exchanges', () => {
  const fees = { fee: '0.01' }
  const stage = new Stage({ takerFee: () => decimal(fees.fee) })
  const list = () => stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  list()
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(1_000, 'binance', 'SOLUSDT', '100.5', '100.6')
  expect(stage.engine.rejected.fees).toBe(1)
  fees.fee = '0.001'
  list()
  expect(stage.story).toEqual([`opened ${ROUTE}`])
})

const PAIRS = [
  { base: 'BTC', quote: 'USDT', middle: 50_000 },
  { base: 'ETH', quote: 'BTC', middle: 0.05 },
  { base: 'ETH', quote: 'USDT', middle: 2_500 },
] as const
const VENUES: readonly ExchangeId[] = EXCHANGES.slice(0, 2)

function listAll(stage: Stage): void {
  const more = { lotStep: decimal('0.001'), minQty: decimal('0.01') }
  for (const venue of VENUES) for (const { base, quote } of PAIRS) stage.list(instrument(venue, base, quote, more))
}

function* tick({ engine }: Stage, now: number): Generator<void, void, void> {
  yield* engine.ticking(now)
  yield* engine.evaluatingDeferred(() => now)
}

/** A fresh engine over the books of another one, all of which it first sees at `now` (ms). */
function sharing(stage: Stage, now: number): Stage {
  const fresh = new Stage({ openSlot: (exchange, _, symbol) => stage.slot(exchange, symbol) })
  listAll(fresh)
  const known = fresh.engine.slots.filter(({ acceptsDeltas }) => acceptsDeltas)
  for (const slot of known.sort((a, b) => a.receivedAt - b.receivedAt)) fresh.engine.sink(slot.exchange).touched(slot)
  fresh.engine.tick(now)
  return fresh
}

/** The result of every route: its row in exact numbers, or why there is none. */
function saying(stage: Stage): Record<string, string> {
  const said: Record<string, string> = {}
  for (const venue of VENUES) {
    for (const { base, quote } of PAIRS) {
      for (const { id, opportunity, rejection } of stage.engine.routesOf(stage.slot(venue, base + quote))) {
        if (opportunity !== null) said[id] = netOf(opportunity)
        else if (rejection !== null) said[id] = rejection
      }
    }
  }
  return said
}

function netOf(opportunity: Opportunity): string {
  return `${exactText(opportunity.account.net)} at ${opportunity.legs.map(({ bookTime }) => bookTime).join()}`
}

test('[WHAT-03] [D6] after each tick every row and every counted reason equals an engine’s which sees the books for the first time', () => {
  const step = fc.record({
    venue: fc.constantFrom(...VENUES),
    pair: fc.constantFrom(...PAIRS),
    away: fc.integer({ min: -9, max: 9 }),
    spread: fc.integer({ min: 1, max: 3 }),
    size: fc.constantFrom('0.002', '0.02', '5'),
    behind: fc.constantFrom('0.02', '7'),
    lose: fc.integer({ min: 0, max: 12 }),
    wait: fc.constantFrom(1, 5, 30, 90, 400, 2_500),
    pieces: fc.integer({ min: 0, max: 3 }),
    ticks: fc.boolean(),
  })
  const seen = { rows: 0, reasons: new Set<string>() }
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
      const stage = new Stage({ conflates: true })
      listAll(stage)
      let now = 1_000
      /** A tick in pieces, interrupted by frames; the whole tick after it evaluates the routes that it left. */
      let slow: Generator<void, void, void> | null = null
      for (const { venue, pair, away, spread, size, behind, lose, wait, pieces, ticks } of steps) {
        now += wait
        const symbol = pair.base + pair.quote
        if (lose === 0) stage.lose(venue, symbol, 'gap')
        else {
          const level = (ticks: number, held: string): [string, string] => [
            String(Math.round(pair.middle * (1 + ticks / 1_000) * 1e6) / 1e6),
            held,
          ]
          const bids = [level(away, size), level(away - 1, behind)]
          const asks = [level(away + spread, size), level(away + spread + 1, behind)]
          stage.depth(now, venue, symbol, bids, asks)
        }
        for (let piece = 0; piece < pieces; piece++) {
          slow ??= tick(stage, now)
          if (slow.next().done === true) slow = null
        }
        if (!ticks) continue
        now += 100
        if (slow !== null) runToEnd(slow)
        slow = null
        stage.engine.tick(now)
        stage.engine.evaluateDeferred(now)
        const fresh = sharing(stage, now)
        const said = saying(stage)
        expect(said).toEqual(saying(fresh))
        for (const what of Object.values(said)) {
          if (what.includes(' at ')) seen.rows++
          else seen.reasons.add(what)
        }
      }
    }),
    { numRuns: 300, seed: 11 },
  )
  expect(seen.rows).toBeGreaterThan(100)
  expect([...seen.reasons].sort()).toEqual(['fees', 'size', 'slippage', 'stale'])
})
