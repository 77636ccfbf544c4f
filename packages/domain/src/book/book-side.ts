/** First sizes of the arrays; a side grows by doubling up to its depth. */
const FIRST_CAPACITY = 32
/** Changes cluster at the best end: so many levels are tried one by one before the binary search. */
const LINEAR_PROBES = 6
/** Up to so many levels a loop moves them faster than `copyWithin`, whose call alone costs as much. */
const FEW_MOVED = 48

/**
 * One side of a book: two parallel arrays of whole numbers in doubles, exact to 2^53, worst level first, best last,
 * so that a change near the best price moves few levels. `sign` is 1 for bids (best = highest), -1 for asks.
 */
export class BookSide {
  count = 0
  prices = new Float64Array(FIRST_CAPACITY)
  sizes = new Float64Array(FIRST_CAPACITY)
  /** Decimals of each text as sent, high byte price, low byte size: a checksum is over the texts. */
  texts: Uint16Array | null
  readonly sign: 1 | -1

  constructor(sign: 1 | -1, keepsTexts: boolean) {
    this.sign = sign
    this.texts = keepsTexts ? new Uint16Array(FIRST_CAPACITY) : null
  }

  /** Price of the level at a rank, 0 = best. The caller knows that the rank is below `count`. */
  priceAt(rank: number): number {
    return this.prices[this.count - 1 - rank] as number
  }

  sizeAt(rank: number): number {
    return this.sizes[this.count - 1 - rank] as number
  }

  textAt(rank: number): number {
    return this.texts === null ? 0 : (this.texts[this.count - 1 - rank] as number)
  }

  clear(): void {
    this.count = 0
  }

  /** Sets the absolute size of a price; 0 deletes, also a price that is not there. */
  set(price: number, size: number, text: number): void {
    const { prices, sign } = this
    let at = this.count - 1
    const stop = Math.max(-1, at - LINEAR_PROBES)
    while (at > stop && ((prices[at] as number) - price) * sign > 0) at--
    if (at === stop && at >= 0) at = this.#search(price, at)
    if (at >= 0 && prices[at] === price) {
      if (size === 0) this.#remove(at)
      else {
        this.sizes[at] = size
        if (this.texts !== null) this.texts[at] = text
      }
    } else if (size !== 0) this.#insert(at + 1, price, size, text)
  }

  /** Drops the worst levels beyond a depth. */
  truncate(depth: number): void {
    const excess = this.count - depth
    if (excess <= 0) return
    this.prices.copyWithin(0, excess, this.count)
    this.sizes.copyWithin(0, excess, this.count)
    this.texts?.copyWithin(0, excess, this.count)
    this.count = depth
  }

  /** Multiplies all prices or sizes: the book's scale got more decimals. False when a number would pass 2^53. */
  rescale(column: 'prices' | 'sizes', factor: number): boolean {
    const values = this[column]
    for (let at = 0; at < this.count; at++) {
      const value = (values[at] as number) * factor
      if (value > Number.MAX_SAFE_INTEGER) return false
      values[at] = value
    }
    return true
  }

  /** The last index at or below `high` whose price is not better than `price`, or -1. */
  #search(price: number, high: number): number {
    const { prices, sign } = this
    let low = 0
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (((prices[middle] as number) - price) * sign > 0) high = middle - 1
      else low = middle + 1
    }
    return high
  }

  #remove(at: number): void {
    const { prices, sizes, texts } = this
    const last = --this.count
    if (last - at > FEW_MOVED) {
      prices.copyWithin(at, at + 1, last + 1)
      sizes.copyWithin(at, at + 1, last + 1)
      texts?.copyWithin(at, at + 1, last + 1)
      return
    }
    for (let to = at; to < last; to++) {
      prices[to] = prices[to + 1] as number
      sizes[to] = sizes[to + 1] as number
    }
    if (texts !== null) for (let to = at; to < last; to++) texts[to] = texts[to + 1] as number
  }

  #insert(at: number, price: number, size: number, text: number): void {
    if (this.count === this.prices.length) this.#grow()
    const { prices, sizes, texts } = this
    const end = this.count++
    if (end - at > FEW_MOVED) {
      prices.copyWithin(at + 1, at, end)
      sizes.copyWithin(at + 1, at, end)
      texts?.copyWithin(at + 1, at, end)
    } else {
      for (let to = end; to > at; to--) {
        prices[to] = prices[to - 1] as number
        sizes[to] = sizes[to - 1] as number
      }
      if (texts !== null) for (let to = end; to > at; to--) texts[to] = texts[to - 1] as number
    }
    prices[at] = price
    sizes[at] = size
    if (texts !== null) texts[at] = text
  }

  #grow(): void {
    const capacity = this.prices.length * 2
    const prices = new Float64Array(capacity)
    prices.set(this.prices)
    this.prices = prices
    const sizes = new Float64Array(capacity)
    sizes.set(this.sizes)
    this.sizes = sizes
    if (this.texts !== null) {
      const texts = new Uint16Array(capacity)
      texts.set(this.texts)
      this.texts = texts
    }
  }
}
