import { type Book, type Checksum, digitsChecksum } from '@makas/domain'

/** Covers the ten best levels of a side, and proves only them (formulas.md § 6). */
export const CHECKSUM: Checksum = { over: 'digits', start: -1, covered: 10 }

/**
 * The unsigned CRC32 of the ten best asks, then the ten best bids, price and size each without dot and leading zeros
 * (docs/exchanges/kraken.md, Checksum).
 */
export function bookChecksum(book: Book): number {
  return ~digitsChecksum(CHECKSUM.start, book, CHECKSUM.covered) >>> 0
}
