import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  BID_LIST,
  checksumOfDigits,
  checksumOfPairs,
  closeBook,
  constant,
  listColumns,
  openBook,
  renew,
  setLevels,
} from '../../src/book/core.ts'

/** The CRC-32 of `123456789` by the catalogue of its parameters (CRC-32/ISO-HDLC, `check`). */
const CHECK = 0xcbf43926

function bookOf(bids: readonly [number, number][], asks: readonly [number, number][]): number {
  const book = openBook(1)
  for (const [side, levels] of [
    ['BIDS', bids],
    ['ASKS', asks],
  ] as const) {
    const { prices, sizes, texts } = listColumns(BID_LIST)
    for (const [at, [price, size]] of levels.entries()) {
      prices[at] = price
      sizes[at] = size
      // Two decimals of a price and one of a size, as sent.
      texts[at] = (2 << 8) | 1
    }
    setLevels(book + constant(side), BID_LIST, levels.length)
  }
  renew()
  return book
}

const bidsOf = (book: number) => book + constant('BIDS')
const asksOf = (book: number) => book + constant('ASKS')

describe('checksums', () => {
  test('the digits 123456789 have the check value of CRC-32', () => {
    const book = bookOf([], [[1234, 56_789]])
    expect(~checksumOfDigits(-1, asksOf(book), bidsOf(book), 10, 2, 1) >>> 0).toBe(CHECK)
    closeBook(book)
  })

  test.each([0, 1, 3, 4, 9, 24, 25, 26, 40])(
    'of %i bids and 17 asks: the checksum of the text that OKX describes',
    (count) => {
      const bids = Array.from({ length: count }, (_, at): [number, number] => [90_000 - at, 1 + 7 ** (at % 12)])
      const asks = Array.from({ length: 17 }, (_, at): [number, number] => [90_001 + at, 5 + at])
      const book = bookOf(bids, asks)
      const text = Array.from({ length: 25 }, (_, rank) => [bids[rank], asks[rank]])
        .flat()
        .flatMap((level) => (level === undefined ? [] : [(level[0] / 100).toFixed(2), (level[1] / 10).toFixed(1)]))
        .join(':')
      // Here a colon stands before the first price too; `apply-delta.test.ts` has OKX's own checksums, without it.
      const checksum = ~checksumOfPairs(-1, bidsOf(book), asksOf(book), 25, 2, 1) >>> 0
      expect(checksum).toBe(crc32(`:${text}`))
      closeBook(book)
    },
  )
})
