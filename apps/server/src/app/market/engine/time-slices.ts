/**
 * Length of a time slice, ms; a single longer piece makes the slice longer. Waiting frames are read between two slices.
 */
const SLICE_MS = 0.05
/** The slice length doubles each time a fifth of `lateMs` has passed. */
const FIFTHS = 5

type SlicedWork = {
  /** Does one more piece; false when no piece was left. */
  readonly piece: () => boolean
  readonly done: () => void
  /** ms after which the rest is done in one slice, however busy the thread is with other work. */
  readonly lateMs: number
  /** Monotonic ms with fractions; only differences are used. */
  readonly now: () => number
  /** Calls back once the waiting frames have been read. */
  readonly later: (run: () => void) => void
}

/** Runs work of many pieces in time slices: frames need not wait for all of it, and it is done soon after `lateMs` even under load. */
export function inTimeSlices({ piece, done, lateMs, now, later }: SlicedWork): void {
  const begunAt = now()
  const slice = () => {
    const at = now()
    const ageMs = at - begunAt
    const lastsMs = ageMs > lateMs ? Number.POSITIVE_INFINITY : SLICE_MS * 2 ** Math.floor((ageMs / lateMs) * FIFTHS)
    while (piece()) {
      if (now() - at < lastsMs) continue
      later(slice)
      return
    }
    done()
  }
  slice()
}

export function runToEnd<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
