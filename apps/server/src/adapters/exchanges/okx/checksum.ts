import { type Book, type Checksum, pairsChecksum } from '@makas/domain'

/**
 * Over 25 levels a side. It starts with the state from which a colon leads to the one that a sum begins with: every level
 * is summed with a colon before it, and the first has none.
 */
export const CHECKSUM: Checksum = { over: 'pairs', start: -258_633_757, covered: 25 }

/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md, Sequence).
 */
export function bookChecksum(book: Book): number {
  return ~pairsChecksum(CHECKSUM.start, book, CHECKSUM.covered)
}
