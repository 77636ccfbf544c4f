const WINDOW_MS = 60_000
const MOST = 5

/** Detects a crash loop: five crashes within a minute (reliability-matrix.md L5). */
export class CrashCount {
  readonly #times: number[] = []

  /** Notes a crash at `now` (ms). True when it completes a crash loop. */
  isLoop(now: number): boolean {
    this.#times.push(now)
    while (now - (this.#times[0] ?? now) > WINDOW_MS) this.#times.shift()
    return this.#times.length >= MOST
  }
}
