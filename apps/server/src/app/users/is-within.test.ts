import { expect, test } from 'vitest'
import { isWithin } from './is-within.ts'

const NOW = 1_000_000_000

test.each([
  [0, true],
  [-10_000, true],
  [-10_001, false],
  [60_000, true],
  [60_001, false],
  [365 * 86_400_000, false],
])('a moment %i ms from now: %s', (distance, expected) => {
  expect(isWithin(NOW + distance, NOW, 10_000)).toBe(expected)
})
