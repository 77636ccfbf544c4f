import type { Book, BookSide } from '@makas/domain'
import { Crc32 } from '../_shared/crc32.ts'

/** Levels of a side that the checksum covers. */
const COVERED = 10
const POWERS = Float64Array.from({ length: 19 }, (_, power) => 10 ** power)
const crc = new Crc32()

/**
 * CRC32 of the ten best asks, then the ten best bids, each as price and size texts without dot and leading zeros
 * (docs/exchanges/kraken.md). That text is the number's whole digits at the decimals that were sent.
 */
export function bookChecksum(book: Book): number {
  crc.reset()
  addSide(book, book.asks)
  addSide(book, book.bids)
  return crc.unsigned
}

function addSide(book: Book, side: BookSide): void {
  const { priceDecimals, sizeDecimals } = book
  const count = Math.min(COVERED, side.count)
  for (let rank = 0; rank < count; rank++) {
    const text = side.textAt(rank)
    addNumber(side.priceAt(rank), priceDecimals - (text >> 8))
    addNumber(side.sizeAt(rank), sizeDecimals - (text & 0xff))
  }
}

/** The book's scale may have more decimals than this text had; the quotient is exact. */
function addNumber(scaled: number, excess: number): void {
  crc.digits(excess === 0 ? scaled : scaled / (POWERS[excess] as number))
}
