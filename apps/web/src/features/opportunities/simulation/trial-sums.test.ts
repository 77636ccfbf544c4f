import { expect, test } from 'vitest'
import { spotRow } from '../../../shared/opportunity/testing/rows.ts'
import { shareOf, tradeOf } from './trial-sums.tsx'

test.each([
  [29, 100, 'kısmen, %29'],
  [33.06, 114, 'kısmen, %29'],
  [99.99, 100, 'kısmen, %99'],
])('books that carry %d of %d take %s', (volume, amount, says) => {
  expect(shareOf(tradeOf(spotRow({ id: 'a', volume }), amount))).toBe(says)
})
