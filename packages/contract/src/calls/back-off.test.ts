import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('the wait is anything from nothing to a ceiling that doubles up to 15 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backOffMs(attempt, 0, () => 1))
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  expect(backOffMs(6, 0, () => 0)).toBe(0)
})

test('the wait that the server asked for passes in full before the jitter', () => {
  expect(backOffMs(0, 3000, () => 0)).toBe(3000)
  expect(backOffMs(0, 3000, () => 0.5)).toBe(3250)
})
