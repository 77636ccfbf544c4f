/** npm, a terminal and a process group each pass a signal on: the same wish may come twice. */
const SAME_WISH_MS = 500

/** What a signal asks for: to stop in order, nothing new, or to end at once. */
export type Wish = 'stop' | 'same' | 'force'

/** Tells a second wish from the echo of the first (reliability-matrix.md L2). */
export class StopSignals {
  #firstAt: number | null = null

  /** Takes a signal at `now` (ms). */
  take(now: number): Wish {
    if (this.#firstAt === null) {
      this.#firstAt = now
      return 'stop'
    }
    return now - this.#firstAt > SAME_WISH_MS ? 'force' : 'same'
  }
}
