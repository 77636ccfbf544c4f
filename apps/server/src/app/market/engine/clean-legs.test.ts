import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'

// A clean leg: best prices that concerned no route are not screened again until something may have changed.

const ROUTE = 'spot.SOL-USDT.okx.binance'
const CYCLE = [
  ['BTC', 'USDT', '50000', '50001'],
  ['ETH', 'BTC', '0.05', '0.050001'],
  ['ETH', 'USDT', '2500', '2500.1'],
] as const
const MORE = { lotStep: decimal('0.0001') }

function cycles(): Stage {
  const stage = new Stage({ takerFee: () => decimal('0.0001') })
  for (const [base, quote] of CYCLE) stage.list(instrument('binance', base, quote, MORE))
  for (const now of [1_000, 1_010])
    for (const [base, quote, bid, ask] of CYCLE) stage.book(now, 'binance', base + quote, bid, ask, '5')
  expect(stage.engine.open.size).toBe(0)
  return stage
}

test('a book that was lost and comes back as it was is looked at: other books have moved meanwhile', () => {
  const stage = cycles()
  stage.lose('binance', 'ETHBTC', 'gap')
  stage.book(1_020, 'binance', 'ETHUSDT', '2520', '2520.1', '5')
  expect(stage.engine.open.size).toBe(0)
  stage.book(1_030, 'binance', 'ETHBTC', '0.05', '0.050001', '5')
  expect(stage.engine.openByMode.tri).toBeGreaterThan(0)
})

test('so is one whose exchange stopped trading and trades again', () => {
  const stage = cycles()
  const at = {
    transport: 'ws',
    exchange: 'binance',
    market: 'spot',
    path: '/ws',
    query: new URLSearchParams(),
  } as const
  const { control } = stage.engine.sink('binance')
  control(at, { kind: 'system', trading: false, why: 'maintenance' })
  stage.book(1_020, 'binance', 'ETHUSDT', '2520', '2520.1', '5')
  expect(stage.engine.open.size).toBe(0)
  control(at, { kind: 'system', trading: true, why: 'online' })
  for (const [base, quote, bid, ask] of CYCLE.slice(0, 2)) stage.book(1_030, 'binance', base + quote, bid, ask, '5')
  expect(stage.engine.openByMode.tri).toBeGreaterThan(0)
})

test('a gap that fees ate, of clean legs, is counted as stale when its leg falls silent, and for its fees when it speaks again', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const speak = (now: number) => {
    stage.book(now, 'okx', 'SOLUSDT', '99.9', '100')
    stage.book(now, 'binance', 'SOLUSDT', '100.1', '100.2')
  }
  for (const now of [1_000, 1_010, 1_020]) speak(now)
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
  stage.engine.tick(4_000)
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
  speak(4_010)
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
})

test('a row whose evaluation is deferred to the tick, and which grows too old before it, opens again when its books speak', () => {
  const stage = new Stage({ conflates: true })
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const speak = (now: number, bid: string) => {
    stage.book(now, 'okx', 'SOLUSDT', '99.9', '100')
    stage.book(now, 'binance', 'SOLUSDT', bid, '101.9')
  }
  speak(1_000, '101')
  for (const now of [1_010, 1_020, 1_030]) speak(now, '101.2')
  // Less time passes than between two looks for stale books: only the row's own age limit notices.
  const tooOldAt = 1_030 + stage.slot('okx', 'SOLUSDT').ageLimitMs
  stage.engine.tick(tooOldAt - 10)
  stage.engine.tick(tooOldAt + 10)
  expect(stage.engine.open.size).toBe(0)
  stage.engine.evaluateDeferred(tooOldAt + 10)
  for (const now of [tooOldAt + 20, tooOldAt + 30]) speak(now, '101.2')
  stage.engine.evaluateDeferred(tooOldAt + 100)
  expect([...stage.engine.open].map(({ id }) => id)).toEqual([ROUTE])
})

