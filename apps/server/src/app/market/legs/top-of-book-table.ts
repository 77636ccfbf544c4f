import { type BookSlot, EXCHANGES } from '@makas/domain'
import type { Identity, MarketLeg } from './market-leg.ts'
import type { RouteStates } from './route-state.ts'
import { scaleOf } from './scale.ts'

/** Bits of a leg's number that hold its place in a record: one place per exchange, and some that stay empty. */
const PLACE_BITS = Math.ceil(Math.log2(EXCHANGES.length))
export const WIDTH: number = 1 << PLACE_BITS
/** Doubles of a cache line. */
const LINE = 8

/** Bytes into a record, which begins with the epoch in which each leg is clean: an Int32 for each place. */
export const STATES: number = WIDTH * 4
/**
 * Doubles of a record, which is one pair on all exchanges, in whole cache lines (three for four exchanges). After the
 * epochs come the states of the routes between every two legs, then until when each leg may be read, ms.
 */
export const LIVE_UNTIL: number = Math.ceil((STATES + WIDTH * WIDTH) / LINE)
/** Best prices per coin. */
export const BIDS: number = LIVE_UNTIL + WIDTH
export const ASKS: number = BIDS + WIDTH
/** Share that a sale leaves (1 − fee); NaN while the fee is unknown. */
export const SALE_FACTOR: number = ASKS + WIDTH
/** Share that a purchase costs (1 + fee); NaN while the fee is unknown. */
export const PURCHASE_FACTOR: number = SALE_FACTOR + WIDTH
export const RECORD: number = Math.ceil((PURCHASE_FACTOR + WIDTH) / LINE) * LINE

/** `LIVE_UNTIL` of a book that may not be read. */
const NEVER = Number.NEGATIVE_INFINITY
/** Not the number of any epoch: the leg is screened with every frame. */
const DIRTY = -1

/**
 * Best prices, fees and freshness of all legs in flat arrays, so that the hot path touches no object: for most frames
 * this table shows that no route changes. A leg's number is its record's number and its place in the record. The
 * exchanges of a pair lie side by side, because a move on one exchange is compared with the others.
 */
export class TopOfBookTable implements RouteStates {
  /** Three views of one memory, as doubles, ints and bytes; made anew when it grows. */
  doubles = new Float64Array(RECORD)
  ints = new Int32Array(this.doubles.buffer)
  bytes = new Uint8Array(this.doubles.buffer)
  /**
   * Time of the current evaluation, epoch ms, in an array: a double passed as an argument would be allocated at each
   * call.
   */
  readonly clock = new Float64Array(1)
  /** Digits that the identity's multiplier shifts a price by, by the leg's number. */
  #digits = new Uint8Array(WIDTH)
  /** Number of a book's leg plus one, by the book's index; 0: the book has no leg. */
  #ofBook = new Int32Array(WIDTH)
  #records = 0
  readonly #pairRecords = new Map<string, number>()
  readonly #taken = new Set<number>()

