import type { BookSide } from '../book/book-side.ts'
import { pow10 } from '../money/decimal.ts'
import { Depth, NOTIONAL, PRICE, TOTAL } from './depth.ts'
import { DOUBLE_MARGIN } from './double-margin.ts'
import { type Leg, ONE_UNIT, type Scale } from './leg.ts'

/** One side of a book as whole numbers at a scale: the levels that detection may see, best first. */
export class Levels {
  readonly count: number
  /** The side's levels in the book's own units. */
  readonly depth: Depth
  /** Units of the scale in one unit of the book. */
  readonly priceFactor: bigint
  readonly #sizeFactor: bigint
  readonly #moneyFactor: bigint
  readonly #priceAbout: number
  readonly #sizeAbout: number
  readonly #moneyAbout: number

  constructor(side: BookSide, leg: Leg, scale: Scale) {
    const { slot, terms } = leg
    const { multiplierDigits: digits } = terms
    this.count = Math.min(side.count, slot.visibleDepth)
    this.depth = Depth.of(side, slot)
    this.priceFactor = pow10(scale.price - slot.book.priceDecimals - digits)
    // A contract need not be a power of ten of base units: its digits are a factor, its decimals are in the scale.
    const unit = terms.contractSize ?? ONE_UNIT
    this.#sizeFactor = unit.mantissa * pow10(scale.size - slot.book.sizeDecimals - unit.decimals + digits)
    this.#moneyFactor = this.#sizeFactor * this.priceFactor
    this.#priceAbout = Number(this.priceFactor)
    this.#sizeAbout = Number(this.#sizeFactor)
    this.#moneyAbout = Number(this.#moneyFactor)
  }

  /** Quote per coin times 10^scale.price. */
  price(rank: number): bigint {
    return times(BigInt(this.depth.about(rank, PRICE)), this.priceFactor, this.#priceAbout)
  }

  /** Coins times 10^scale.size. */
  size(rank: number): bigint {
    return times(this.depth.size(rank), this.#sizeFactor, this.#sizeAbout)
  }

  /** Coins of the best levels to this one, times 10^scale.size. */
  total(rank: number): bigint {
    return times(this.depth.total(rank), this.#sizeFactor, this.#sizeAbout)
  }

  /** Σ(p·q) of the best levels to this one, times 10^(scale.price + scale.size). */
  notional(rank: number): bigint {
    return times(this.depth.notional(rank), this.#moneyFactor, this.#moneyAbout)
  }

  /** The total as a double: exact to 2^53. */
  totalAbout(rank: number): number {
    return this.depth.about(rank, TOTAL) * this.#sizeAbout
  }

  notionalAbout(rank: number): number {
    return this.depth.about(rank, NOTIONAL) * this.#moneyAbout
  }

  /** Coins that a notional of n / d buys, as a double, where its walk ends on a rank. */
  boughtAbout(n: bigint, d: bigint, rank: number): number {
    const rest = quotient(n, d) - (rank === 0 ? 0 : this.notionalAbout(rank - 1))
    return (rank === 0 ? 0 : this.totalAbout(rank - 1)) + rest / (this.depth.about(rank, PRICE) * this.#priceAbout)
  }

  /** The rank on which the total reaches n / d; null where all levels together do not. */
  rankOfTotal(n: bigint, d: bigint): number | null {
    const about = quotient(n, d)
    const surelyBelow = (about / this.#sizeAbout) * (1 - DOUBLE_MARGIN)
    for (let rank = this.depth.firstFrom(TOTAL, surelyBelow, this.count); rank < this.count; rank++) {
      if (this.totalAbout(rank) > about * (1 + DOUBLE_MARGIN) || this.total(rank) * d >= n) return rank
    }
    return null
  }

  /** The rank on which the notional reaches n / d; null where all levels together do not. */
  rankOfNotional(n: bigint, d: bigint): number | null {
    const about = quotient(n, d)
    const surelyBelow = (about / this.#moneyAbout) * (1 - DOUBLE_MARGIN)
    for (let rank = this.depth.firstFrom(NOTIONAL, surelyBelow, this.count); rank < this.count; rank++) {
      if (this.notionalAbout(rank) > about * (1 + DOUBLE_MARGIN) || this.notional(rank) * d >= n) return rank
    }
    return null
  }
}

/** `value · factor`; `about` is the factor as a double, mostly 1, which saves the product. */
const times = (value: bigint, factor: bigint, about: number) => (about === 1 ? value : value * factor)

/** `n / d` as a double; NaN, for which every comparison fails, where one of them exceeds a double. */
function quotient(n: bigint, d: bigint): number {
  const above = Number(n)
  const below = d === 1n ? 1 : Number(d)
  return above === Number.POSITIVE_INFINITY || below === Number.POSITIVE_INFINITY ? Number.NaN : above / below
}

/** Cost or proceeds of a quantity, taken from the best level on: Σ(p·q) at 10^(scale.price + scale.size). */
export type BookFill = { readonly notional: bigint; readonly levels: number }

/** Walks a side for a quantity that it is known to hold. Throws a RangeError when it does not. */
export function take(levels: Levels, quantity: bigint): BookFill {
  const rank = levels.rankOfTotal(quantity, 1n)
  if (rank === null) throw new RangeError('a walk was asked for more than the side holds')
  return takeWithin(levels, quantity, rank)
}

/** `take` where the best levels up to rank `within` are known to hold the quantity. */
export function takeWithin(levels: Levels, quantity: bigint, within: number): BookFill {
  for (let rank = within; rank > 0; rank--) {
    const before = levels.total(rank - 1)
    if (before >= quantity) continue
    return { notional: levels.notional(rank - 1) + (quantity - before) * levels.price(rank), levels: rank + 1 }
  }
  return { notional: quantity * levels.price(0), levels: 1 }
}
