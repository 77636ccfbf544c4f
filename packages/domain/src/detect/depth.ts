import { type BookSide, WIDE } from '../book/book-side.ts'
import type { BookSlot } from '../book/book-slot.ts'

/**
 * Columns of a level: its price and size, and over the levels from the best one to it Σq and Σ(p·q), as the nearest
 * double.
 */
export const PRICE = 0
export const SIZE = 1
export const TOTAL = 2
export const NOTIONAL = 3
/** The exact rest that the notional's double leaves out; NaN where it is no longer known. */
const REST = 4
const STRIDE = 5
const FIRST_ROOM = 16
/** Levels read from the core at once: one more level costs less than another call. */
const READ = 16
const prices = new Float64Array(READ)
const sizes = new Float64Array(READ)

/** 2^27 + 1: splits a double into halves whose products are exact (T. J. Dekker 1971, doi 10.1007/BF01397083). */
const SPLITTER = 134_217_729

const known = new WeakMap<BookSide, Depth>()

/**
 * One side of a book in its own whole units with its running sums. Levels are read hardly deeper than needed, and once
 * for each version of the book, however many routes go through it.
 */
export class Depth {
  readonly #side: BookSide
  #version = Number.NaN
  #reached = 0
  #rows = new Float64Array(FIRST_ROOM * STRIDE)

  private constructor(side: BookSide) {
    this.#side = side
  }

  /** The depth of a side of a proven book at its present version. */
  static of(side: BookSide, { version }: BookSlot): Depth {
    let depth = known.get(side)
    if (depth === undefined) {
      depth = new Depth(side)
      known.set(side, depth)
    }
    if (depth.#version !== version) {
      depth.#version = version
      depth.#reached = 0
    }
    return depth
  }

  /**
   * A column of a level as a double. Prices and sizes to 2^53 are exact; larger sizes and the sums are off by some
   * roundings. The side must have the level.
   */
  about(rank: number, column: typeof PRICE | typeof SIZE | typeof TOTAL | typeof NOTIONAL): number {
    if (rank >= this.#reached) this.#reach(rank)
    return this.#rows[rank * STRIDE + column] as number
  }

  /** The first of `count` ranks whose sum is not below a bound, or `count`; it reads no deeper than that. */
  firstFrom(column: typeof TOTAL | typeof NOTIONAL, bound: number, count: number): number {
    let low = 0
    let high = Math.min(this.#reached, count)
    if (high === 0 || this.about(high - 1, column) < bound) {
      while (high < count && this.about(high, column) < bound) high++
      return high
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.about(middle, column) < bound) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The exact size of a level. */
  size(rank: number): bigint {
    const about = this.about(rank, SIZE)
    return about < WIDE ? BigInt(about) : this.#side.exactSize(this.about(rank, PRICE), WIDE)
  }

  /** Σq of the best levels to this one. */
  total(rank: number): bigint {
    const about = this.about(rank, TOTAL)
    if (about <= Number.MAX_SAFE_INTEGER) return BigInt(about)
    let sum = 0n
    for (let at = 0; at <= rank; at++) sum += this.size(at)
    return sum
  }

  /** Σ(p·q) of the best levels to this one. */
  notional(rank: number): bigint {
    const about = this.about(rank, NOTIONAL)
    const rest = this.#rows[rank * STRIDE + REST] as number
    if (rest === 0) return BigInt(about)
    if (!Number.isNaN(rest)) return BigInt(about) + BigInt(rest)
    let sum = 0n
    for (let at = 0; at <= rank; at++) sum += BigInt(this.about(at, PRICE)) * this.size(at)
    return sum
  }

  #reach(rank: number): void {
    while (this.#reached <= rank) this.#readOn()
  }

  #readOn(): void {
    const side = this.#side
    const count = Math.min(READ, side.count - this.#reached)
    if (count <= 0) throw new RangeError('a level was asked for that the side does not have')
    if ((this.#reached + count) * STRIDE > this.#rows.length) this.#widen(this.#reached + count)
    const rows = this.#rows
    side.read(this.#reached, count, prices, sizes)
    let at = this.#reached * STRIDE
    let total = at === 0 ? 0 : (rows[at - STRIDE + TOTAL] as number)
    let notional = at === 0 ? 0 : (rows[at - STRIDE + NOTIONAL] as number)
    let rest = at === 0 ? 0 : (rows[at - STRIDE + REST] as number)
    for (let next = 0; next < count; next++) {
      const price = prices[next] as number
      const column = sizes[next] as number
      const size = column === WIDE ? Number(side.exactSize(price, column)) : column
      const levelNotional = price * size
      const sum = notional + levelNotional
      if (sum > Number.MAX_SAFE_INTEGER)
        rest = remember(rest, lostOfSum(notional, levelNotional, sum) + lostOf(price, size, levelNotional))
      // The products of a size beyond 2^53 are not known to the digit here.
      if (column === WIDE) rest = Number.NaN
      total += size
      notional = sum
      rows[at + PRICE] = price
      rows[at + SIZE] = size
      rows[at + TOTAL] = total
      rows[at + NOTIONAL] = sum
      rows[at + REST] = rest
      at += STRIDE
    }
    this.#reached += count
  }

  #widen(count: number): void {
    let room = this.#rows.length / STRIDE
    while (room < count) room *= 2
    const rows = new Float64Array(room * STRIDE)
    rows.set(this.#rows)
    this.#rows = rows
  }
}

/** Adds a lost part to the rest; NaN once the sum is not exact. */
function remember(rest: number, lost: number): number {
  const sum = rest + lost
  return Math.abs(lost) <= Number.MAX_SAFE_INTEGER && Math.abs(sum) <= Number.MAX_SAFE_INTEGER ? sum : Number.NaN
}

/** `a + b − sum` exactly, for the double nearest to a + b (D. E. Knuth, The Art of Computer Programming 2, 4.2.2). */
function lostOfSum(a: number, b: number, sum: number): number {
  const second = sum - a
  return a - (sum - second) + (b - second)
}

/** `a · b − product` exactly, for the double nearest to a · b, of whole numbers up to 2^53 (Dekker's product). */
function lostOf(a: number, b: number, product: number): number {
  if (product <= Number.MAX_SAFE_INTEGER) return 0
  const wideA = a * SPLITTER
  const highA = wideA - (wideA - a)
  const lowA = a - highA
  const wideB = b * SPLITTER
  const highB = wideB - (wideB - b)
  const lowB = b - highB
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB
}
