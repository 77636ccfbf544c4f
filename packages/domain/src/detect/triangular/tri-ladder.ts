import { type Decimal, pow10 } from '../../money/decimal.ts'
import type { Ratio } from '../../money/ratio.ts'
import { coins, commonScale, type Leg, reaches, type Scale } from '../leg.ts'
import { Levels, takeWithin } from '../levels.ts'
import { mostAtOnce } from '../pair-walk.ts'
import { type Amount, inUnits, share } from './tri-amount.ts'

/** One conversion of a cycle: buying the base at the asks or selling it at the bids. */
export type TriangularLeg = { readonly leg: Leg; readonly side: 'buy' | 'sell' }

/** An amount converted, before the fee, and the number of levels of which it took a part. */
export type Conversion = { readonly amount: Amount; readonly levels: number }

/** An order of whole lots: money in the quote currency, the quantity in coins. */
export type Order = {
  readonly quantity: Amount
  readonly notional: Amount
  readonly spent: Amount
  /** The fee is taken in the asset received. */
  readonly received: Amount
  readonly levels: number
}

/** Relative error bound of a number of lots in doubles; one closer to a whole number is computed exactly. */
const MARGIN = 1e-11

/** One side of a book as a conversion: what any amount of one asset is worth in the other, exactly. */
export class Ladder {
  readonly isBuy: boolean
  readonly levels: Levels
  /** The share that a conversion leaves after the fee. */
  readonly shareAfterFee: Decimal
  readonly #leg: Leg
  readonly #scale: Scale
  readonly #sizeDecimals: number
  readonly #moneyDecimals: number
  readonly #lot: bigint
  readonly #lotAbout: number
  readonly #minQty: bigint

  constructor({ leg, side }: TriangularLeg) {
    const { terms, slot } = leg
    const scale = commonScale([leg])
    this.isBuy = side === 'buy'
    this.levels = new Levels(this.isBuy ? slot.book.asks : slot.book.bids, leg, scale)
    this.shareAfterFee = { mantissa: pow10(terms.fee.decimals) - terms.fee.mantissa, decimals: terms.fee.decimals }
    this.#leg = leg
    this.#scale = scale
    this.#sizeDecimals = scale.size
    this.#moneyDecimals = scale.price + scale.size
    this.#lot = coins(terms.lotStep, leg, scale)
    this.#lotAbout = Number(this.#lot)
    this.#minQty = terms.minQty === null ? 0n : coins(terms.minQty, leg, scale)
  }

  /** What one unit of the asset given brings at the best price, before the fee. The side has a level. */
  get topRate(): Ratio {
    const price = this.levels.price(0)
    const unit = pow10(this.#scale.price)
    return this.isBuy ? { n: unit, d: price } : { n: price, d: unit }
  }

  /** The amount of the asset given that takes exactly the best `rank + 1` levels. */
  given(rank: number): Amount {
    return this.isBuy
      ? { n: this.levels.notional(rank), d: 1n, e: this.#moneyDecimals }
      : { n: this.levels.total(rank), d: 1n, e: this.#sizeDecimals }
  }

  /**
   * The amount of the asset given for the whole lots of an order that the exchange takes at once; null where it takes
   * the whole order.
   */
  givenAtMost({ quantity, levels }: Pick<Order, 'quantity' | 'levels'>): Amount | null {
    const taken = mostAtOnce({ leg: this.#leg, levels: this.levels }, quantity.n, levels - 1, this.#scale)
    if (taken >= quantity.n) return null
    const most = (taken / this.#lot) * this.#lot
    return this.isBuy
      ? { n: takeWithin(this.levels, most, levels - 1).notional, d: 1n, e: this.#moneyDecimals }
      : { n: most, d: 1n, e: this.#sizeDecimals }
  }

  /** The amount that `given` brings with neither fee nor lots; null where the known depth does not hold it. */
  forward(given: Amount): Conversion | null {
    return this.isBuy ? this.#quantityFor(given) : this.#notionalOf(given)
  }

  /**
   * The amount that has to be given to get `got` with neither fee nor lots; null where the known depth does not hold
   * it.
   */
  backward(got: Amount): Conversion | null {
    return this.isBuy ? this.#notionalOf(got) : this.#quantityFor(got)
  }

  /** The largest order of whole lots that an amount pays for; null where the exchange would not take it. */
  order(given: Amount): Order | null {
    const lots = this.isBuy ? this.#lotsBought(given) : this.#lotsIn(given)
    if (lots === null || lots.count === 0n) return null
    const units = lots.count * this.#lot
    if (units < this.#minQty) return null
    const rank = lots.within ?? this.levels.rankOfTotal(units, 1n)
    if (rank === null) return null
    const taken = takeWithin(this.levels, units, rank)
    if (!reaches(taken.notional, this.#leg, this.#scale)) return null
    const quantity = { n: units, d: 1n, e: this.#sizeDecimals }
    const notional = { n: taken.notional, d: 1n, e: this.#moneyDecimals }
    const [spent, got] = this.isBuy ? [notional, quantity] : [quantity, notional]
    return { quantity, notional, spent, received: share(got, this.shareAfterFee), levels: taken.levels }
  }

  /** Whole lots that an amount of quote buys, and a rank within which they lie. */
  #lotsBought(given: Amount): { readonly count: bigint; readonly within: number } | null {
    const { n, d } = inUnits(given, this.#moneyDecimals)
    const { levels } = this
    const rank = levels.rankOfNotional(n, d)
    if (rank === null) return null
    const lots = levels.boughtAbout(n, d, rank) / this.#lotAbout
    if (isBetweenWhole(lots)) return { count: BigInt(Math.floor(lots)), within: rank }
    const unit = d * levels.price(rank)
    const bought = rank === 0 ? n : levels.total(rank - 1) * unit + (n - levels.notional(rank - 1) * d)
    return { count: bought / (unit * this.#lot), within: rank }
  }

  #lotsIn(given: Amount): { readonly count: bigint; readonly within: null } {
    const { n, d } = inUnits(given, this.#sizeDecimals)
    return { count: n / (d * this.#lot), within: null }
  }

  /** The coins that an amount of quote buys, or whose sale brings it. */
  #quantityFor(quote: Amount): Conversion | null {
    const { n, d } = inUnits(quote, this.#moneyDecimals)
    const rank = this.levels.rankOfNotional(n, d)
    if (rank === null) return null
    const unit = d * this.levels.price(rank)
    const bought = rank === 0 ? n : this.levels.total(rank - 1) * unit + (n - this.levels.notional(rank - 1) * d)
    return { amount: { n: bought, d: unit, e: this.#sizeDecimals }, levels: rank + 1 }
  }

  /** The quote that a quantity of coins costs or brings. */
  #notionalOf(quantity: Amount): Conversion | null {
    const { n, d } = inUnits(quantity, this.#sizeDecimals)
    const rank = this.levels.rankOfTotal(n, d)
    if (rank === null) return null
    const price = this.levels.price(rank)
    const worth =
      rank === 0 ? n * price : this.levels.notional(rank - 1) * d + (n - this.levels.total(rank - 1) * d) * price
    return { amount: { n: worth, d, e: this.#moneyDecimals }, levels: rank + 1 }
  }
}

/** Whether a double is clearly between two whole numbers; false for NaN. */
function isBetweenWhole(value: number): boolean {
  const error = value * MARGIN
  return Math.floor(value - error) === Math.floor(value + error) && value < Number.MAX_SAFE_INTEGER
}
