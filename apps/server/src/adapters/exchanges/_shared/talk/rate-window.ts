/** At most `limit` units in any stretch of `perMs`: a sliding log, so that no choice of window start can exceed it. */
export class RateWindow {
  readonly limit: number
  readonly perMs: number
  #times: number[] = []
  #costs: number[] = []
  #used = 0

  constructor(limit: number, perMs: number) {
    this.limit = limit
    this.perMs = perMs
  }

  /** Milliseconds until `cost` units may be spent; 0 = now. A cost above the limit waits for an empty window. */
  waitMs(now: number, cost = 1): number {
    let free = this.limit - this.used(now)
    const wanted = Math.min(cost, this.limit)
    if (free >= wanted) return 0
    for (const [at, time] of this.#times.entries()) {
      free += this.#costs[at] as number
      if (free >= wanted) return time + this.perMs - now
    }
    return this.perMs
  }

  take(now: number, cost = 1): void {
    this.#times.push(now)
    this.#costs.push(cost)
    this.#used += cost
  }

  /** Units spent in the window that ends at `now`. */
  used(now: number): number {
    let expired = 0
    while (expired < this.#times.length && (this.#times[expired] as number) + this.perMs <= now) {
      this.#used -= this.#costs[expired] as number
      expired++
    }
    if (expired > 0) {
      this.#times = this.#times.slice(expired)
      this.#costs = this.#costs.slice(expired)
    }
    return this.#used
  }
}

export type Limit = { readonly count: number; readonly perMs: number }

/** Milliseconds until every window admits one more. */
export function waitForAll(windows: readonly RateWindow[], now: number): number {
  return windows.reduce((longest, window) => Math.max(longest, window.waitMs(now)), 0)
}
