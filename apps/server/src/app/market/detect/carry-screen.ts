import { DEFERRED, FEES, IDLE, nextState, type RouteStates } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  longer,
  PAID,
  pairRecordOf,
  placeOf,
  RECORD,
  type TopOfBookTable,
  UNTILS,
} from '../legs/top-of-book-table.ts'
import { carryFees, classifyCarry, EATEN } from './price-class.ts'

/** Routes of a coin on one exchange: two held long on the spot side, then two in reverse. */
const ROUTES = 4
const LONG_ROUTES = 2

/**
 * Doubles of a record, one line of the cache: from when and until when what it says holds (the mean may be another one
 * from `MEAN_UNTIL` on, the mark is too old after `MARK_UNTIL`), and the funding of the hold per coin on either side.
 */
const FACTS = 8
const FROM = 0
const MEAN_UNTIL = 1
const MARK_UNTIL = 2
const LONG = 3
const REVERSE = 4
/** Ints and bytes of a record: the numbers of the two legs, and the states of the routes. */
const SPOT = 10
const PERP = 11
const STATES = 48

/** What is known of a coin's funding at a time, ms. */
export type Funding = {
  /** Not included; the same for the mark's age is included. */
  readonly meanUntil: number
  readonly markUntil: number
  /** The funding of the hold per coin where long or short is paid, or `UNPAID`; NaN: that is for the exact look. */
  readonly long: number
  readonly reverse: number
}

/** Tells by number which frames of a coin's two books concern none of its routes; these come and go as gaps that fees eat. */
export class CarryScreen implements RouteStates {
  /** Places of the routes of the leg's record that the last move concerns. */
  readonly found = new Int32Array(ROUTES)
  readonly #table: TopOfBookTable
  /** How many routes are counted, by reason. */
  readonly #rejected: { fees: number }
  readonly #fundingOf: (record: number, now: number) => Funding
  /** By the leg's number, one more; 0: it is in none. */
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

  /** The record of a coin on one exchange. */
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
    this.news(record)
    return record
  }

  /** What was known of the funding holds no longer. */
  news(record: number): void {
    this.#doubles[record * FACTS + FROM] = Number.POSITIVE_INFINITY
  }

  carryRecordOf(number: number): number {
    return number < this.#records.length ? (this.#records[number] as number) - 1 : -1
  }

  /** Puts the places of the routes that are to be looked at after a move of a leg into `found`; returns how many. */
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
    const isLive = now <= (legs[spotAt + UNTILS] as number) && now <= (legs[perpAt + UNTILS] as number)
    const spotFee = (legs[spotAt + PAID] as number) - 1
    const perpFee = (legs[perpAt + PAID] as number) - 1
    const longFees = carryFees(spotFee, legs[spotAt + ASKS] as number, perpFee, legs[perpAt + BIDS] as number)
    const reverseFees = carryFees(spotFee, legs[spotAt + BIDS] as number, perpFee, legs[perpAt + ASKS] as number)
    const long = classifyCarry(doubles[at + LONG] as number, longFees)
    const reverse = classifyCarry(doubles[at + REVERSE] as number, reverseFees)
    let found = 0
    for (let place = 0; place < ROUTES; place++) {
      const said = place < LONG_ROUTES ? long : reverse
      if (!this.#isSaid(cellOf(record, place), said, isLive)) this.found[found++] = place
    }
    return found
  }

  stateAt(at: number): number {
    return this.#bytes[at] as number
  }

  setState(at: number, state: number): void {
    this.#bytes[at] = state
  }

  #isSaid(cell: number, said: number, isLive: boolean): boolean {
    const state = this.#bytes[cell]
    // A hold of months does not end within a tick.
    if (state === DEFERRED) return true
    const isEaten = isLive && (said & EATEN) !== 0
    if ((state !== IDLE && state !== FEES) || !(said === 0 || isEaten)) return false
    const next = said === 0 ? IDLE : FEES
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

/** Where the state of a route is kept. */
export const cellOf = (record: number, place: number): number => record * FACTS * 8 + STATES + place
