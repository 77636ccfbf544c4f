import {
  type BookSlot,
  type Decimal,
  decimalText,
  type Instrument,
  type LegTerms,
  ofDecimal,
  rowNumber,
} from '@makas/domain'

/** What the identity table says of an instrument: names that mean the same coin on every exchange. */
export type Identity = { readonly base: string; readonly quote: string; readonly multiplierDigits: number }

/** An instrument with its book, as the routes through it see it. */
export class MarketLeg {
  /** Its place in the order in which legs became known: detectors find by it what they keep of it. */
  readonly number: number
  readonly slot: BookSlot
  readonly identity: Identity
  /** Null while the taker fee is unknown: an unknown fee is never zero (D7). */
  terms: LegTerms | null
  /** Doubles for the screen only: what one unit of quote costs to buy, and brings when sold, after the fee. */
  #paid = 1
  #kept = 1
  #scaleDecimals = -1
  #scale = 1
  /** Every route through a book asks for its best prices; they are read once a version. */
  #version = -1
  #ask = Number.POSITIVE_INFINITY
  #bid = 0
  /** The best prices, and the state of everything else, at which no route had anything to say. */
  #restBid = Number.NaN
  #restAsk = Number.NaN
  #restUnrest = -1

  constructor(number: number, slot: BookSlot, identity: Identity, terms: LegTerms | null) {
    this.number = number
    this.slot = slot
    this.identity = identity
    this.terms = terms
    this.setTerms(terms)
  }

  setTerms(terms: LegTerms | null): void {
    this.terms = terms
    const fee = terms === null ? 0 : rowNumber(ofDecimal(terms.fee))
    this.#paid = 1 + fee
    this.#kept = 1 - fee
  }

  /** Best ask per coin as a double, Infinity without one. */
  get ask(): number {
    if (this.slot.version !== this.#version) this.#refresh()
    return this.#ask
  }

  /** Best bid per coin as a double, 0 without one. */
  get bid(): number {
    if (this.slot.version !== this.#version) this.#refresh()
    return this.#bid
  }

  get askPaid(): number {
    return this.ask * this.#paid
  }

  /** Nothing was said of these best prices, and nothing that could change that has happened since. */
  isAtRest(unrest: number): boolean {
    return this.bid === this.#restBid && this.ask === this.#restAsk && unrest === this.#restUnrest
  }

  /** No route has anything to say of the best prices that there are now; `unrest` counts what may change that. */
  rest(unrest: number): void {
    this.#restBid = this.bid
    this.#restAsk = this.ask
    this.#restUnrest = unrest
  }

  /** A route through this leg may have something to say of them now. */
  stir(): void {
    this.#restUnrest = -1
  }

  /** The taker fee as a double, for screens; 0 while it is unknown. */
  get fee(): number {
    return this.#paid - 1
  }

  /** What a sale leaves after the fee, as a share. */
  get kept(): number {
    return this.#kept
  }

  get bidKept(): number {
    return this.bid * this.#kept
  }

  #refresh(): void {
    const { asks, bids } = this.slot.book
    this.#version = this.slot.version
    this.#ask = asks.count === 0 ? Number.POSITIVE_INFINITY : asks.priceAt(0) * this.#perCoin
    this.#bid = bids.count === 0 ? 0 : bids.priceAt(0) * this.#perCoin
  }

  get #perCoin(): number {
    const decimals = this.slot.book.priceDecimals + this.identity.multiplierDigits
    if (decimals !== this.#scaleDecimals) {
      this.#scaleDecimals = decimals
      this.#scale = 10 ** -decimals
    }
    return this.#scale
  }
}

/** Whether a list changed the terms; compared by value, because every re-read list makes new objects. */
export function sameTerms(a: LegTerms | null, b: LegTerms | null): boolean {
  if (a === null || b === null) return a === b
  return (
    same(a.fee, b.fee) &&
    same(a.lotStep, b.lotStep) &&
    same(a.minQty, b.minQty) &&
    same(a.minNotional, b.minNotional) &&
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
  const { lotStep, minQty, minNotional, contractSize } = instrument
  return { fee, lotStep, minQty, minNotional, multiplierDigits, contractSize }
}
