import type { CycleScreen } from '@makas/domain'
import { FEES, IDLE, type RouteStates } from '../legs/route-state.ts'

/** The states of an exchange's cycles, by their numbers. What is not idle is watched: every move concerns it. */
export class CycleStates implements RouteStates {
  readonly bytes: Uint8Array
  readonly #screen: CycleScreen

  constructor(count: number, screen: CycleScreen) {
    this.bytes = new Uint8Array(count)
    this.#screen = screen
  }

  stateAt(at: number): number {
    return this.bytes[at] as number
  }

  setState(at: number, state: number): void {
    const before = this.bytes[at]
    this.bytes[at] = state
    if (state === IDLE) this.#screen.watch(at, false)
    // What is counted for its fees may be held: then only moves out of a range concern it.
    else if (state !== FEES || before === IDLE) this.#screen.watch(at, true)
  }
}
