/**
 * The state of a route for the hot path, a byte each, so that the route's object is not touched. `IDLE`: no gap. `FEES`: a
 * gap that fees eat, counted as such. `PAYS`: the best prices pay and the account is made. `DEFERRED`: the best prices pay
 * and the evaluation is deferred to the next tick. `QUARANTINED`: a gap above 5 % that no snapshot has confirmed, deferred to
 * the tick too. `ALWAYS_EVALUATE`: any other case; the route is evaluated with every move of its books.
 */
export const IDLE = 0
export const FEES = 1
export const DEFERRED = 2
export const QUARANTINED = 3
export const ALWAYS_EVALUATE = 4
export const PAYS = 5

/** An array of route states, indexed by the route's number in its detector. */
export type RouteStates = {
  stateAt(at: number): number
  setState(at: number, state: number): void
}

/** The state of a route that is in no detector's array of states. */
export class OwnState implements RouteStates {
  #state = IDLE

  stateAt(): number {
    return this.#state
  }

  setState(_: number, state: number): void {
    this.#state = state
  }
}
