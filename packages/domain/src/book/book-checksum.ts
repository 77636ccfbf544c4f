import type { Book } from './book.ts'
import { checksumOfDigits, checksumOfPairs, renew } from './core.ts'

/**
 * The state of a CRC-32 after `:price:size` of the best bid, ask, second bid, ask …, in the texts as sent; where a side
 * is shorter the other's follow. A book that is summed so keeps its texts, and is never summed in the other way.
 */
export function pairsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const sum = checksumOfPairs(state, bids.address, asks.address, covered, priceDecimals, sizeDecimals)
  renew()
  return sum
}

/**
 * The state of a CRC-32 after price and size of the best asks, then bids: the digits as sent, without dots and zeros at
 * the beginning. A book that is summed so keeps its texts, and is never summed in the other way.
 */
export function digitsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const sum = checksumOfDigits(state, asks.address, bids.address, covered, priceDecimals, sizeDecimals)
  renew()
  return sum
}
