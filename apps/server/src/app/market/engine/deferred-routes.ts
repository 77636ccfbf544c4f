import { MODES, type Mode } from '@makas/domain'
import { KEPT_EVERY_MS } from '../../ports/market/archive.ts'
import type { Route } from '../route/route.ts'

/** What a turn needs of the engine. */
type Turn = {
  /** Modes whose rows take their new opportunity with this turn; left out: all. */
  readonly modes?: readonly Mode[] | undefined
  /** Open routes that pay while their row still has an earlier opportunity. */
  readonly uncaptured: Iterable<Route>
  /** Moves the engine's clock on and returns it, epoch ms. */
  readonly now: () => number
  /** Evaluates a route; `isWanted`: its row takes the new opportunity. */
  readonly evaluate: (route: Route, now: number, isWanted: boolean) => void
  /** Called for a route whose wait an evaluation or a loss ended. Its legs may have stayed clean. */
  readonly ended: (route: Route) => void
}

/** Routes whose evaluation is deferred to the next tick (conflation). */
export class DeferredRoutes {
  #deferred: Route[] = []
  /** Routes of this turn in reverse order: the first deferred is popped first. */
  #evaluating: Route[] = []

  /** Whether no route waits for a tick or for its turn in the running one. */
  get isEmpty(): boolean {
    return this.#deferred.length === 0 && this.#evaluating.length === 0
  }

  add(route: Route): void {
    if (route.isDeferred) return
    route.isDeferred = true
    this.start(route)
  }

  /** Adds a route whose state is `DEFERRED` already. Reading its object would cost a cache miss. */
  start(route: Route): void {
    this.#deferred.push(route)
  }

  /**
   * Evaluates the routes that were deferred before this turn began, or that a turn under way has left, one route a
   * piece.
   */
  *evaluating({ modes = MODES, uncaptured, now, evaluate, ended }: Turn): Generator<void, void, void> {
    this.#evaluating = this.#deferred.reverse().concat(this.#evaluating)
    this.#deferred = []
    // Rows that nobody reads are captured for history.
    const isWanted = ({ mode, opportunity }: Route, at: number) =>
      modes.includes(mode) || (opportunity !== null && at - opportunity.updatedAt >= KEPT_EVERY_MS[mode])
    for (let route = this.#evaluating.pop(); route !== undefined; route = this.#evaluating.pop()) {
      if (!route.isDeferred) {
        ended(route)
        continue
      }
      const at = now()
      evaluate(route, at, isWanted(route, at))
      yield
    }
    for (const route of uncaptured) {
      const at = now()
      if (!isWanted(route, at)) continue
      evaluate(route, at, true)
      yield
    }
  }
}
