import { BookSide, packDecimals, type SideChanges } from './book-side.ts'
import { closeBook, constant, inWords, openBook, renew, words } from './core.ts'

/** Powers of ten that a double holds exactly: up to 10^22. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power)
/** Most decimals of a text. A text with more cannot be scaled within 2^53 next to any ordinary price. */
const MAX_DECIMALS = 18

/** Offsets of a book's fields in the core, in 32-bit words. */
const PRICE_SCALE = inWords('PRICE_SCALE')
const SIZE_SCALE = inWords('SIZE_SCALE')
const DEPTH = inWords('DEPTH')
const LEVELS_SET = inWords('LEVELS_SET')
/** Offsets of a book's sides in the core, in bytes. */
const BIDS = constant('BIDS')
const ASKS = constant('ASKS')

/** Returns the core's memory of a book that was garbage-collected. */
const dropped = new FinalizationRegistry(closeBook)

/** Units of a scale in one: `10^decimals`, as exact as a double is. */
export const unitsIn = (decimals: number): number => POWERS[decimals] as number

/** Changes of one side at one scale. */
export type ScaledChanges = SideChanges & { readonly priceDecimals: number; readonly sizeDecimals: number }

/**
 * An order book in scaled integers. The scale is the number of decimals that its texts have, learned and widened as
 * longer ones come (decision 0002): levels are kept exactly, never refused or rounded for being off a grid.
 */
export class Book {
  /** Address of the book in the core's memory, in bytes. */
  readonly address: number
  readonly bids: BookSide
  readonly asks: BookSide
  readonly #fields: number

  constructor(depth: number, keepsTexts: boolean) {
    this.address = openBook(keepsTexts ? 1 : 0)
    renew()
    this.#fields = this.address >> 2
    this.bids = new BookSide(1, keepsTexts, this.address + BIDS)
    this.asks = new BookSide(-1, keepsTexts, this.address + ASKS)
    this.depth = depth
    dropped.register(this, this.address)
  }

  /** A price is `prices[i] / 10^priceDecimals` quote per unit, a size `sizes[i] / 10^sizeDecimals` units. */
  get priceDecimals(): number {
    return words[this.#fields + PRICE_SCALE] as number
  }

  set priceDecimals(decimals: number) {
    words[this.#fields + PRICE_SCALE] = decimals
  }

  get sizeDecimals(): number {
    return words[this.#fields + SIZE_SCALE] as number
  }

  set sizeDecimals(decimals: number) {
    words[this.#fields + SIZE_SCALE] = decimals
  }

  /** Levels kept of each side: the subscribed depth, after each message (F10). */
  get depth(): number {
    return words[this.#fields + DEPTH] as number
  }

  set depth(levels: number) {
    words[this.#fields + DEPTH] = levels
  }

  /** Levels of both sides that were set or deleted since the book was made; wraps at 2^32. */
  get levelsSet(): number {
    return words[this.#fields + LEVELS_SET] as number
  }

  #count(levels: number): void {
    words[this.#fields + LEVELS_SET] = this.levelsSet + levels
  }

  /** Empties the book and forgets its scale, so that one absurd text does not outlive the snapshot that replaces it. */
  clear(): void {
    this.bids.clear()
    this.asks.clear()
    this.priceDecimals = 0
    this.sizeDecimals = 0
  }

  truncate(): void {
    this.bids.truncate(this.depth)
    this.asks.truncate(this.depth)
  }

  /** Whether a level has a size beyond 2^53 − 1 units of the scale (`BookSide`). */
  get hasWideSizes(): boolean {
    return this.bids.hasWideSizes || this.asks.hasWideSizes
  }

  /** Forgets sizes that the core has replaced by itself, with a snapshot. */
  forgetWideSizes(): void {
    this.bids.forgetWideSizes()
    this.asks.forgetWideSizes()
  }

  /** Both sides have a level and the best bid is above the best ask. */
  get isCrossed(): boolean {
    const { bids, asks } = this
    return bids.count > 0 && asks.count > 0 && bids.priceAt(0) > asks.priceAt(0)
  }

  /**
   * Sets one level from its scanned texts: whole digits and the number of decimals of each text. False when a price
   * would pass 2^53 at the book's scale: the book is then no longer exact and must be dropped.
   */
  set(side: BookSide, price: number, priceDecimals: number, size: number | bigint, sizeDecimals: number): boolean {
    if (!this.#fits(priceDecimals, sizeDecimals)) return false
    const scaledPrice = price * (POWERS[this.priceDecimals - priceDecimals] as number)
    if (scaledPrice > Number.MAX_SAFE_INTEGER) return false
    const scaledSize = BigInt(size) * BigInt(POWERS[this.sizeDecimals - sizeDecimals] as number)
    side.set(scaledPrice, scaledSize, packDecimals(priceDecimals, sizeDecimals))
    this.#count(1)
    return true
  }

  /** Sets many levels of both sides. False when a price would pass 2^53; some levels may have been set by then. */
  setAll(bids: ScaledChanges, asks: ScaledChanges): boolean {
    this.#count(bids.count + asks.count)
    // The scale is widened for both lists before any level is set: rescaling a full side costs more than all else.
    return (
      this.#fitsAll(bids) && this.#fitsAll(asks) && this.#setSide(this.bids, bids) && this.#setSide(this.asks, asks)
    )
  }

  #fitsAll({ count, priceDecimals, sizeDecimals }: ScaledChanges): boolean {
    return count === 0 || this.#fits(priceDecimals, sizeDecimals)
  }

  #setSide(side: BookSide, changes: ScaledChanges): boolean {
    const { count, priceDecimals, sizeDecimals } = changes
    if (count === 0) return true
    if (priceDecimals === this.priceDecimals && sizeDecimals === this.sizeDecimals) {
      side.setAll(changes)
      return true
    }
    return side.setScaled(
      changes,
      POWERS[this.priceDecimals - priceDecimals] as number,
      POWERS[this.sizeDecimals - sizeDecimals] as number,
    )
  }

  /** Widens the scale to at least these numbers of decimals; false when the book's prices would pass 2^53. */
  #fits(priceDecimals: number, sizeDecimals: number): boolean {
    if (priceDecimals > this.priceDecimals && !this.#widen('priceDecimals', 'prices', priceDecimals)) return false
    return sizeDecimals <= this.sizeDecimals || this.#widen('sizeDecimals', 'sizes', sizeDecimals)
  }

  #widen(scale: 'priceDecimals' | 'sizeDecimals', column: 'prices' | 'sizes', decimals: number): boolean {
    if (decimals > MAX_DECIMALS) return false
    const factor = POWERS[decimals - this[scale]] as number
    this[scale] = decimals
    return this.bids.rescale(column, factor) && this.asks.rescale(column, factor)
  }
}
