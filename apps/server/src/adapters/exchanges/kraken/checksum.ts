import { type Book, digitsChecksum } from '@makas/domain'

/** Levels of a side that the checksum covers. */
const COVERED = 10

/**
 * The unsigned CRC32 of the ten best asks, then the ten best bids, price and size each without dot and leading zeros
 * (docs/exchanges/kraken.md, Checksum).
 */
export function bookChecksum(book: Book): number {
  return ~digitsChecksum(-1, book, COVERED) >>> 0
}
