import type { Book } from './book.ts'
import { renew, sumDigits, sumPairs } from './core.ts'

/**
 * The state of a CRC-32 after `:price:size` of the best bid, ask, second bid, ask …, in the texts as sent; where a side
 * is shorter the other's follow. A book that is summed so keeps its texts, and is never summed in the other way.
 */
export function pairSum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const sum = sumPairs(state, bids.address, asks.address, covered, priceDecimals, sizeDecimals)
  renew()
  return sum
}

/**
 * The state of a CRC-32 after price and size of the best asks, then bids: the digits as sent, without dots and zeros at
 * the beginning. A book that is summed so keeps its texts, and is never summed in the other way.
 */
export function shortSum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const sum = sumDigits(state, asks.address, bids.address, covered, priceDecimals, sizeDecimals)
  renew()
  return sum
}
