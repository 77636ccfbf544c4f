import { expect, test } from 'vitest'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { growthPerHour, isFlat, type Sample } from './growth.ts'

const MIB = 1024 * 1024
const WANTED_PER_HOUR = MIB
const TIMER_SLACK = 5

const noisy = (perHour: number, seed: number): Sample[] => {
  const random = seededRandom(seed)
  return Array.from({ length: 120 }, (_, at) => {
    const peak = random() < 0.1 ? 40 * MIB : 0
    return { time: at * 10_000, value: 100 * MIB + (perHour * at * 10_000) / 3_600_000 + random() * MIB + peak }
  })
}

test.for([1, 2, 3, 4, 5])(
  '[C7] a leak of 8 MiB/h is noticed within twenty minutes of a noisy heap, and none is seen in a level one (seed %i)',
  (seed) => {
    expect(growthPerHour(noisy(8 * MIB, seed))).toBeGreaterThan(4 * MIB)
    expect(Math.abs(growthPerHour(noisy(0, seed)))).toBeLessThan(WANTED_PER_HOUR)
  },
)

test('[C7] forgotten timers are noticed, timers that come and go are not', () => {
  expect(isFlat([40, 44, 41, 45, 40, 43, 42, 44, 40], TIMER_SLACK)).toBe(true)
  expect(isFlat([40, 44, 41, 45, 40, 43, 92, 90, 40], TIMER_SLACK)).toBe(true)
  expect(isFlat([40, 44, 41, 45, 49, 52, 55, 57, 60], TIMER_SLACK)).toBe(false)
  expect(isFlat([40, 41], TIMER_SLACK)).toBe(false)
  expect(growthPerHour([{ time: 0, value: 1 }])).toBeNaN()
})
