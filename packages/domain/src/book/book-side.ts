import {
  clear,
  closeSide,
  constant,
  doubles,
  inDoubles,
  inWords,
  levelAt,
  listColumns,
  OTHER_LIST,
  openSide,
  renew,
  rescale,
  roomOf,
  setLevels,
  textAt,
  truncate,
  words,
} from './core.ts'

/** Levels of one block of the core. */
const BLOCK_LEVELS = constant('BLOCK_LEVELS')
/** Byte offset of a block's keys. */
const KEYS = constant('KEYS')
/** Byte offset of a block's sizes. */
const SIZES = constant('SIZES')
/** Distance of a size from its key, in doubles. */
const SIZES_BEHIND = inDoubles('SIZES') - inDoubles('KEYS')
/** Offsets of fields of a side, in doubles. */
const COUNT = inDoubles('COUNT')
const BEST_PRICE = inDoubles('BEST_PRICE')
const BEST_SIZE = inDoubles('BEST_SIZE')
/** Offset of `RUN` (see layout.ts of the core), in 32-bit words. */
const RUN = inWords('RUN')

/** Stands in a column of sizes for a size beyond 2^53 − 1. The exact size is kept beside the column. */
export const WIDE = 2 ** 53

/** Changes of one side as whole numbers at one scale, in the order sent; entries from `count` on are unused. */
export type SideChanges = {
  readonly count: number
  readonly prices: Float64Array
  readonly sizes: Float64Array
  /** Sizes where the column has `WIDE`, by their place in it. */
  readonly wideSizes?: ReadonlyMap<number, bigint>
  /** Decimals of each level's texts as sent (`packDecimals`). */
  readonly texts: Uint16Array
}

/**
 * Packs the decimals of a level's two texts as sent, at most 18 each, into an entry of `SideChanges.texts`: high byte
 * price, low byte size. `checksum-window.ts` of the core unpacks it for the level's checksum.
 */
export const packDecimals = (priceDecimals: number, sizeDecimals: number): number => (priceDecimals << 8) | sizeDecimals

/** Returns the core's memory of a side that was garbage-collected. */
const dropped = new FinalizationRegistry(closeSide)

let others = listColumns(OTHER_LIST)

/**
 * One side of a book: prices and sizes as whole numbers in doubles, exact to 2^53. The levels lie in the core, in
 * blocks of 32, because exchanges change levels anywhere among a thousand; only the best level is found without a
 * search. Sizes beyond 2^53 − 1, of cheap coins, are kept here. While the side has such a size, the core changes no
 * level by itself (`BookSlot`).
 */
export class BookSide {
  /** 1 for bids (best = highest), -1 for asks. */
  readonly sign: 1 | -1
  /** Address of the side in the core's memory. */
  readonly address: number
  readonly #field: number
  readonly #keepsTexts: boolean
  /** Sizes of the levels whose size in the core is `WIDE`, by price. Empty in nearly every book. */
  #wideSizes = new Map<number, bigint>()

  /** `within`: the address of a side that is part of a book; without it a side of its own is made. */
  constructor(sign: 1 | -1, keepsTexts: boolean, within?: number) {
    this.sign = sign
    this.#keepsTexts = keepsTexts
    this.address = within ?? openSide(sign, keepsTexts ? 1 : 0)
    this.#field = this.address >> 3
    renew()
    if (within === undefined) dropped.register(this, this.address)
  }

