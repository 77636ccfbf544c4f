import { Newest } from './newest.ts'
import { isEnded, lifetimeCode, SurvivalCurve } from './survival.ts'

/**
 * The newest lifetimes of a mode or a route: lifetimes of an old market say little of today's, and memory stays
 * bounded.
 */
export class SurvivalWindow {
  readonly #codes: Newest
  #ended = 0

  constructor(most: number) {
    this.#codes = new Newest(most)
  }

  get count(): number {
    return this.#codes.count
  }

  /** How many of the lifetimes held have ended; the others are censored. */
  get ended(): number {
    return this.#ended
  }

  /** Adds a lifetime in whole ms. Without `ended` it is only a lower bound. */
  add(ms: number, ended: boolean): void {
    const gone = this.#codes.add(lifetimeCode(ms, ended))
    if (ended) this.#ended++
    if (gone !== null && isEnded(gone)) this.#ended--
  }

  curve(): SurvivalCurve {
    return new SurvivalCurve(this.#codes.values())
  }
}
