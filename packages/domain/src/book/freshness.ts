/** The age below which any book is `LIVE`, and the one above which none is (formulas.md § 5), in ms. */
const LEAST_LIMIT_MS = 2_000
export const LATE_LIMIT_MS = 10_000

/**
 * How old a book may be, learned from its own rhythm: four times the usual gap between its valid frames, so that a
 * quiet pair is not thrown out and a busy one is after two seconds (formulas.md § 5).
 */
export class Rhythm {
  /** Sixteen times the usual gap, as the formula keeps it; survives the loss of the book. */
  #sum = 0
  #lastAt = Number.NaN

  /** A valid book frame was applied (or repeated) at `now`, ms. */
  beat(now: number): void {
    if (!Number.isNaN(this.#lastAt)) {
      const gap = Math.max(0, now - this.#lastAt)
      this.#sum = gap > LATE_LIMIT_MS ? 0 : this.#sum + gap - Math.floor(this.#sum / 16)
    }
    this.#lastAt = now
  }

  /** The age in ms up to which the book is `LIVE`: 2,000 to 10,000. */
  get limitMs(): number {
    return Math.min(LATE_LIMIT_MS, Math.max(LEAST_LIMIT_MS, Math.floor(this.#sum / 4)))
  }
}
