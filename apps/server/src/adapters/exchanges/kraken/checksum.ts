import type { Book } from '@makas/domain'
import { LevelSums, SummedSide } from '../_shared/level-sums.ts'

/** Levels of a side that the checksum covers. */
const COVERED = 10

/** Price and size without dot and leading zeros: the number's whole digits at the decimals that were sent. */
const sums = new LevelSums((sum, price, _priceDecimals, size) => {
  sum.digits(price, 1)
  sum.digits(size, 1)
})
const asks = new SummedSide(COVERED)
const bids = new SummedSide(COVERED)

/** The unsigned CRC32 of the ten best asks, then the ten best bids (docs/exchanges/kraken.md § 4.1). */
export function bookChecksum(book: Book): number {
  asks.take(book.asks)
  bids.take(book.bids)
  let state = -1
  for (let rank = 0; rank < asks.count; rank++) state = sums.add(state, book, asks, rank)
  for (let rank = 0; rank < bids.count; rank++) state = sums.add(state, book, bids, rank)
  return ~state >>> 0
}
