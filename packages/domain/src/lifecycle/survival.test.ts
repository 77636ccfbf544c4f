import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { multiply, ONE, type Ratio, ratio } from '../money/ratio.ts'
import { rowNumber } from '../money/rounding.ts'
import { confidenceOf, priorConfidence } from './confidence.ts'
import { exponentialShare, type SurvivalCurve } from './survival.ts'
import { SurvivalWindow } from './survival-window.ts'

type Observation = readonly [ms: number, ended: boolean]

const SEED = 90
/** G4 of formulas.md § 7. */
const G4: readonly Observation[] = [
  [120, true],
  [300, true],
  [300, false],
  [450, true],
  [900, true],
  [900, true],
  [1_500, false],
  [2_000, true],
]

function windowOf(seen: readonly Observation[], most = 1_000): SurvivalWindow {
  const window = new SurvivalWindow(most)
  for (const [ms, ended] of seen) window.add(ms, ended)
  return window
}
const curveOf = (seen: readonly Observation[]): SurvivalCurve => windowOf(seen).curve()
const to8 = (value: number) => Math.round(value * 1e8) / 1e8

describe('golden numbers of formulas.md § 7', () => {
  test.each([
    [119, 1],
    [120, 0.875],
    [299, 0.875],
    [300, 0.75],
    [450, 0.6],
    [900, 0.3],
    [1_500, 0.3],
    [1_999, 0.3],
    [2_000, 0],
  ])('[G4] Kaplan–Meier: S(%i) = %f', (ms, share) => {
    expect(to8(curveOf(G4).share(ms))).toBe(share)
  })

  test('[G4] exponential share', () => {
    expect(to8(exponentialShare(350, 900))).toBe(0.76371757)
  })
})

describe('what a curve says of an open episode', () => {
  test('the median, and the median of the remaining time at an age', () => {
    const curve = curveOf(G4)
    expect(curve.medianMs).toBe(900)
    // At 400 three quarters are there; 0.3 is the first share at or below half of that.
    expect(curve.remainingMs(400)).toBe(500)
    expect(curve.remainingMs(1_000)).toBe(1_000)
    expect(curve.remainingMs(2_001)).toBeNull()
    expect(
      curveOf([
        [10, true],
        [20, false],
        [30, false],
      ]).medianMs,
    ).toBeNull()
  })

  test('a fall to exactly a half is the median, however the doubles came to it', () => {
    // 23/24 · 22/23 · … · 12/13 is a half; as a product of doubles it is a little more.
    const curve = curveOf(Array.from({ length: 24 }, (_, at) => [at + 1, true] as const))
    expect(curve.share(12)).toBeGreaterThan(0.5)
    expect(curve.medianMs).toBe(12)
  })

  test('the chance to be there later, given that it is there now', () => {
    const curve = curveOf(G4)
    expect(to8(curve.chance(0, 350) ?? -1)).toBe(0.75)
    expect(to8(curve.chance(310, 200) ?? -1)).toBe(0.8)
    // An episode that ends at this very ms counts as open at it.
    expect(to8(curve.chance(300, 0) ?? -1)).toBe(to8(0.75 / 0.875))
    expect(curve.chance(2_000, 0)).toBe(0)
    expect(curve.chance(2_001, 0)).toBeNull()
  })

  test('without an episode it says nothing', () => {
    const curve = curveOf([])
    expect([curve.share(0), curve.medianMs, curve.chance(0, 0), curve.steps(5)]).toEqual([1, null, null, []])
  })

  test('a thinned curve is made of true points and reaches its end', () => {
    const curve = curveOf(Array.from({ length: 250 }, (_, ms) => [ms * 3, true] as const))
    const steps = curve.steps(100)
    expect(steps).toHaveLength(100)
    expect(steps.at(-1)).toEqual({ ms: 747, share: 0 })
    for (const { ms, share } of steps) expect(curve.share(ms)).toBe(share)
    expect(
      curveOf(G4)
        .steps(100)
        .map(({ ms }) => ms),
    ).toEqual([120, 300, 450, 900, 2_000])
  })
})

test('confidence is a share of a hundred, half to even', () => {
  expect([0.005, 0.015, 0.025, 0.994, 1].map(confidenceOf)).toEqual([0, 2, 2, 99, 100])
  expect([priorConfidence('spot', 0, 0), priorConfidence('tri', 550, 350), priorConfidence('carry', 0, 20)]).toEqual([
    100, 50, 100,
  ])
})

/** Reference: Kaplan–Meier as textbooks write it, a product over the times of ends, with exact fractions. */
function plainShare(seen: readonly Observation[], ms: number): Ratio {
  let share = ONE
  for (const time of new Set(seen.flatMap(([at, ended]) => (ended && at <= ms ? [at] : [])))) {
    const atRisk = seen.filter(([at]) => at >= time).length
    const ends = seen.filter(([at, ended]) => ended && at === time).length
    share = multiply(share, ratio(BigInt(atRisk - ends), BigInt(atRisk)))
  }
  return share
}

const anySeen = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.boolean()), { minLength: 1, maxLength: 60 })

test('any curve is the plain product over the times of ends', () => {
  fc.assert(
    fc.property(anySeen, fc.nat(45), fc.nat(45), (seen, ageMs, laterMs) => {
      const curve = curveOf(seen)
      const share = (ms: number) => rowNumber(plainShare(seen, ms))
      expect(to8(curve.share(ageMs))).toBeCloseTo(share(ageMs), 7)
      const present = seen.some(([ms]) => ms >= ageMs) ? plainShare(seen, ageMs - 1) : { n: 0n, d: 1n }
      const chance = curve.chance(ageMs, laterMs)
      const left = curve.remainingMs(ageMs)
      if (present.n === 0n) {
        expect([chance, left]).toEqual([null, null])
        return
      }
      const later = plainShare(seen, ageMs + laterMs)
      expect(chance).toBeCloseTo(Number(later.n * present.d) / Number(later.d * present.n), 9)
      const times = [...new Set(seen.map(([ms]) => ms))].sort((a, b) => a - b)
      const half = times.find((ms) => {
        const there = plainShare(seen, ms)
        return 2n * there.n * present.d <= present.n * there.d
      })
      expect(left).toBe(half === undefined ? null : half - ageMs)
    }),
    { numRuns: 500, seed: SEED },
  )
})

test('a window is the curve of its newest, in bounded room', () => {
  fc.assert(
    fc.property(anySeen, fc.integer({ min: 1, max: 40 }), fc.nat(45), (seen, most, ms) => {
      const window = windowOf(seen, most)
      const newest = seen.slice(-most)
      expect([window.count, window.ended]).toEqual([newest.length, newest.filter(([, ended]) => ended).length])
      expect(window.curve().share(ms)).toBe(curveOf(newest).share(ms))
    }),
    { numRuns: 300, seed: SEED },
  )
})
