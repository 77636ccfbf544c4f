/**
 * What the hot path knows of a route without its object, a byte each. `IDLE`: as if it had never had a gap. `FEES`:
 * counted as a gap that fees eat, and nothing else. `WALKED`: its best prices pay, and its account is made.
 * `WAITING`: they pay, and its account waits to be made anew with the beat.
 * `DOUBTED`: too good to be true, and waits for the beat too. `LOOKED_AT`: anything else, every move of its books is for the route itself.
 */
export const IDLE = 0
export const FEES = 1
export const WAITING = 2
export const DOUBTED = 3
export const LOOKED_AT = 4
export const WALKED = 5

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
