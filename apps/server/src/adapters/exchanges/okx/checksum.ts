import { type Book, pairsChecksum } from '@makas/domain'

/** Levels of a side that the checksum covers. */
const COVERED = 25
/**
 * The state from which a colon leads to the one that a sum begins with: every level is summed with a colon before it,
 * and the first has none.
 */
const START = -258_633_757

/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md, Sequence).
 */
export function bookChecksum(book: Book): number {
  return ~pairsChecksum(START, book, COVERED)
}
