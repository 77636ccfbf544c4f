/** Longest delay that is told apart; longer ones count as this. */
const LONGEST_MS = 60_000

/** Number of delays, and their percentiles and maximum, ms. */
export type Spread = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number }

/** Histogram of delays with buckets of one millisecond. */
export class Delays {
  readonly #counts = new Uint32Array(LONGEST_MS + 1)
  #count = 0
  #max = 0

  add(ms: number): void {
    const place = Math.max(0, Math.min(LONGEST_MS, Math.ceil(ms)))
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
    this.#count++
    this.#max = Math.max(this.#max, ms)
  }

  get spread(): Spread {
    return { count: this.#count, p50: this.#at(0.5), p99: this.#at(0.99), max: Math.ceil(this.#max) }
  }

  /** Percentile: the least whole number of ms that this share of the delays does not exceed. */
  #at(share: number): number {
    let left = Math.ceil(this.#count * share)
    for (const [ms, count] of this.#counts.entries()) {
      left -= count
      if (left <= 0) return ms
    }
    return LONGEST_MS
  }
}
