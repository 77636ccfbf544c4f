/** Longest wait before the first retry (F1). */
const FIRST_MS = 1_000
/** Longest wait before a retry in the first ten minutes without success (F1). */
const CAP_MS = 15_000
/** Time without success after which the wait is a minute (F1). */
const PATIENCE_MS = 600_000
const LATE_CAP_MS = 60_000
/** Pause between attempts during announced maintenance, at least (F17). */
const MAINTENANCE_MS = 60_000

/** How long to wait after the n-th failure in a row: doubling with jitter, 15 s at most, after ten minutes 60 s. */
export class Backoff {
  failures = 0
  #since = Number.NaN

  /** Notes a failure at `now`; returns how many ms to wait. `random` is uniform in [0, 1). */
  failed(now: number, random: () => number): number {
    if (this.failures === 0) this.#since = now
    this.failures++
    if (now - this.#since >= PATIENCE_MS) return LATE_CAP_MS
    const full = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(10, this.failures - 1))
    return full * (0.5 + 0.5 * random())
  }

  succeeded(): void {
    this.failures = 0
    this.#since = Number.NaN
  }
}

/** The pause between two attempts during announced maintenance, ms; jittered upwards only. */
export function maintenancePauseMs(random: () => number): number {
  return MAINTENANCE_MS * (1 + 0.1 * random())
}