test('[D6] a gap that ends because a book goes back to where it was before the gap is counted no more', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const binance = (now: number, ask: string) => stage.book(now, 'binance', 'SOLUSDT', '99', ask)
  const okx = (now: number, bid: string) => stage.book(now, 'okx', 'SOLUSDT', bid, '101')
  // A gap that fees eat comes and goes, so that every price here has been judged once.
  okx(1_000, '100.1')
  binance(1_010, '100')
  expect(stage.engine.rejected).toMatchObject({ fees: 1 })
  binance(1_020, '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 0 })
  okx(1_030, '99.8')
  // This frame is not screened, and the gap that the other book's frame then makes ends with its next one.
  binance(1_040, '99.9')
  okx(1_050, '100')
  expect(stage.engine.rejected).toMatchObject({ fees: 1 })
  binance(1_060, '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 0 })
})

test('a book that tells again and again that its best prices stayed is as fresh as a book that moved', () => {
  const stage = new Stage()
  stage.tellsTop = true
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  for (let now = 1_000; now <= 9_000; now += 500) stage.book(now, 'okx', 'SOLUSDT', '99.9', '100', String(now))
  // The other book alone makes the gap, long after the first was screened last.
  stage.book(9_010, 'binance', 'SOLUSDT', '100.1', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
  stage.book(12_000, 'binance', 'SOLUSDT', '100.12', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
})

test('a book that has become lively without moving its best prices is too old sooner than when it moved them last', () => {
  const stage = new Stage()
  stage.tellsTop = true
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  const slow = 12
  const lively = 100
  for (let turn = 0; turn < slow; turn++)
    stage.book(1_000 + 8_000 * turn, 'okx', 'SOLUSDT', '99.9', turn % 2 === 0 ? '99.95' : '100')
  expect(stage.slot('okx', 'SOLUSDT').ageLimitMs).toBe(10_000)
  const movedAt = 1_000 + 8_000 * (slow - 1)
  for (let turn = 1; turn <= lively; turn++)
    stage.book(movedAt + 40 * turn, 'okx', 'SOLUSDT', '99.9', '100', String(turn))
  const now = movedAt + 40 * lively
  expect(stage.slot('okx', 'SOLUSDT').ageLimitMs).toBe(2_000)
  // No tick: the other book's own frame finds it too old.
  stage.engine.frame(now + 3_000, () => {
    const slot = stage.slot('binance', 'SOLUSDT')
    slot.beginSnapshot()
    slot.book.set(slot.book.bids, 10_010, 2, 1, 0)
    slot.applied('snapshot', now + 3_000, now + 3_000, 1)
    stage.engine.sink('binance').touched(slot, true)
  })
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
})

test('a gap with a book whose instrument does not trade is counted as unreadable', () => {
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  stage.book(1_000, 'binance', 'SOLUSDT', '99.9', '100')
  stage.list(instrument('okx', 'SOL', 'USDT', { status: 'halted' }))
  stage.book(1_010, 'binance', 'SOLUSDT', '100.1', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
  stage.list(instrument('okx', 'SOL', 'USDT'))
  stage.book(1_020, 'binance', 'SOLUSDT', '100.1', '100.2')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
})

test('cycles that were counted are counted on, and no more, when further markets are listed', () => {
  const fee = '0.01'
  const stage = new Stage({ takerFee: () => decimal(fee) })
  for (const [base, quote] of CYCLE) stage.list(instrument('binance', base, quote, MORE))
  const tell = (now: number, ethBid: string) => {
    for (const [base, quote, bid, ask] of CYCLE)
      stage.book(
        now,
        'binance',
        base + quote,
        base + quote === 'ETHUSDT' ? ethBid : bid,
        ask.replace('2500.1', '2511'),
        '5',
      )
  }
  tell(1_000, '2510')
  const counted = stage.engine.rejected.fees
  expect(counted).toBeGreaterThan(0)
  stage.list(instrument('binance', 'AAA', 'BTC'), instrument('binance', 'AAA', 'USDT'))
  tell(1_010, '2510')
  expect(stage.engine.rejected.fees).toBe(counted)
  stage.list(instrument('binance', 'BBB', 'BTC'), instrument('binance', 'BBB', 'USDT'))
  tell(1_020, '2490')
  expect(stage.engine.rejected.fees).toBe(0)
})

const VENUES = ['binance', 'okx'] as const
const step = fc.record({
  venue: fc.constantFrom(...VENUES),
  leg: fc.integer({ min: 0, max: CYCLE.length - 1 }),
  away: fc.constantFrom(0, 0, 0, 1, -1, 3, -3, 9, -60, 60),
  size: fc.constantFrom('1', '5'),
  lose: fc.integer({ min: 0, max: 15 }),
  wait: fc.constantFrom(1, 5, 90, 400, 2_500),
  ticks: fc.boolean(),
})

test.each([false, true])(
  '[WHAT-03] who is told which frames moved no best price says the same as who has to look (deferring to the tick: %s)',
  (conflates) => {
    const seen = { rows: 0, counted: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const stages = [new Stage({ conflates }), new Stage({ conflates })] as const
        stages[1].tellsTop = true
        for (const stage of stages)
          for (const venue of VENUES)
            for (const [base, quote] of CYCLE) stage.list(instrument(venue, base, quote, MORE))
        let now = 1_000
        for (const { venue, leg, away, size, lose, wait, ticks } of steps) {
          now += wait
          const [base, quote, bid, ask] = CYCLE[leg] as (typeof CYCLE)[number]
          const moved = (text: string) => String(Math.round(Number(text) * (1 + away / 1_000) * 1e6) / 1e6)
          for (const stage of stages) {
            if (lose === 0) stage.lose(venue, base + quote, 'gap')
            else stage.book(now, venue, base + quote, moved(bid), moved(ask), size)
            if (ticks) {
              stage.engine.tick(now + 1)
              stage.engine.evaluateDeferred(now + 1)
            }
          }
          const [plain, told] = stages.map(({ engine }) => engine)
          expect(told?.rejected).toEqual(plain?.rejected)
          expect(stages[1].story).toEqual(stages[0].story)
          seen.rows += plain?.open.size ?? 0
          seen.counted += plain?.rejected.fees ?? 0
        }
      }),
      { numRuns: 150, seed: seedFor(`best prices that stayed, ${conflates}`, 7) },
    )
    expect(seen.rows).toBeGreaterThan(100)
    expect(seen.counted).toBeGreaterThan(100)
  },
)
