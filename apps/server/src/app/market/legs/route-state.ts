/**
 * State of a route as the hot path keeps it, one byte without the route's object. Every change of a state goes through
 * `nextState`, so that no other step than these is taken. Two places call `setState` without it: a new index of cycles
 * copies the states of the old one, and `leaveStates` (`route.ts`) copies a route's state to a byte of the route's own
 * and sets the byte that it leaves to `IDLE`.
 *
 * | state | means | may become |
 * |---|---|---|
 * | `IDLE` | as if it had never had a gap | `FEES`, `PAYS`, `ALWAYS_EVALUATE`: an evaluation found a gap, or a screen one that fees eat |
 * | `FEES` | counted as a gap that fees eat, and nothing else | `IDLE`, `PAYS`, `ALWAYS_EVALUATE`: the gap went or became another |
 * | `PAYS` | its best prices pay, and its depth was walked: a row, or none for its size or slippage; its gap was not confirmed | `DEFERRED`: a move after which they still do; `IDLE`, `FEES`, `ALWAYS_EVALUATE`: an evaluation, or a lost book |
 * | `DEFERRED` | they pay, and its evaluation is deferred to the next tick | `PAYS`: it is evaluated or lost, and goes on from there |
 * | `QUARANTINED` | a gap above 5 % that is not confirmed, and deferred to the tick; while it is not deferred: `ALWAYS_EVALUATE` | `ALWAYS_EVALUATE`: it is evaluated, lost or confirmed, and goes on from there |
 * | `ALWAYS_EVALUATE` | anything else: the route is evaluated with every move of its books | `IDLE`, `FEES`, `PAYS`: an evaluation; `QUARANTINED`: it was deferred |
 *
 * So only an evaluated route is deferred, and a deferred route reports nothing until it is evaluated again.
 */
export const IDLE = 0
export const FEES = 1
export const DEFERRED = 2
export const QUARANTINED = 3
export const ALWAYS_EVALUATE = 4
export const PAYS = 5

/** The last column of the table above, by state. */
export const TRANSITIONS: readonly (readonly number[])[] = [
  /* IDLE */ [FEES, PAYS, ALWAYS_EVALUATE],
  /* FEES */ [IDLE, PAYS, ALWAYS_EVALUATE],
  /* DEFERRED */ [PAYS],
  /* QUARANTINED */ [ALWAYS_EVALUATE],
  /* ALWAYS_EVALUATE */ [IDLE, FEES, PAYS, QUARANTINED],
  /* PAYS */ [IDLE, FEES, DEFERRED, ALWAYS_EVALUATE],
]

/** `TRANSITIONS` as bit masks for the hot path: bit `to` of entry `from`; every state may stay what it is. */
const ALLOWED = Int32Array.from(TRANSITIONS, (states, from) => states.reduce((bits, to) => bits | (1 << to), 1 << from))

/** Returns the state `to`. @throws RangeError where the table has no step from `from` to `to` */
export function nextState(from: number, to: number): number {
  if ((((ALLOWED[from] as number) >> to) & 1) === 0) throw new RangeError(`no route goes from state ${from} to ${to}`)
  return to
}

/** An array of states, by the number of the route in it. */
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
