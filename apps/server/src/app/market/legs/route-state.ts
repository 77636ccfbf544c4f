/**
 * What the hot path knows of a route without its object, a byte each. `IDLE`: as if it had never had a gap. `FEES`:
 * counted as a gap that fees eat, and nothing else. `PAYS`: its best prices pay, and its account is made.
 * `DEFERRED`: they pay, and its evaluation is deferred to the next tick.
 * `QUARANTINED`: a gap above 5 % that no snapshot has confirmed, deferred to the tick too. `ALWAYS_EVALUATE`: anything
 * else, the route is evaluated with every move of its books.
 */
export const IDLE = 0
export const FEES = 1
export const DEFERRED = 2
export const QUARANTINED = 3
export const ALWAYS_EVALUATE = 4
export const PAYS = 5

/** Where states are kept, by the number of the route there. */
export type RouteStates = {
  stateAt(at: number): number
  setState(at: number, state: number): void
}

/** The state of a route that nobody screens by number. */
export class OwnState implements RouteStates {
  #state = IDLE

  stateAt(): number {
    return this.#state
  }

  setState(_: number, state: number): void {
    this.#state = state
  }
}
