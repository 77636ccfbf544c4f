import { expect, test } from 'vitest'
import { BID_LIST, closeBook, constant, openBook, renew, setLevels, usedBytes } from '../src/book/core.ts'
import { doubleAt, fillList, separateCore, setWord, wordAt } from './testing/core-memory.ts'

const LEVELS = 5_000

test('a closed book gives all its memory back, and the next book begins empty there', () => {
  const used = usedBytes()
  const book = openBook(1)
  renew()
  const empty = usedBytes()
  const bids = book + constant('BIDS')
  setWord(book, 'DEPTH', 400)
  setWord(book, 'IS_SOUND', 1)
  const levels = Array.from({ length: LEVELS }, (_, at) => [LEVELS - at, 1] as const)
  setLevels(bids, BID_LIST, fillList(BID_LIST, levels))
  renew()
  expect(doubleAt(bids, 'COUNT')).toBe(LEVELS)
  expect(usedBytes() - empty).toBeGreaterThan(LEVELS * 16)
  closeBook(book)
  expect(usedBytes()).toBe(used)

  const next = openBook(0)
  renew()
  expect(next).toBe(book)
  expect([doubleAt(bids, 'COUNT'), wordAt(next, 'IS_SOUND'), wordAt(next, 'DEPTH')]).toEqual([0, 0, 0])
  expect(doubleAt(next, 'SEQ')).toBeNaN()
  closeBook(next)
})

test('books begin at cache lines of their own, so that two books never share a line', () => {
  const books = Array.from({ length: 9 }, () => openBook(0))
  renew()
  expect(books.map((book) => book % 64)).toEqual(books.map(() => 0))
  const sorted = books.toSorted((one, other) => one - other)
  for (const [at, book] of sorted.entries()) {
    if (at > 0) expect(book - (sorted[at - 1] as number)).toBeGreaterThanOrEqual(constant('BOOK_BYTES'))
  }
  for (const book of books) closeBook(book)
})

test('a full core stops the program instead of giving out memory that the host cannot read', () => {
  const { openShape } = separateCore()
  const places: number[] = []
  // Allocations of half a gigabyte each, never touched.
  const fill = () => {
    for (let shape = 0; shape < 8; shape++) places.push(openShape(1 << 23))
  }
  expect(fill).toThrow(/unreachable/)
  expect(places.length).toBeGreaterThan(1)
  // The host reads addresses as signed 32-bit numbers.
  expect(places.filter((place) => place < 0)).toEqual([])
})
