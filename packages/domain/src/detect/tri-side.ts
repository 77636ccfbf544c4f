import { tenPower } from '../money/ten-power.ts'
import { Depth, NOTIONAL, PRICE, SIZE, TOTAL } from './depth.ts'
import type { Leg } from './leg.ts'
import type { TriangularLeg } from './tri-ladder.ts'

/** Where a leg's walk ends: the price of its last level, quote per coin, and coins taken; and what it gave and got for that. */
export type Place = { price: number; base: number; given: number; got: number }

/** One conversion of a cycle in doubles, with neither fee nor lots. */
export class TriSide {
  readonly isBuy: boolean
  /** What the fee leaves of what it gets. */
  readonly kept: number
  /** Coins of one lot. */
  readonly lot: number
  readonly count: number
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
    this.kept = keptShare(leg)
    this.lot = Number(lotStep.mantissa) * tenPower(multiplierDigits - lotStep.decimals)
    this.count = Math.min(levels.count, slot.visibleDepth)
    this.#depth = Depth.of(levels, slot)
    this.#priceUnit = perCoin(leg, 1)
    this.#sizeUnit = contract * tenPower(multiplierDigits - book.sizeDecimals)
    this.#moneyUnit = this.#priceUnit * this.#sizeUnit
  }

  /** Quote per coin. */
  price(rank: number): number {
    return this.#depth.about(rank, PRICE) * this.#priceUnit
  }

  /** Of the asset given, all that a level takes. */
  gives(rank: number): number {
    const size = this.#depth.about(rank, SIZE)
    return this.isBuy ? size * this.#depth.about(rank, PRICE) * this.#moneyUnit : size * this.#sizeUnit
  }

  /** What one unit of the asset given brings after the fee, at a price. */
  rate(price: number): number {
    return this.isBuy ? this.kept / price : this.kept * price
  }

  /** Walks exactly the best levels to a rank. */
  toLevel(place: Place, rank: number): void {
    const base = this.#depth.about(rank, TOTAL) * this.#sizeUnit
    this.#stand(place, rank, base, this.#depth.about(rank, NOTIONAL) * this.#moneyUnit)
  }

  /** Walks for an amount of the asset given. */
  give(place: Place, given: number): void {
    if (this.isBuy) this.#toQuote(place, given)
    else this.#toBase(place, given)
  }

  /** Walks for an amount of the asset got. */
  get(place: Place, got: number): void {
    if (this.isBuy) this.#toBase(place, got)
    else this.#toQuote(place, got)
  }

  #toQuote(place: Place, quote: number): void {
    const rank = Math.min(this.count - 1, this.#depth.firstFrom(NOTIONAL, quote / this.#moneyUnit, this.count))
    const rest = quote - this.#before(rank, NOTIONAL) * this.#moneyUnit
    this.#stand(place, rank, this.#before(rank, TOTAL) * this.#sizeUnit + rest / this.price(rank), quote)
  }

  #toBase(place: Place, base: number): void {
    const rank = Math.min(this.count - 1, this.#depth.firstFrom(TOTAL, base / this.#sizeUnit, this.count))
    const rest = base - this.#before(rank, TOTAL) * this.#sizeUnit
    this.#stand(place, rank, base, this.#before(rank, NOTIONAL) * this.#moneyUnit + rest * this.price(rank))
  }

  #before(rank: number, column: typeof TOTAL | typeof NOTIONAL): number {
    return rank === 0 ? 0 : this.#depth.about(rank - 1, column)
  }

  #stand(place: Place, rank: number, base: number, quote: number): void {
    place.price = this.price(rank)
    place.base = base
    place.given = this.isBuy ? quote : base
    place.got = this.isBuy ? base : quote
  }
}

/** Prices of a book's units as quote per coin, by two roundings at most. */
export function perCoin({ slot, terms }: Leg, price: number): number {
  return price * tenPower(-slot.book.priceDecimals - terms.multiplierDigits)
}

export function keptShare({ terms: { fee } }: Leg): number {
  return 1 - Number(fee.mantissa) * tenPower(-fee.decimals)
}
