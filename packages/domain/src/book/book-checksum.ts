import { pow10 } from '../money/decimal.ts'
import type { Book } from './book.ts'
import type { BookSide } from './book-side.ts'
import { checksumOfDigits, checksumOfPairs, renew } from './core.ts'

/**
 * The state of a CRC-32 after `:price:size` of the best bid, the best ask, the second bid, the second ask and so on, in
 * the texts as sent. Where one side has fewer levels, the rest of the other side follows without gaps. The book must
 * keep its texts, and it may use only one kind of checksum, since its checksum window is of one kind.
 */
export function pairsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  if (book.hasWideSizes) return crcOf(state, pairsText(book, covered))
  const crc = checksumOfPairs(state, bids.address, asks.address, covered, priceDecimals, sizeDecimals)
  renew()
  return crc
}

/**
 * The state of a CRC-32 after price and size of the best asks, then of the best bids: the digits as sent, without dots
 * and leading zeros. The book must meet the conditions of `pairsChecksum`.
 */
export function digitsChecksum(state: number, book: Book, covered: number): number {
  const { bids, asks, priceDecimals, sizeDecimals } = book
  if (book.hasWideSizes) return crcOf(state, digitsText(book, covered))
  const crc = checksumOfDigits(state, asks.address, bids.address, covered, priceDecimals, sizeDecimals)
  renew()
  return crc
}

type Scale = Pick<Book, 'priceDecimals' | 'sizeDecimals'>

// For a book with sizes that the core does not hold, the covered text is built here and its CRC is taken bit by bit.

function pairsText(book: Book, covered: number): string {
  const { bids, asks } = book
  const pair = (side: BookSide, rank: number) =>
    rank < side.count ? sentTexts(side, rank, book).map((text) => `:${text}`) : []
  return Array.from({ length: covered }, (_, rank) => [...pair(bids, rank), ...pair(asks, rank)])
    .flat()
    .join('')
}

function digitsText(book: Book, covered: number): string {
  const digits = (side: BookSide) =>
    Array.from({ length: Math.min(covered, side.count) }, (_, rank) => sentTexts(side, rank, book))
      .flat()
      .map((text) => text.replace('.', '').replace(/^0+(?=.)/, ''))
  return [...digits(book.asks), ...digits(book.bids)].join('')
}

/** Price and size of a level as sent. */
function sentTexts(side: BookSide, rank: number, { priceDecimals, sizeDecimals }: Scale): readonly [string, string] {
  const sent = side.textAt(rank)
  const price = BigInt(side.priceAt(rank))
  return [sentText(price, priceDecimals, sent >> 8), sentText(side.exactSizeAt(rank), sizeDecimals, sent & 0xff)]
}

/** A whole number at a scale with as many decimals as were sent. */
function sentText(whole: bigint, scale: number, decimals: number): string {
  const digits = String(whole / pow10(scale - decimals)).padStart(decimals + 1, '0')
  const dot = digits.length - decimals
  return decimals === 0 ? digits : `${digits.slice(0, dot)}.${digits.slice(dot)}`
}

/** The CRC-32 bit by bit; the texts are ASCII. */
function crcOf(state: number, text: string): number {
  let register = state
  for (let at = 0; at < text.length; at++) {
    register ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1
  }
  return register | 0
}
