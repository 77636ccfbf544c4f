import type { CycleScreen } from '@makas/domain'
import { FEES, IDLE, type RouteStates } from '../legs/route-state.ts'

/**
 * The states of an exchange's cycles, by cycle number. Cycles that are not idle are watched: every move concerns them.
 */
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
    // A cycle that is counted for its fees may be held: then only moves out of its price range concern the cycle.
    else if (state !== FEES || before === IDLE) this.#screen.watch(at, true)
  }
}
