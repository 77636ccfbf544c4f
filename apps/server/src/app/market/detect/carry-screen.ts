import { DEFERRED, FEES, IDLE, nextState, type RouteStates } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  LIVE_UNTIL,
  longer,
  PURCHASE_FACTOR,
  pairRecordOf,
  placeOf,
  RECORD,
  type TopOfBookTable,
} from '../legs/top-of-book-table.ts'
import { CARRY_MAY_WAIT, carryFees, classifyCarry, LOSES_TO_FEES } from './price-class.ts'

/** Routes of a coin on one exchange: two of `long-spot` (1x and 2x), then two of `reverse`. */
const ROUTES = 4
const LONG_ROUTES = 2

/** Doubles of a record, which is one cache line. */
const FACTS = 8
/** Double: valid from, epoch ms. */
const FROM = 0
/** Double: first ms at which the funding mean may change. */
const MEAN_UNTIL = 1
/** Double: last ms at which the mark is fresh. */
const MARK_UNTIL = 2
/** Double: funding of the whole hold per coin, for the long side. */
const LONG = 3
/** Double: funding of the whole hold per coin, for the reverse side. */
const REVERSE = 4
/** Int: number of the spot leg. */
const SPOT = 10
/** Int: number of the perpetual's leg. */
const PERP = 11
/** First byte of the routes' states. */
const STATES = 48

/** A coin's funding as known at one time; moments in epoch ms. */
export type Funding = {
  /** First ms at which the mean may change. */
  readonly meanUntil: number
  /** Last ms at which the mark is fresh. */
  readonly markUntil: number
  /**
   * Funding of the hold per coin, in the quote, for each side; `NO_FUNDING` where the side receives no funding, NaN
   * where only the exact evaluation can tell.
   */
  readonly long: number
  readonly reverse: number
}

/**
 * Screens a coin's routes by number: finds the routes that a move of its two books concerns, and counts routes whose
 * fees exceed the gap without evaluating them.
 */
export class CarryScreen implements RouteStates {
  /** Places, within the leg's record, of the routes that the last move concerns; `moved` returns how many. */
  readonly found = new Int32Array(ROUTES)
  readonly #table: TopOfBookTable
  /** Number of routes with a gap and no row, by reason. */
  readonly #rejected: { fees: number }
  readonly #fundingOf: (record: number, now: number) => Funding
  /** Record number plus one, by the leg's number; 0: the leg is in no record. */
  #records = new Int32Array(1)
  #count = 0
  #doubles = new Float64Array(FACTS)
  #ints = new Int32Array(this.#doubles.buffer)
  #bytes = new Uint8Array(this.#doubles.buffer)

  constructor(table: TopOfBookTable, rejected: { fees: number }, fundingOf: (record: number, now: number) => Funding) {
    this.#table = table
    this.#rejected = rejected
    this.#fundingOf = fundingOf
  }

  /** Adds the record of a coin on one exchange, by the numbers of its two legs; returns the record's number. */
  add(spot: number, perp: number): number {
    const record = this.#count++
    if (this.#doubles.length < this.#count * FACTS) {
      const { buffer } = longer(this.#ints, this.#count * FACTS * 2)
      this.#doubles = new Float64Array(buffer)
      this.#ints = new Int32Array(buffer)
      this.#bytes = new Uint8Array(buffer)
    }
    const most = Math.max(spot, perp)
    if (most >= this.#records.length) this.#records = longer(this.#records, most + 1)
    this.#records[spot] = record + 1
    this.#records[perp] = record + 1
    this.#ints[record * FACTS * 2 + SPOT] = spot
    this.#ints[record * FACTS * 2 + PERP] = perp
    this.invalidate(record)
    return record
  }

  /** Takes both legs out of the record of one of them. The record's number is not used again. */
  remove(number: number): void {
    const record = this.carryRecordOf(number)
    if (record < 0) return
    for (const at of [SPOT, PERP]) this.#records[this.#ints[record * FACTS * 2 + at] as number] = 0
  }

  /** Marks the record's funding as outdated: the next move asks for it anew. */
  invalidate(record: number): void {
    this.#doubles[record * FACTS + FROM] = Number.POSITIVE_INFINITY
  }

  carryRecordOf(number: number): number {
    return number < this.#records.length ? (this.#records[number] as number) - 1 : -1
  }

  /** Puts the places of the routes that have to be evaluated after a move of a leg into `found`; returns how many. */
  moved(record: number): number {
    const at = record * FACTS
    const now = this.#table.clock[0] as number
    const doubles = this.#doubles
    const isKnown =
      (doubles[at + FROM] as number) <= now &&
      now < (doubles[at + MEAN_UNTIL] as number) &&
      now <= (doubles[at + MARK_UNTIL] as number)
    if (!isKnown) this.#learn(record, now)
    const spot = this.#ints[at * 2 + SPOT] as number
    const perp = this.#ints[at * 2 + PERP] as number
    const legs = this.#table.doubles
    const spotAt = pairRecordOf(spot) * RECORD + placeOf(spot)
    const perpAt = pairRecordOf(perp) * RECORD + placeOf(perp)
    const isLive = now <= (legs[spotAt + LIVE_UNTIL] as number) && now <= (legs[perpAt + LIVE_UNTIL] as number)
    const spotFee = (legs[spotAt + PURCHASE_FACTOR] as number) - 1
    const perpFee = (legs[perpAt + PURCHASE_FACTOR] as number) - 1
    const longFees = carryFees(spotFee, legs[spotAt + ASKS] as number, perpFee, legs[perpAt + BIDS] as number)
    const reverseFees = carryFees(spotFee, legs[spotAt + BIDS] as number, perpFee, legs[perpAt + ASKS] as number)
    const long = classifyCarry(doubles[at + LONG] as number, longFees)
    const reverse = classifyCarry(doubles[at + REVERSE] as number, reverseFees)
    let found = 0
    for (let place = 0; place < ROUTES; place++) {
      const priceClass = place < LONG_ROUTES ? long : reverse
      if (!this.#isDecided(cellOf(record, place), priceClass, isLive)) this.found[found++] = place
    }
    return found
  }

  stateAt(at: number): number {
    return this.#bytes[at] as number
  }

  setState(at: number, state: number): void {
    this.#bytes[at] = state
  }

  #isDecided(cell: number, priceClass: number, isLive: boolean): boolean {
    const state = this.#bytes[cell]
    if (state === DEFERRED) return CARRY_MAY_WAIT
    const losesToFees = isLive && (priceClass & LOSES_TO_FEES) !== 0
    if ((state !== IDLE && state !== FEES) || !(priceClass === 0 || losesToFees)) return false
    const next = priceClass === 0 ? IDLE : FEES
    if (next === state) return true
    this.#bytes[cell] = nextState(state, next)
    this.#rejected.fees += next === FEES ? 1 : -1
    return true
  }

  #learn(record: number, now: number): void {
    const { meanUntil, markUntil, long, reverse } = this.#fundingOf(record, now)
    const doubles = this.#doubles
    const at = record * FACTS
    doubles[at + FROM] = now
    doubles[at + MEAN_UNTIL] = meanUntil
    doubles[at + MARK_UNTIL] = markUntil
    doubles[at + LONG] = long
    doubles[at + REVERSE] = reverse
  }
}

/** Index of a route's state byte. */
export const cellOf = (record: number, place: number): number => record * FACTS * 8 + STATES + place
