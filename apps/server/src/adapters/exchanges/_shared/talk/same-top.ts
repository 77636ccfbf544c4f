import { type Book, type BookSide, type BookSlot, compare, mantissaAt, ofDecimal, parseDecimal } from '@makas/domain'
import type { TopOfBook } from '../parse/rest-texts.ts'
import type { Comparison } from './dialect.ts'

/** Best levels of a side that must agree where a REST book has no sequence number (reliability-matrix.md 2). */
const LEVELS = 10

/** Compares the sequence number of a REST book with ours; `unreadable` if the REST book has none. */
export function sameSeq(top: TopOfBook | null, { seq }: Pick<BookSlot, 'seq'>): Comparison {
  if (top === null || top.seq === null) return 'unreadable'
  return top.seq === seq ? 'same' : 'different'
}

/** Whether the best ten levels of both sides are the same numbers; `unreadable` when a text is no number. */
export function sameTop(top: TopOfBook | null, book: Book): Comparison {
  if (top === null) return 'unreadable'
  const sides: readonly Comparison[] = [sameSide(top.bids, book, book.bids), sameSide(top.asks, book, book.asks)]
  if (sides.includes('unreadable')) return 'unreadable'
  return sides.includes('different') ? 'different' : 'same'
}

function sameSide(levels: TopOfBook['bids'], book: Book, side: BookSide): Comparison {
  const wanted = Math.min(LEVELS, side.count)
  if (levels.length < wanted || (side.count < LEVELS && levels.length !== side.count)) return 'different'
  for (let rank = 0; rank < wanted; rank++) {
    const [price, size] = levels[rank] as readonly [string, string]
    const isPrice = equals(price, BigInt(side.priceAt(rank)), book.priceDecimals)
    const isSize = equals(size, side.exactSizeAt(rank), book.sizeDecimals)
    if (isPrice === null || isSize === null) return 'unreadable'
    if (!isPrice || !isSize) return 'different'
  }
  return 'same'
}

/** Compares decimal text with a scaled whole number, exactly; null when the text is no number. */
function equals(text: string, scaled: bigint, decimals: number): boolean | null {
  const value = parseDecimal(text)
  if (value === null) return null
  const ours = { mantissa: scaled, decimals }
  if (value.decimals <= decimals) return mantissaAt(value, decimals) === ours.mantissa
  return compare(ofDecimal(value), ofDecimal(ours)) === 0
}
