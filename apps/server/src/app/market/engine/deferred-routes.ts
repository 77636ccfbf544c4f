import type { Route } from '../route/route.ts'

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

  /** Adds a route whose state is `DEFERRED` already. Its object is not read, which would cost a cache miss. */
  start(route: Route): void {
    this.#deferred.push(route)
  }

  /** Begins a turn, after those that a turn under way has left: routes added from now on wait for the next one. */
  begin(): void {
    this.#evaluating = this.#deferred.reverse().concat(this.#evaluating)
    this.#deferred = []
  }

  /** Takes the next route of this turn, which may have been evaluated meanwhile; null when none is left. */
  next(): Route | null {
    return this.#evaluating.pop() ?? null
  }
}
