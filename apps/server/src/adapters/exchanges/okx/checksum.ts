import { type Book, PAIRS_START, pairSum } from '@makas/domain'

/** Levels of a side that the checksum covers. */
const COVERED = 25
/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md, Sequence).
 */
export function bookChecksum(book: Book): number {
  return ~pairSum(PAIRS_START, book, COVERED)
}
