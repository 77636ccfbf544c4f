import { expect, test } from 'vitest'
import { asOfAgeMs } from './as-of-age.ts'

const asOf = 1_700_000_000_000

test('the age of the cached list is its age on arrival plus the time since', () => {
  expect(asOfAgeMs({ asOf, updatedAt: asOf + 4_000, receivedAt: 100 }, 3_100)).toBe(7_000)
})

test.each([
  ['behind', asOf - 60_000],
  ['far ahead', asOf + 3_600_000],
])('a browser clock that is %s invents no age', (_name, updatedAt) => {
  expect(asOfAgeMs({ asOf, updatedAt, receivedAt: 100 }, 3_100)).toBe(3_000)
})
