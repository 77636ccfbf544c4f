import {
  type BookSlot,
  type Decimal,
  decimalText,
  type Instrument,
  type LegTerms,
  ofDecimal,
  rowNumber,
} from '@makas/domain'
import { scaleOf } from './scale.ts'

/** Names of an instrument's coins by the identity table; one name is one coin on every exchange. */
export type Identity = { readonly base: string; readonly quote: string; readonly multiplierDigits: number }

/** An instrument with its book, as the routes through it see it. */
export class MarketLeg {
  /** Number of the leg in the top-of-book table, and its index into the detectors' own arrays. */
  readonly number: number
  readonly slot: BookSlot
  readonly identity: Identity
  #terms: LegTerms | null = null
  #fee = 0

  constructor(number: number, slot: BookSlot, identity: Identity, terms: LegTerms | null) {
    this.number = number
    this.slot = slot
    this.identity = identity
    this.terms = terms
  }

  /** Null while the taker fee is unknown: nobody takes an unknown fee for zero (D7). */
  get terms(): LegTerms | null {
    return this.#terms
  }

  set terms(terms: LegTerms | null) {
    this.#terms = terms
    this.#fee = terms === null ? 0 : rowNumber(ofDecimal(terms.fee))
  }

  /** Best ask per coin as a double, Infinity without one. */
  get ask(): number {
    return this.slot.bestAsk * this.#perCoin
  }

  /** Best bid per coin as a double, 0 without one. */
  get bid(): number {
    return this.slot.bestBid * this.#perCoin
  }

  /** The taker fee as a double, for screens; 0 while it is unknown. */
  get fee(): number {
    return this.#fee
  }

  /** Best ask with the fee added, per coin: a double for screens, NaN while the fee is unknown. */
  get askAfterFee(): number {
    return this.#terms === null ? Number.NaN : this.ask * (1 + this.#fee)
  }

  /** Best bid with the fee deducted, per coin: a double for screens, NaN while the fee is unknown. */
  get bidAfterFee(): number {
    return this.bid * this.shareAfterFee
  }

  /** Share that a sale leaves after the fee; NaN while the fee is unknown. */
  get shareAfterFee(): number {
    return this.#terms === null ? Number.NaN : 1 - this.#fee
  }

  get #perCoin(): number {
    return scaleOf(this.slot.book.priceDecimals + this.identity.multiplierDigits)
  }
}

/** Whether two terms of trade agree; compared by value, because each reading of a list makes new objects. */
export function sameTerms(a: LegTerms | null, b: LegTerms | null): boolean {
  if (a === null || b === null) return a === b
  return (
    same(a.fee, b.fee) &&
    same(a.lotStep, b.lotStep) &&
    same(a.minQty, b.minQty) &&
    same(a.minNotional, b.minNotional) &&
    same(a.maxQty ?? null, b.maxQty ?? null) &&
    same(a.maxNotional ?? null, b.maxNotional ?? null) &&
    same(a.tick ?? null, b.tick ?? null) &&
    (a.maxOpenOrders ?? null) === (b.maxOpenOrders ?? null) &&
    a.multiplierDigits === b.multiplierDigits &&
    same(a.contractSize, b.contractSize)
  )
}

function same(a: Decimal | null, b: Decimal | null): boolean {
  return a === null || b === null ? a === b : decimalText(a) === decimalText(b)
}

/** The terms of trade of a listed instrument; null where a lot or the fee is unknown. */
export function legTerms(instrument: Instrument, fee: Decimal | null, multiplierDigits: number): LegTerms | null {
  if (fee === null || instrument.lotStep === null || instrument.lotStep.mantissa <= 0n) return null
  const { lotStep, minQty, minNotional, maxQty = null, maxNotional = null, maxOpenOrders = null } = instrument
  const { tick, contractSize } = instrument
  const most = { maxQty, maxNotional, maxOpenOrders }
  return { fee, lotStep, minQty, minNotional, ...most, tick, multiplierDigits, contractSize }
}
