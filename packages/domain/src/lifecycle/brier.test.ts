import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ForecastWindow } from './brier.ts'

type Forecast = readonly [share: number, cameTrue: boolean]

const SEED = 91
function scoreForecasts(forecasts: readonly Forecast[]) {
  const window = new ForecastWindow(100)
  for (const [share, cameTrue] of forecasts) window.add(share, cameTrue)
  return window.score()
}
const to8 = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 1e8) / 1e8

test('[G4] Brier and skill against the base rate', () => {
  const score = scoreForecasts([
    [0.9, true],
    [0.8, true],
    [0.7, false],
    [0.6, true],
    [0.3, false],
    [0.2, false],
  ])
  expect([to8(score?.brier), to8(score?.skill)]).toEqual([0.13833333, 0.44666667])
})

test('a bin has the count of forecasts, their mean and how often they came true; the last bin holds certainty', () => {
  const score = scoreForecasts([
    [0.7, true],
    [0.74, false],
    [1, true],
    [0.9, true],
    [0, false],
  ])
  expect(score?.reliability).toEqual([
    { from: 0, to: 0.1, n: 1, predicted: 0, observed: 0 },
    { from: 0.7, to: 0.8, n: 2, predicted: 0.72, observed: 0.5 },
    { from: 0.9, to: 1, n: 2, predicted: 0.95, observed: 1 },
  ])
})

test('every whole percent falls into the bin that names it', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const [bin] = scoreForecasts([[percent / 100, true]])?.reliability ?? []
    expect(bin?.from).toBe(Math.min(9, Math.floor(percent / 10)) / 10)
  }
})

test('without a forecast there is no score, and with a single outcome no skill', () => {
  expect(scoreForecasts([])).toBeNull()
  expect(scoreForecasts([[0.9, true]])?.skill).toBeNull()
  expect(scoreForecasts([[0.9, false]])?.skill).toBeNull()
})

test('a window scores its newest forecasts, and the outcomes of certain forecasts too', () => {
  const forecast: fc.Arbitrary<Forecast> = fc.tuple(
    fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    fc.boolean(),
  )
  fc.assert(
    fc.property(fc.array(forecast, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (forecasts, most) => {
      const window = new ForecastWindow(most)
      for (const [share, came] of forecasts) window.add(share, came)
      const kept = forecasts.slice(-most)
      const score = window.score()
      expect(score?.n ?? 0).toBe(kept.length)
      if (score === null) return
      const plain = kept.reduce((sum, [share, came]) => sum + (share - Number(came)) ** 2, 0) / kept.length
      expect(score.brier).toBeCloseTo(plain, 12)
      expect(score.reliability.reduce((sum, { n }) => sum + n, 0)).toBe(kept.length)
      const came = score.reliability.reduce((sum, { n, observed }) => sum + n * observed, 0)
      expect(came).toBeCloseTo(kept.filter(([, one]) => one).length, 9)
    }),
    { numRuns: 300, seed: SEED },
  )
})
