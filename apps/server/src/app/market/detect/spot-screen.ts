import { DEFERRED, FEES, IDLE, nextState, PAYS, QUARANTINED } from '../legs/route-state.ts'
import {
  ASKS,
  BIDS,
  KEPT,
  PAID,
  pairRecordOf,
  placeOf,
  RECORD,
  STATES,
  type TopOfBookTable,
  UNTILS,
  WIDTH,
} from '../legs/top-of-book-table.ts'
import { classifySpot, EATEN, isSpotGap, mayWait } from './price-class.ts'

const BYTES = RECORD * 8

/**
 * Finds the routes that a move concerns, by a pair's record alone: steps between no gap and a gap that fees eat are
 * counted here, without the route objects.
 */
export class SpotScreen {
  /** Indexes of the state bytes of the routes that the last move concerns; `moved` returns how many. */
  readonly found = new Int32Array(2 * WIDTH)
  readonly #table: TopOfBookTable
  /** Number of routes with a gap and no row, by reason. */
  readonly #rejected: { fees: number }
  readonly #starts: ((cell: number) => void) | null

  /** `starts`: called for each route that is set to `DEFERRED`; null where nothing is deferred. */
  constructor(table: TopOfBookTable, rejected: { fees: number }, starts: ((cell: number) => void) | null) {
    this.#table = table
    this.#rejected = rejected
    this.#starts = starts
  }

  /** Puts the cells of the routes that have to be evaluated after a move of a leg into `found`; returns how many. */
  moved(number: number): number {
    const record = pairRecordOf(number)
    const at = placeOf(number)
    let found = 0
    for (let other = 0; other < WIDTH; other++) {
      if (other === at) continue
      if (!this.#isSaid(record, at, other)) this.found[found++] = cellOf(record, at, other)
      if (!this.#isSaid(record, other, at)) this.found[found++] = cellOf(record, other, at)
    }
    return found
  }

  /**
   * Whether the screen settles a route after a move: no gap, a gap that fees eat (counted here) or a deferred account.
   * False where only the exact evaluation can tell.
   */
  #isSaid(record: number, buy: number, sell: number): boolean {
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
    const kept = bid * (doubles[from + KEPT + sell] as number)
    const paid = ask * (doubles[from + PAID + buy] as number)
    const until = Math.min(doubles[from + UNTILS + buy] as number, doubles[from + UNTILS + sell] as number)
    const said = classifySpot(bid, ask, kept, paid)
    const isReadable = until > Number.NEGATIVE_INFINITY
    if (state === DEFERRED || state === PAYS) {
      const stillPays = isReadable && mayWait(said, false, false)
      if (state === DEFERRED || !stillPays) return stillPays
      if (this.#starts === null) return false
      bytes[cell] = nextState(state, DEFERRED)
      this.#starts(cell)
      return true
    }
    if (state === QUARANTINED) return isReadable && mayWait(said, true, false)
    if ((state !== IDLE && state !== FEES) || (said & EATEN) === 0 || !((clock[0] as number) <= until)) return false
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