  /**
   * Adds a leg and returns its number. Legs of one pair share a record, one place per exchange; perpetuals and legs
   * that are not compared between exchanges (`isCompared` false) get a record each.
   */
  add({ index, exchange, market }: BookSlot, { base, quote, multiplierDigits }: Identity, isCompared = true): number {
    const place = EXCHANGES.indexOf(exchange)
    if (place < 0) throw new RangeError(`no place for ${exchange}`)
    const pair = `${base}/${quote}`
    const shares = market === 'spot' && isCompared
    const shared = shares ? this.#pairRecords.get(pair) : undefined
    const isFree = shared !== undefined && !this.#taken.has(shared * WIDTH + place)
    const record = isFree ? shared : this.#open()
    if (shares && shared === undefined) this.#pairRecords.set(pair, record)
    const number = record * WIDTH + place
    this.#taken.add(number)
    this.#digits[number] = multiplierDigits
    if (index >= this.#ofBook.length) this.#ofBook = longer(this.#ofBook, index + 1)
    this.#ofBook[index] = number + 1
    return number
  }

  /** Frees the place of a leg: the next leg of its pair on its exchange takes it. */
  remove({ number, slot: { index } }: MarketLeg): void {
    this.#taken.delete(number)
    this.#ofBook[index] = 0
    this.#empty(number)
  }

  /** The number of a book's leg; below 0 where the book has no leg. */
  numberOf({ index }: BookSlot): number {
    return index < this.#ofBook.length ? (this.#ofBook[index] as number) - 1 : -1
  }

  /** Copies the fee of a leg into its record. */
  setFee({ number, terms, fee }: MarketLeg): void {
    const at = pairRecordOf(number) * RECORD + placeOf(number)
    this.doubles[at + SALE_FACTOR] = terms === null ? Number.NaN : 1 - fee
    this.doubles[at + PURCHASE_FACTOR] = terms === null ? Number.NaN : 1 + fee
  }

  /** Copies best prices and freshness of a leg's book into its record. */
  read(number: number, slot: BookSlot): void {
    this.setPrices(number, slot)
    this.setLiveUntil(number, slot)
  }

  /** Copies the best prices of a leg's book, per coin, into its record; false where both stayed. */
  setPrices(number: number, { priceDecimals, bestBid, bestAsk }: BookSlot): boolean {
    const { doubles } = this
    const at = pairRecordOf(number) * RECORD + placeOf(number)
    const scale = scaleOf(priceDecimals + (this.#digits[number] as number))
    const bid = bestBid * scale
    const ask = bestAsk * scale
    if (bid === doubles[at + BIDS] && ask === doubles[at + ASKS]) return false
    doubles[at + BIDS] = bid
    doubles[at + ASKS] = ask
    return true
  }

  /**
   * Copies the time (ms) until which a leg's book is live if no further frame comes; -Infinity while it may not be
   * read.
   */
  setLiveUntil(number: number, slot: BookSlot): void {
    this.doubles[pairRecordOf(number) * RECORD + LIVE_UNTIL + placeOf(number)] = slot.liveUntil
  }

  isClean(number: number, epoch: number): boolean {
    return this.ints[pairRecordOf(number) * RECORD * 2 + placeOf(number)] === epoch
  }

  /** Marks a leg as clean: no route reacts to its present best prices in this epoch. */
  markClean(number: number, epoch: number): void {
    this.ints[pairRecordOf(number) * RECORD * 2 + placeOf(number)] = epoch
  }

  /** Marks a leg as dirty: a route through it may react to the present best prices. */
  markDirty(number: number): void {
    this.markClean(number, DIRTY)
  }

  stateAt(at: number): number {
    return this.bytes[at] as number
  }

  setState(at: number, state: number): void {
    this.bytes[at] = state
  }

  #open(): number {
    const record = this.#records++
    if (this.doubles.length < this.#records * RECORD) this.#grow()
    for (let place = 0; place < WIDTH; place++) this.#empty(record * WIDTH + place)
    return record
  }

  #empty(number: number): void {
    const { doubles } = this
    const at = pairRecordOf(number) * RECORD + placeOf(number)
    doubles[at + LIVE_UNTIL] = NEVER
    doubles[at + BIDS] = 0
    doubles[at + ASKS] = Number.POSITIVE_INFINITY
    doubles[at + SALE_FACTOR] = Number.NaN
    doubles[at + PURCHASE_FACTOR] = Number.NaN
    this.markDirty(number)
  }

  #grow(): void {
    const { doubles } = this
    const digits = this.#digits
    this.doubles = new Float64Array(doubles.length * 2)
    this.doubles.set(doubles)
    this.ints = new Int32Array(this.doubles.buffer)
    this.bytes = new Uint8Array(this.doubles.buffer)
    this.#digits = new Uint8Array((this.doubles.length / RECORD) * WIDTH)
    this.#digits.set(digits)
  }
}

export const pairRecordOf = (number: number): number => number >> PLACE_BITS
export const placeOf = (number: number): number => number & (WIDTH - 1)

/** A copy with room for at least `least` numbers, and for twice as many as before. */
export function longer(numbers: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(least, numbers.length * 2))
  more.set(numbers)
  return more
}