  get count(): number {
    return doubles[this.#field + COUNT] as number
  }

  /** How many levels fit before the side's directory has to grow. */
  get capacity(): number {
    return roomOf(this.address) * BLOCK_LEVELS
  }

  /** Price of the level at a rank, 0 = best. The caller knows that the rank is below `count`. */
  priceAt(rank: number): number {
    if (rank === 0) return doubles[this.#field + BEST_PRICE] as number
    return (doubles[levelAt(this.address, rank) >> 3] as number) * this.sign
  }

  /** Whether a level has a size beyond 2^53 − 1. */
  get hasWideSizes(): boolean {
    return this.#wideSizes.size > 0
  }

  forgetWideSizes(): void {
    this.#wideSizes.clear()
  }

  /** The exact size of a level, from its price and its size in a column. */
  exactSize(price: number, size: number): bigint {
    return (size === WIDE ? this.#wideSizes.get(price) : undefined) ?? BigInt(size)
  }

  exactSizeAt(rank: number): bigint {
    return this.exactSize(this.priceAt(rank), this.sizeAt(rank))
  }

  /** The size of the level at a rank, or `WIDE`; `exactSizeAt` gives the exact size of such a level. */
  sizeAt(rank: number): number {
    if (rank === 0) return doubles[this.#field + BEST_SIZE] as number
    return doubles[(levelAt(this.address, rank) >> 3) + SIZES_BEHIND] as number
  }

  /**
   * Copies `count` levels from a rank on into two columns, sizes as `sizeAt` gives them. The caller knows that the side
   * has that many.
   */
  read(rank: number, count: number, prices: Float64Array, sizes: Float64Array): void {
    const { address, sign } = this
    for (let done = 0; done < count; ) {
      const at = levelAt(address, rank + done) >> 3
      const end = Math.min(count, done + (words[(address >> 2) + RUN] as number))
      for (let from = at - done; done < end; done++) {
        prices[done] = (doubles[from + done] as number) * sign
        sizes[done] = doubles[from + done + SIZES_BEHIND] as number
      }
    }
  }

  textAt(rank: number): number {
    return textAt(this.address, rank)
  }

  clear(): void {
    clear(this.address)
    renew()
    this.#wideSizes.clear()
  }

  /** Sets the absolute size of a price. 0 deletes the level, and does nothing where there is none. */
  set(price: number, size: number | bigint, text: number): void {
    const isWide = size > Number.MAX_SAFE_INTEGER
    const { prices, sizes, texts } = otherList()
    prices[0] = price
    sizes[0] = isWide ? WIDE : Number(size)
    texts[0] = text
    setLevels(this.address, OTHER_LIST, 1)
    renew()
    if (isWide) this.#wideSizes.set(price, BigInt(size))
    else if (this.hasWideSizes) this.#wideSizes.delete(price)
  }

  /** Sets many levels; fastest when they come best first, as exchanges send them. */
  setAll(changes: SideChanges): void {
    this.setScaled(changes, 1, 1)
  }

  /**
   * `setAll` with all prices and sizes multiplied. False when a price would pass 2^53; some levels may have been set by
   * then.
   */
  setScaled(changes: SideChanges, priceFactor: number, sizeFactor: number): boolean {
    const { count, prices, sizes, texts } = changes
    const wideSizes = this.#wideSizes
    for (let from = 0; from < count; ) {
      const list = otherList()
      const some = Math.min(count - from, list.prices.length)
      for (let at = 0; at < some; at++) {
        const price = (prices[from + at] as number) * priceFactor
        let size = (sizes[from + at] as number) * sizeFactor
        if (price > Number.MAX_SAFE_INTEGER) return false
        if (size > Number.MAX_SAFE_INTEGER) {
          const sent = changes.wideSizes?.get(from + at) ?? BigInt(sizes[from + at] as number)
          wideSizes.set(price, sent * BigInt(sizeFactor))
          size = WIDE
        } else if (wideSizes.size > 0) wideSizes.delete(price)
        list.prices[at] = price
        list.sizes[at] = size
        list.texts[at] = texts[from + at] as number
      }
      setLevels(this.address, OTHER_LIST, some)
      renew()
      from += some
    }
    return true
  }

  /** Drops all levels worse than the best `depth`. */
  truncate(depth: number): void {
    if (this.count <= depth) return
    truncate(this.address, depth)
    if (!this.hasWideSizes) return
    const worst = depth === 0 ? Number.POSITIVE_INFINITY : this.priceAt(depth - 1) * this.sign
    for (const price of this.#wideSizes.keys()) if (price * this.sign < worst) this.#wideSizes.delete(price)
  }

  /** Multiplies all prices or sizes: the book's scale got more decimals. False when a price would pass 2^53. */
  rescale(column: 'prices' | 'sizes', factor: number): boolean {
    return column === 'prices' ? this.#rescalePrices(factor) : this.#rescaleSizes(factor)
  }

  #rescalePrices(factor: number): boolean {
    if (rescale(this.address, KEYS, factor) !== 1) return false
    if (this.hasWideSizes)
      this.#wideSizes = new Map([...this.#wideSizes].map(([price, size]) => [price * factor, size]))
    return true
  }

  /** Rescales the sizes. While the core multiplies its column, sizes that pass 2^53 are taken out of it. */
  #rescaleSizes(factor: number): boolean {
    const wide = this.#beyond(Number.MAX_SAFE_INTEGER / factor)
    for (const { price, text } of wide) this.set(price, 1, text)
    if (rescale(this.address, SIZES, factor) !== 1) return false
    for (const { price, size, text } of wide) this.set(price, size * BigInt(factor), text)
    return true
  }

  /** The levels whose size is beyond a bound. */
  #beyond(bound: number): { readonly price: number; readonly size: bigint; readonly text: number }[] {
    const found: { price: number; size: bigint; text: number }[] = []
    for (let rank = 0; rank < this.count; rank++) {
      if (this.sizeAt(rank) <= bound) continue
      found.push({
        price: this.priceAt(rank),
        size: this.exactSizeAt(rank),
        text: this.#keepsTexts ? this.textAt(rank) : 0,
      })
    }
    return found
  }
}

function otherList(): typeof others {
  if (others.prices.length === 0) others = listColumns(OTHER_LIST)
  return others
}
