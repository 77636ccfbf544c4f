import { type Book, unitsIn } from './book.ts'
import type { BookSide } from './book-side.ts'

const EVERY_BID = 0
const EVERY_ASK = Number.POSITIVE_INFINITY

/**
 * The known levels of a book: beyond the last level of a snapshot of limited depth a book may have holes, so for its
 * readers each side ends at that price.
 */
export class KnownLevels {
  readonly #book: Book
  /** The worst known bid and ask price, in quote per unit. */
  #bid = EVERY_BID
  #ask = EVERY_ASK
  /**
   * Cache of `has(levels)`: at least `2 × #provenLevels` levels were known when the book's `levelsSet` stood at
   * `#provenAt`. So `#provenLevels` are still known until as many changes have come.
   */
  #provenLevels = 0
  #provenAt = 0

  constructor(book: Book) {
    this.#book = book
  }

  get isLimited(): boolean {
    return this.#bid !== EVERY_BID || this.#ask !== EVERY_ASK
  }

  /**
   * @param bid the lowest known bid price, quote per unit; 0 where all bids are known.
   * @param ask the highest known ask price, quote per unit; infinite where all asks are known.
   */
  limitTo(bid: number, ask: number): void {
    this.#bid = bid
    this.#ask = ask
    this.#provenLevels = 0
  }

  /** Known levels of the side with fewer; infinite where all levels of both sides are known. */
  get count(): number {
    const { bids, asks, priceDecimals } = this.#book
    const scale = unitsIn(priceDecimals)
    return Math.min(levelsTo(bids, this.#bid * scale), levelsTo(asks, this.#ask * scale))
  }

  /**
   * Whether `levels` of each side are known, or all that it has. A change removes one level at most: where twice as
   * many were known, the next search is due only after as many changes.
   */
  has(levels: number): boolean {
    if (!this.isLimited) return true
    const { levelsSet } = this.#book
    if (levels === this.#provenLevels && (levelsSet - this.#provenAt) >>> 0 < levels) return true
    if (!this.#reaches(2 * levels)) return this.#reaches(levels)
    this.#provenLevels = levels
    this.#provenAt = levelsSet
    return true
  }

  /** Looks at one level of each side, where `count` searches through them. */
  #reaches(levels: number): boolean {
    const { bids, asks, priceDecimals } = this.#book
    const scale = unitsIn(priceDecimals)
    return isKnown(bids, levels, this.#bid * scale) && isKnown(asks, levels, this.#ask * scale)
  }
}

/** Whether the worst of the best `levels`, or of all, is not worse than a price. */
function isKnown(side: BookSide, levels: number, worst: number): boolean {
  const { count, sign } = side
  return count === 0 || (side.priceAt(Math.min(levels, count) - 1) - worst) * sign >= 0
}

/** Number of levels that are not worse than a price; infinite where all are. */
function levelsTo(side: BookSide, worst: number): number {
  const { count, sign } = side
  if (isKnown(side, count, worst)) return Number.POSITIVE_INFINITY
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((side.priceAt(middle) - worst) * sign >= 0) low = middle + 1
    else high = middle
  }
  return low
}
