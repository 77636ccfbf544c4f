import { Book } from '@makas/domain'
import { expect, test } from 'vitest'
import { sameTop } from './same-top.ts'

function bookOf(levels: number): Book {
  const book = new Book(50, false)
  for (let n = 0; n < levels; n++) {
    book.set(book.bids, 1_000 - n, 1, 25, 2)
    book.set(book.asks, 1_001 + n, 1, 5, 0)
  }
  return book
}

const bids = (count: number, size = '0.25') =>
  Array.from({ length: count }, (_, n) => [`${100 - n / 10}`, size] as const)
const asks = (count: number) =>
  Array.from({ length: count }, (_, n) => [`${Math.floor((1_001 + n) / 10)}.${(1_001 + n) % 10}0`, '5.000'] as const)

test.each([
  ['the same numbers in other texts', 12, bids(10), asks(10), 'same'],
  ['a whole book of fewer levels', 3, bids(3), asks(3), 'same'],
  ['another size', 12, bids(10, '0.250001'), asks(10), 'different'],
  ['a level too many', 3, bids(4), asks(3), 'different'],
  ['a level too few', 12, bids(9), asks(10), 'different'],
  ['another price', 12, bids(11).slice(1), asks(10), 'different'],
  ['a text that is no number', 12, bids(10, 'NaN'), asks(10), 'unreadable'],
] as const)('a REST book with %s', (_, levels, restBids, restAsks, verdict) => {
  expect(sameTop({ bids: restBids, asks: restAsks, seq: null }, bookOf(levels))).toBe(verdict)
})

test('an answer that is no book says nothing', () => {
  expect(sameTop(null, bookOf(3))).toBe('unreadable')
})
