import { tenPower } from '../../money/ten-power.ts'
import { Depth, NOTIONAL, PRICE, SIZE, TOTAL } from '../depth.ts'
import type { Leg } from '../leg.ts'
import type { TriangularLeg } from './tri-ladder.ts'

/** Levels searched one by one before a binary search: amounts asked about mostly end near the end of the walk. */
const NEAR = 3

/** One conversion of a cycle in doubles, without lots, and the place of the walk on it. */
export class TriSide {
  readonly isBuy: boolean
  /** The share of the asset got that the fee leaves. */
  readonly shareAfterFee: number
  /** Coins of one lot. */
  readonly lot: number
  /** The level that the walk stands on. */
  rank = 0
  /** Amount of the asset given that this level still takes. */
  left = 0
  /** What one unit of the asset given brings on this level, after the fee. */
  rate = 0
  /** Price at the end of the amount that was asked about last, quote per coin. */
  price = 0
  /** Coins of that amount. */
  base = 0
  /** Asset given for that amount. */
  given = 0
  /** Asset got for that amount. */
  got = 0
  readonly #count: number
  readonly #depth: Depth
  readonly #priceUnit: number
  readonly #sizeUnit: number
  readonly #moneyUnit: number

  constructor({ leg, side }: TriangularLeg) {
    const { slot, terms } = leg
    const { book } = slot
    const levels = side === 'buy' ? book.asks : book.bids
    const { contractSize, lotStep, multiplierDigits } = terms
    const contract = contractSize === null ? 1 : Number(contractSize.mantissa) * tenPower(-contractSize.decimals)
    this.isBuy = side === 'buy'
    this.shareAfterFee = shareAfterFee(leg)
    this.lot = Number(lotStep.mantissa) * tenPower(multiplierDigits - lotStep.decimals)
    this.#count = Math.min(levels.count, slot.visibleDepth)
    this.#depth = Depth.of(levels, slot)
    this.#priceUnit = perCoin(leg, 1)
    this.#sizeUnit = contract * tenPower(multiplierDigits - book.sizeDecimals)
    this.#moneyUnit = this.#priceUnit * this.#sizeUnit
    this.#stand()
  }

  /** Moves to the next level; false where none is known. */
  next(): boolean {
    if (++this.rank === this.#count) return false
    this.#stand()
    return true
  }

  /** What one unit of the asset given brings after the fee, at a price. */
  rateAt(price: number): number {
    return this.isBuy ? this.shareAfterFee / price : this.shareAfterFee * price
  }

  /** Sets the end to exactly the best levels up to a rank. */
  toLevel(rank: number): void {
    const total = this.#depth.about(rank, TOTAL) * this.#sizeUnit
    this.#end(rank, total, this.#depth.about(rank, NOTIONAL) * this.#moneyUnit)
  }

  /** Sets the end to an amount of the asset given, which the walk has passed but for roundings. */
  give(given: number): void {
    if (this.isBuy) this.#toQuote(given)
    else this.#toBase(given)
  }

  /** Sets the end to an amount of the asset got, which the walk has passed but for roundings. */
  get(got: number): void {
    if (this.isBuy) this.#toBase(got)
    else this.#toQuote(got)
  }

  /** Sets the end to a number of lots. */
  order(lots: number): void {
    this.#toBase(lots * this.lot)
  }

  #stand(): void {
    const price = this.#depth.about(this.rank, PRICE) * this.#priceUnit
    const size = this.#depth.about(this.rank, SIZE) * this.#sizeUnit
    this.left = this.isBuy ? size * price : size
    this.rate = this.rateAt(price)
  }

  #toQuote(quote: number): void {
    const rank = this.#rankOf(NOTIONAL, quote / this.#moneyUnit)
    const rest = quote - this.#before(rank, NOTIONAL) * this.#moneyUnit
    const price = this.#depth.about(rank, PRICE) * this.#priceUnit
    this.#end(rank, this.#before(rank, TOTAL) * this.#sizeUnit + rest / price, quote)
  }

  #toBase(base: number): void {
    const rank = this.#rankOf(TOTAL, base / this.#sizeUnit)
    const rest = base - this.#before(rank, TOTAL) * this.#sizeUnit
    const price = this.#depth.about(rank, PRICE) * this.#priceUnit
    this.#end(rank, base, this.#before(rank, NOTIONAL) * this.#moneyUnit + rest * price)
  }

  /** The level on which a sum is reached, searched from the walk's level towards the best. */
  #rankOf(column: typeof TOTAL | typeof NOTIONAL, sum: number): number {
    let rank = Math.min(this.rank, this.#count - 1)
    for (let step = 0; step < NEAR; step++) {
      if (rank === 0 || this.#depth.about(rank - 1, column) < sum) return rank
      rank--
    }
    return this.#depth.firstFrom(column, sum, rank)
  }

  #before(rank: number, column: typeof TOTAL | typeof NOTIONAL): number {
    return rank === 0 ? 0 : this.#depth.about(rank - 1, column)
  }

  #end(rank: number, base: number, quote: number): void {
    this.price = this.#depth.about(rank, PRICE) * this.#priceUnit
    this.base = base
    this.given = this.isBuy ? quote : base
    this.got = this.isBuy ? base : quote
  }
}

/** A price in a book's units as quote per coin, with two roundings at most. */
export function perCoin({ slot, terms }: Leg, price: number): number {
  return price * tenPower(-slot.book.priceDecimals - terms.multiplierDigits)
}

export function shareAfterFee({ terms: { fee } }: Leg): number {
  return 1 - Number(fee.mantissa) * tenPower(-fee.decimals)
}
