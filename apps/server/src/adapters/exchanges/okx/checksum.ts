import { type Book, type Checksum, pairsChecksum } from '@makas/domain'

/**
 * Covers 25 levels a side. The CRC takes a colon before every level, but the text has none before the first: it starts
 * with the state that a colon turns into a CRC's usual first state.
 */
export const CHECKSUM: Checksum = { over: 'pairs', start: -258_633_757, covered: 25 }

/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md, Sequence).
 */
export function bookChecksum(book: Book): number {
  return ~pairsChecksum(CHECKSUM.start, book, CHECKSUM.covered)
}
