import type { Route } from '../route/route.ts'

/** Routes whose evaluation is deferred to the next tick (conflation). */
export class DeferredRoutes {
  #deferred: Route[] = []
  /** Those of this tick, in reverse: the one that was deferred first is popped first. */
  #evaluating: Route[] = []

  /** None waits for a tick, nor for its turn in this one. */
  get isEmpty(): boolean {
    return this.#deferred.length === 0 && this.#evaluating.length === 0
  }

  add(route: Route): void {
    if (route.isDeferred) return
    route.isDeferred = true
    this.start(route)
  }

  /** For a route whose state is `DEFERRED` already. Its object is not read: that would cost a cache miss. */
  start(route: Route): void {
    this.#deferred.push(route)
  }

  /** Begins a tick: routes added from now on wait for the next one. */
  begin(): void {
    this.#evaluating = this.#deferred.reverse()
    this.#deferred = []
  }

  /** Takes the next route of this tick, which may have been evaluated meanwhile; null when none is left. */
  next(): Route | null {
    return this.#evaluating.pop() ?? null
  }
}
