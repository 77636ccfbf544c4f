import { expect, test } from 'vitest'
import { parseIsoTime } from './iso-time.ts'

test.each([
  ['2026-08-01T02:53:53.184216Z', Date.UTC(2026, 7, 1, 2, 53, 53, 184)],
  ['2026-08-01T02:53:53.999999999Z', Date.UTC(2026, 7, 1, 2, 53, 53, 999)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2024-12-31T23:59:59.9Z', Date.UTC(2024, 11, 31, 23, 59, 59, 900)],
  ['2026-13-01T00:00:00Z', -1],
  ['2026-08-01T24:00:00Z', -1],
  ['2026-08-01T02:53:53.184216', -1],
  ['2026-08-01 02:53:53Z', -1],
  ['', -1],
])('the time %s: what is below a millisecond is cut off', (text, expected) => {
  expect(parseIsoTime(text)).toBe(expected)
})
