import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksFor } from './ticks.ts'

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [12, [0, 5, 10, 15]],
  [1_284, [0, 500, 1_000, 1_500]],
])('a chart up to %i has %j at its side', (highest, ticks) => {
  expect(ticksFor(highest)).toEqual(ticks)
})

test('there are a few equal steps, and no value is above the last step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (highest) => {
      const ticks = ticksFor(highest)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
    }),
  )
})
