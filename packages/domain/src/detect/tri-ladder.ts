import { pow10 } from '../money/decimal.ts'
import { type Ratio, ratio } from '../money/ratio.ts'
import { coins, commonScale, type Leg, reaches, type Scale } from './leg.ts'
import { Levels, takeWithin } from './levels.ts'

/** One conversion of a cycle: buying the base at the asks or selling it at the bids. */
export type TriangularLeg = { readonly leg: Leg; readonly side: 'buy' | 'sell' }

/** What an amount turned into, before the fee, and of how many levels it took a part. */
export type Conversion = { readonly amount: Ratio; readonly levels: number }

/** An order of whole lots: money in the quote currency, the quantity in coins. */
export type Order = { readonly quantity: Ratio; readonly notional: Ratio; readonly levels: number }

/** One side of a book as a conversion: what any amount of one asset is worth in the other, exactly. */
export class Ladder {
  readonly side: 'buy' | 'sell'
  readonly leg: Leg
  readonly levels: Levels
  /** What a conversion leaves after the fee, which is taken in the asset received. */
  readonly kept: Ratio
  readonly #scale: Scale
  readonly #lot: bigint
  readonly #minQty: bigint
  readonly #sizeUnit: bigint
  readonly #moneyUnit: bigint

  constructor({ leg, side }: TriangularLeg) {
    const { terms, slot } = leg
    const scale = commonScale([leg])
    this.side = side
    this.leg = leg
    this.levels = new Levels(side === 'buy' ? slot.book.asks : slot.book.bids, leg, scale)
    const one = pow10(terms.fee.decimals)
    this.kept = ratio(one - terms.fee.mantissa, one)
    this.#scale = scale
    this.#lot = coins(terms.lotStep, leg, scale)
    this.#minQty = terms.minQty === null ? 0n : coins(terms.minQty, leg, scale)
    this.#sizeUnit = pow10(scale.size)
    this.#moneyUnit = pow10(scale.price + scale.size)
  }

  /** What one unit of the asset given brings at the best price, before the fee. The side has a level. */
  get topRate(): Ratio {
    const price = this.levels.price(0)
    const unit = pow10(this.#scale.price)
    return this.side === 'buy' ? { n: unit, d: price } : { n: price, d: unit }
  }

  /** The asset given that takes exactly the best `rank + 1` levels. */
  given(rank: number): Ratio {
    return this.side === 'buy'
      ? { n: this.levels.notional(rank), d: this.#moneyUnit }
      : { n: this.levels.total(rank), d: this.#sizeUnit }
  }

  /** What an amount brings with neither fee nor lots; null where the known depth does not hold it. */
  forward(given: Ratio): Conversion | null {
    return this.side === 'buy' ? this.#quantityFor(given) : this.#notionalOf(given)
  }

  /** What it takes to get an amount with neither fee nor lots; null where the known depth does not hold it. */
  backward(got: Ratio): Conversion | null {
    return this.side === 'buy' ? this.#notionalOf(got) : this.#quantityFor(got)
  }

  /** The largest order of whole lots that an amount pays for; null where the exchange would not take it. */
  order(given: Ratio): Order | null {
    const most = this.side === 'buy' ? this.#quantityFor(given)?.amount : given
    if (most === undefined) return null
    const quantity = ((most.n * this.#sizeUnit) / (most.d * this.#lot)) * this.#lot
    if (quantity === 0n || quantity < this.#minQty) return null
    const rank = this.levels.rankOfTotal(quantity, 1n)
    if (rank === null) return null
    const { notional, levels } = takeWithin(this.levels, quantity, rank)
    if (!reaches(notional, this.leg, this.#scale)) return null
    return { quantity: { n: quantity, d: this.#sizeUnit }, notional: { n: notional, d: this.#moneyUnit }, levels }
  }

  /** The coins that an amount of quote buys or is brought by. */
  #quantityFor({ n, d }: Ratio): Conversion | null {
    const wanted = n * this.#moneyUnit
    const rank = this.levels.rankOfNotional(wanted, d)
    if (rank === null) return null
    const unit = d * this.levels.price(rank)
    if (rank === 0) return { amount: { n: wanted, d: unit * this.#sizeUnit }, levels: 1 }
    const rest = wanted - this.levels.notional(rank - 1) * d
    return { amount: { n: this.levels.total(rank - 1) * unit + rest, d: unit * this.#sizeUnit }, levels: rank + 1 }
  }

  /** The quote that a quantity of coins costs or brings. */
  #notionalOf({ n, d }: Ratio): Conversion | null {
    const wanted = n * this.#sizeUnit
    const rank = this.levels.rankOfTotal(wanted, d)
    if (rank === null) return null
    if (rank === 0) return { amount: { n: wanted * this.levels.price(0), d: d * this.#moneyUnit }, levels: 1 }
    const rest = wanted - this.levels.total(rank - 1) * d
    const worth = this.levels.notional(rank - 1) * d + rest * this.levels.price(rank)
    return { amount: { n: worth, d: d * this.#moneyUnit }, levels: rank + 1 }
  }
}
