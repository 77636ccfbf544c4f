/** Counts within fixed windows of time, as exchanges do. */
export class RateWindow {
  readonly limit: number
  readonly windowMs: number
  #start = Number.NEGATIVE_INFINITY
  #used = 0

  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.windowMs = windowMs
  }

  /** Adds `cost`. Returns whether the limit still holds. */
  spend(cost: number, nowMs: number): boolean {
    const start = Math.floor(nowMs / this.windowMs) * this.windowMs
    if (start !== this.#start) {
      this.#start = start
      this.#used = 0
    }
    this.#used += cost
    return this.#used <= this.limit
  }

  get used(): number {
    return this.#used
  }

  /** Milliseconds until the window ends. */
  leftMs(nowMs: number): number {
    return Math.max(0, this.#start + this.windowMs - nowMs)
  }
}
