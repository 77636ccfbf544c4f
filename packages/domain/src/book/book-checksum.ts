import type { Book } from './book.ts'
import { checksumOfDigits, checksumOfPairs, renew } from './core.ts'

/**
 * The state of a CRC-32 after `:price:size` of the best bid, ask, second bid, ask …, in the texts as sent; where one
 * side has fewer levels, those of the other follow each other. The book must keep its texts, and a book may use only
 * one of the two kinds of checksum (its checksum window is of one kind).
 */
export function pairsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const crc = checksumOfPairs(state, bids.address, asks.address, covered, priceDecimals, sizeDecimals)
  renew()
  return crc
}

/**
 * The state of a CRC-32 after price and size of the best asks, then bids: the digits as sent, without dots and leading
 * zeros. For the book the conditions of `pairsChecksum` hold.
 */
export function digitsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  const crc = checksumOfDigits(state, asks.address, bids.address, covered, priceDecimals, sizeDecimals)
  renew()
  return crc
}
