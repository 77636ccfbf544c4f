import { expect, test } from 'vitest'
import { isOutdated, judge } from './sequence.ts'

const NONE = Number.NaN

test.each([
  ['has no ids, nor has the book', NONE, { last: NONE, previous: NONE, isEmpty: false }, 'apply'],
  ['has no ids, and the book has shown some', 10, { last: NONE, previous: NONE, isEmpty: false }, 'unproven'],
] as const)('a change that %s', (_, last, change, verdict) => {
  expect(judge(last, change)).toBe(verdict)
})

test('a whole book is older by its id and its time, and only on a channel without changes', () => {
  const older = { last: 9, previous: NONE, eventTime: 1_000 }
  expect(isOutdated(10, 1_000, older)).toBe(true)
  expect(isOutdated(9, 1_000, older)).toBe(false)
  expect(isOutdated(10, 999, older)).toBe(false)
  expect(isOutdated(NONE, 1_000, older)).toBe(false)
  expect(isOutdated(10, 1_000, { ...older, previous: -1 })).toBe(false)
})
