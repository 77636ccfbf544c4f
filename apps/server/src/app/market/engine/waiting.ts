import type { Route } from '../route/route.ts'

/** Routes whose accounts wait for the beat. */
export class Waiting {
  #waiting: Route[] = []
  /** The one that was touched first comes last. */
  #settling: Route[] = []

  add(route: Route): void {
    if (route.isWaiting) return
    route.isWaiting = true
    this.start(route)
  }

  /** The same for one whose state says so already; the route itself, which may lie far, is not asked. */
  start(route: Route): void {
    this.#waiting.push(route)
  }

  /** What is added from now on waits for the next beat. */
  begin(): void {
    this.#settling = this.#waiting.reverse()
    this.#waiting = []
  }

  /** Takes the next one of this beat; null when there are no more. */
  next(): Route | null {
    const route = this.#settling.pop()
    if (route === undefined) return null
    route.isWaiting = false
    return route
  }
}
