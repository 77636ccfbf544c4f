import { type Book, unitsIn } from './book.ts'
import type { BookSide } from './book-side.ts'

const EVERY_BID = 0
const EVERY_ASK = Number.POSITIVE_INFINITY

/**
 * The levels of a book that are surely all there: a book that grew from a snapshot of limited depth may have holes beyond
 * the snapshot's last level, and a side ends at that price for whoever reads it.
 */
export class KnownLevels {
  readonly #book: Book
  /** The worst known prices in quote per unit. */
  #bid = EVERY_BID
  #ask = EVERY_ASK
  /** Twice so many levels were known when the book had counted so many changes. */
  #surely = 0
  #surelyFrom = 0

  constructor(book: Book) {
    this.#book = book
  }

  get isLimited(): boolean {
    return this.#bid !== EVERY_BID || this.#ask !== EVERY_ASK
  }

  /** @param bid the worst known price in quote per unit, 0 where all bids are known; `ask` likewise, infinite for all. */
  limitTo(bid: number, ask: number): void {
    this.#bid = bid
    this.#ask = ask
    this.#surely = 0
  }

  /** Of the side that has fewer; infinite where all of both are known. */
  get count(): number {
    const { bids, asks, priceDecimals } = this.#book
    const scale = unitsIn(priceDecimals)
    return Math.min(levelsTo(bids, this.#bid * scale), levelsTo(asks, this.#ask * scale))
  }

  /**
   * Whether so many levels of each side are known, or all that it has. A change takes one level at most: where twice as many
   * are known nobody looks again until as many were set or taken away.
   */
  has(levels: number): boolean {
    if (!this.isLimited) return true
    const { levelsSet } = this.#book
    if (levels === this.#surely && (levelsSet - this.#surelyFrom) >>> 0 < levels) return true
    if (!this.#reaches(2 * levels)) return this.#reaches(levels)
    this.#surely = levels
    this.#surelyFrom = levelsSet
    return true
  }

  /** Looks at one level of each side, where `count` searches. */
  #reaches(levels: number): boolean {
    const { bids, asks, priceDecimals } = this.#book
    const scale = unitsIn(priceDecimals)
    return isKnown(bids, levels, this.#bid * scale) && isKnown(asks, levels, this.#ask * scale)
  }
}

/** Whether the worst of so many best levels, or of all, is not worse than a price. */
function isKnown(side: BookSide, levels: number, worst: number): boolean {
  const { count, sign } = side
  return count === 0 || (side.priceAt(Math.min(levels, count) - 1) - worst) * sign >= 0
}

/** Levels from the best one on that are not worse than a price; infinite where all are. */
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
