import { expect, test } from 'vitest'
import { waitOf } from './failure.ts'

test.each([
  ['38', 38],
  ['0', 0],
  [null, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['99999999', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
])('Retry-After %s is a wait of %s seconds', (header, seconds) => {
  expect(waitOf(header)).toBe(seconds)
})
