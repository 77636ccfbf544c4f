/**
 * npm, a terminal and a process group each pass a signal on. A second signal within this many ms counts as the first.
 */
const SAME_WISH_MS = 500

/** What a signal asks for: an orderly stop, nothing new (`same`), or an end at once (`force`). */
export type Wish = 'stop' | 'same' | 'force'

/** Tells a second request to stop from an echo of the first (reliability-matrix.md L2). */
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
