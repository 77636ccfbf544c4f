import { mantissaAt, pow10 } from '../money/decimal.ts'
import { type Ratio, ratio } from '../money/ratio.ts'
import { coins, commonScale, type Leg, Levels, type Scale } from './leg.ts'

/** One conversion of a cycle: buying the base at the asks or selling it at the bids. */
export type TriangularLeg = { readonly leg: Leg; readonly side: 'buy' | 'sell' }

/** What an amount turned into, before the fee, and of how many levels it took a part. */
export type Conversion = { readonly amount: Ratio; readonly levels: number }

/** An order of whole lots: money in the quote currency, the quantity in coins. */
export type Order = { readonly quantity: Ratio; readonly notional: Ratio; readonly levels: number }

/**
 * One side of a book with its running sums, exact and made only as deep as somebody asks: what any amount of one asset
 * is worth in the other. Sums are whole numbers at the leg's own scale.
 */
export class Ladder {
  readonly side: 'buy' | 'sell'
  readonly leg: Leg
  readonly scale: Scale
  readonly levels: Levels
  /** What a conversion leaves after the fee, which is taken in the asset received. */
  readonly kept: Ratio
  readonly #lot: bigint
  readonly #minQty: bigint
  readonly #sizeUnit: bigint
  readonly #moneyUnit: bigint
  /** Of the best `i + 1` levels: coins and Σ(p·q). */
  readonly #sizes: bigint[] = []
  readonly #notionals: bigint[] = []

  constructor({ leg, side }: TriangularLeg) {
    const { terms, slot } = leg
    const scale = commonScale([leg])
    this.side = side
    this.leg = leg
    this.scale = scale
    this.levels = new Levels(side === 'buy' ? slot.book.asks : slot.book.bids, leg, scale)
    const one = pow10(terms.fee.decimals)
    this.kept = ratio(one - terms.fee.mantissa, one)
    this.#lot = coins(terms.lotStep, leg, scale)
    this.#minQty = terms.minQty === null ? 0n : coins(terms.minQty, leg, scale)
    this.#sizeUnit = pow10(scale.size)
    this.#moneyUnit = pow10(scale.price + scale.size)
  }

  /** What one unit of the asset given brings at the best price, before the fee. The side has a level. */
  get topRate(): Ratio {
    const price = this.levels.price(0)
    const unit = pow10(this.scale.price)
    return this.side === 'buy' ? { n: unit, d: price } : { n: price, d: unit }
  }

  /** The asset given that takes exactly the best `rank + 1` levels. */
  given(rank: number): Ratio {
    this.#reach(rank)
    return this.side === 'buy'
      ? { n: this.#notionals[rank] as bigint, d: this.#moneyUnit }
      : { n: this.#sizes[rank] as bigint, d: this.#sizeUnit }
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
    const rank = this.#rankOf(this.#sizes, quantity)
    if (rank === null) return null
    const rest = quantity - this.#below(this.#sizes, rank)
    const notional = this.#below(this.#notionals, rank) + rest * this.levels.price(rank)
    if (!this.#reachesMinimum(notional)) return null
    return {
      quantity: { n: quantity, d: this.#sizeUnit },
      notional: { n: notional, d: this.#moneyUnit },
      levels: rank + 1,
    }
  }

  /** The coins that an amount of quote buys or is brought by. */
  #quantityFor({ n, d }: Ratio): Conversion | null {
    const wanted = n * this.#moneyUnit
    const rank = this.#rankOf(this.#notionals, ceiling(wanted, d))
    if (rank === null) return null
    const unit = d * this.levels.price(rank)
    const rest = wanted - this.#below(this.#notionals, rank) * d
    return { amount: { n: this.#below(this.#sizes, rank) * unit + rest, d: unit * this.#sizeUnit }, levels: rank + 1 }
  }

  /** The quote that a quantity of coins costs or brings. */
  #notionalOf({ n, d }: Ratio): Conversion | null {
    const wanted = n * this.#sizeUnit
    const rank = this.#rankOf(this.#sizes, ceiling(wanted, d))
    if (rank === null) return null
    const rest = wanted - this.#below(this.#sizes, rank) * d
    const amount = {
      n: this.#below(this.#notionals, rank) * d + rest * this.levels.price(rank),
      d: d * this.#moneyUnit,
    }
    return { amount, levels: rank + 1 }
  }

  /** The rank of the level on which a sum is reached; null where all levels together do not reach it. */
  #rankOf(sums: readonly bigint[], wanted: bigint): number | null {
    let rank = sums.length
    if (rank === 0 || (sums[rank - 1] as bigint) < wanted) {
      do {
        if (rank === this.levels.count) return null
        this.#reach(rank)
      } while ((sums[rank++] as bigint) < wanted)
      return rank - 1
    }
    let low = 0
    let high = rank - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] as bigint) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }

  #below(sums: readonly bigint[], rank: number): bigint {
    return rank === 0 ? 0n : (sums[rank - 1] as bigint)
  }

  #reach(rank: number): void {
    for (let at = this.#sizes.length; at <= rank; at++) {
      const size = this.levels.size(at)
      this.#sizes.push(this.#below(this.#sizes, at) + size)
      this.#notionals.push(this.#below(this.#notionals, at) + this.levels.price(at) * size)
    }
  }

  #reachesMinimum(notional: bigint): boolean {
    const { minNotional } = this.leg.terms
    if (minNotional === null) return true
    const decimals = this.scale.price + this.scale.size
    return minNotional.decimals <= decimals
      ? notional >= mantissaAt(minNotional, decimals)
      : notional * pow10(minNotional.decimals - decimals) >= minNotional.mantissa
  }
}

function ceiling(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d
}
