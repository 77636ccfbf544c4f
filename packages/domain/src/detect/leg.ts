import type { BookSide } from '../book/book-side.ts'
import type { BookSlot } from '../book/book-slot.ts'
import { type Decimal, mantissaAt, pow10 } from '../money/decimal.ts'

/** The rules under which one instrument trades, in the exchange's own units. */
export type LegTerms = {
  /** Taker fee as a fraction of the quote amount. */
  readonly fee: Decimal
  /** Lot and minimums count base units, also where the book's sizes are contracts. */
  readonly lotStep: Decimal
  readonly minQty: Decimal | null
  readonly minNotional: Decimal | null
  /** 10^multiplierDigits coins are one unit of the exchange (1000PEPE: 3); prices are per unit. */
  readonly multiplierDigits: number
  /** Base units of one contract where the book's sizes are contracts (OKX swaps); null where they are base units. */
  readonly contractSize: Decimal | null
}

/** One side of a proven book with the terms under which it can be taken. */
export type Leg = { readonly slot: BookSlot; readonly terms: LegTerms }

/** Common scale of several legs: prices per coin and sizes in coins become whole numbers, exactly. */
export type Scale = { readonly price: number; readonly size: number }

/** The smallest scale at which every level, lot and minimum of the legs is whole. */
export function commonScale(legs: readonly Leg[]): Scale {
  let price = 0
  let size = 0
  for (const { slot, terms } of legs) {
    const digits = terms.multiplierDigits
    price = Math.max(price, slot.book.priceDecimals + digits)
    const contractDecimals = terms.contractSize?.decimals ?? 0
    size = Math.max(size, slot.book.sizeDecimals + contractDecimals - digits, terms.lotStep.decimals - digits)
    if (terms.minQty !== null) size = Math.max(size, terms.minQty.decimals - digits)
  }
  return { price, size }
}

const ONE_UNIT: Decimal = { mantissa: 1n, decimals: 0 }

/** The whole-number view of the levels of one side that detection may see, best first. */
export class Levels {
  readonly count: number
  readonly #side: BookSide
  readonly #priceFactor: bigint
  readonly #sizeFactor: bigint

  constructor(side: BookSide, leg: Leg, scale: Scale) {
    const { multiplierDigits: digits, contractSize } = leg.terms
    this.#side = side
    this.count = Math.min(side.count, leg.slot.visibleDepth)
    this.#priceFactor = pow10(scale.price - leg.slot.book.priceDecimals - digits)
    // A contract need not be a power of ten of base units: its digits are a factor, its decimals are in the scale.
    const unit = contractSize ?? ONE_UNIT
    this.#sizeFactor = unit.mantissa * pow10(scale.size - leg.slot.book.sizeDecimals - unit.decimals + digits)
  }

  /** Quote per coin times 10^scale.price. */
  price(rank: number): bigint {
    return BigInt(this.#side.priceAt(rank)) * this.#priceFactor
  }

  /** Coins times 10^scale.size. */
  size(rank: number): bigint {
    return BigInt(this.#side.sizeAt(rank)) * this.#sizeFactor
  }
}

/** A quantity in base units of the exchange as coins at the scale. */
export function coins(quantity: Decimal, leg: Leg, scale: Scale): bigint {
  return mantissaAt(quantity, scale.size + leg.terms.multiplierDigits)
}

/** What taking a quantity from the best level on costs or brings: Σ(p·q) at 10^(scale.price + scale.size). */
export type Taken = { readonly notional: bigint; readonly levels: number }

/** Walks a side for a quantity that it is known to hold. Throws a RangeError when it does not. */
export function take(levels: Levels, quantity: bigint): Taken {
  let rest = quantity
  let notional = 0n
  for (let rank = 0; rank < levels.count; rank++) {
    const size = levels.size(rank)
    const part = size < rest ? size : rest
    notional += part * levels.price(rank)
    rest -= part
    if (rest === 0n) return { notional, levels: rank + 1 }
  }
  throw new RangeError('a walk was asked for more than the side holds')
}

export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let x = a
  let y = b
  while (y !== 0n) [x, y] = [y, x % y]
  return (a / x) * b
}
