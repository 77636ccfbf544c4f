import { DEFERRED, FEES, IDLE, nextState, PAYS, QUARANTINED } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  LIVE_UNTIL,
  PURCHASE_FACTOR,
  pairRecordOf,
  placeOf,
  RECORD,
  SALE_FACTOR,
  STATES,
  type TopOfBookTable,
  WIDTH,
} from '../legs/top-of-book-table.ts'
import { classifySpot, isSpotGap, LOSES_TO_FEES, mayWait } from './price-class.ts'

const BYTES = RECORD * 8

/**
 * Finds the routes that a move concerns, by a pair's record alone: it counts steps between no gap and a gap that fees
 * exceed without the route objects.
 */
export class SpotScreen {
  /** Indexes of the state bytes of the routes that the last move concerns; `moved` returns how many. */
  readonly found = new Int32Array(2 * WIDTH)
  readonly #table: TopOfBookTable
  /** Number of routes with a gap and no row, by reason. */
  readonly #rejected: { fees: number }
  readonly #onDeferred: ((cell: number) => void) | null

  /** `onDeferred`: called with the cell of each route that is set to `DEFERRED`; null where nothing is deferred. */
  constructor(table: TopOfBookTable, rejected: { fees: number }, onDeferred: ((cell: number) => void) | null) {
    this.#table = table
    this.#rejected = rejected
    this.#onDeferred = onDeferred
  }

  /** Puts the cells of the routes that have to be evaluated after a move of a leg into `found`; returns how many. */
  moved(number: number): number {
    const record = pairRecordOf(number)
    const at = placeOf(number)
    let found = 0
    for (let other = 0; other < WIDTH; other++) {
      if (other === at) continue
      if (!this.#isDecided(record, at, other)) this.found[found++] = cellOf(record, at, other)
      if (!this.#isDecided(record, other, at)) this.found[found++] = cellOf(record, other, at)
    }
    return found
  }

  /**
   * Whether the screen decides on a route after a move: no gap, a gap that fees exceed (counted here) or a deferred
   * account. False where only the exact evaluation can tell.
   */
  #isDecided(record: number, buy: number, sell: number): boolean {
    const { doubles, bytes, clock } = this.#table
    const from = record * RECORD
    const cell = cellOf(record, buy, sell)
    const state = bytes[cell]
    const bid = doubles[from + BIDS + sell] as number
    const ask = doubles[from + ASKS + buy] as number
    if (!isSpotGap(bid, ask)) {
      if (state === FEES) {
        bytes[cell] = nextState(state, IDLE)
        this.#rejected.fees--
      }
      return state === IDLE || state === FEES
    }
    const proceeds = bid * (doubles[from + SALE_FACTOR + sell] as number)
    const cost = ask * (doubles[from + PURCHASE_FACTOR + buy] as number)
    const until = Math.min(doubles[from + LIVE_UNTIL + buy] as number, doubles[from + LIVE_UNTIL + sell] as number)
    const priceClass = classifySpot(bid, ask, proceeds, cost)
    const isReadable = until > Number.NEGATIVE_INFINITY
    if (state === DEFERRED || state === PAYS) {
      const stillPays = isReadable && mayWait(priceClass, false, false)
      if (state === DEFERRED || !stillPays) return stillPays
      if (this.#onDeferred === null) return false
      bytes[cell] = nextState(state, DEFERRED)
      this.#onDeferred(cell)
      return true
    }
    if (state === QUARANTINED) return isReadable && mayWait(priceClass, true, false)
    if ((state !== IDLE && state !== FEES) || (priceClass & LOSES_TO_FEES) === 0 || !((clock[0] as number) <= until))
      return false
    if (state === IDLE) {
      bytes[cell] = nextState(state, FEES)
      this.#rejected.fees++
    }
    return true
  }
}

/** Index of a route's state byte. */
export const cellOf = (record: number, buy: number, sell: number): number =>
  record * BYTES + STATES + buy * WIDTH + sell
