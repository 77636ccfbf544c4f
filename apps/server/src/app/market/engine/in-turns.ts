/** A turn lasts so long, ms, or one piece: what came meanwhile is read before the next. */
const TURN_MS = 0.05
/** Turns become twice as long whenever a fifth of the time that the whole may take has passed. */
const FIFTHS = 5

type Turns = {
  /** Does one more piece; false when none was left. */
  readonly piece: () => boolean
  readonly done: () => void
  /** Where other work leaves so little room that it is not done by then, the rest is done at once. */
  readonly lateMs: number
  /** ms, from whatever moment, in fractions. */
  readonly now: () => number
  /** Calls back once what waits has been read. */
  readonly later: (run: () => void) => void
}

/** Does a work of many pieces so that nothing else waits for all of it, nor it for everything else. */
export function inTurns({ piece, done, lateMs, now, later }: Turns): void {
  const begunAt = now()
  const turn = () => {
    const at = now()
    const ageMs = at - begunAt
    const lastsMs = ageMs > lateMs ? Number.POSITIVE_INFINITY : TURN_MS * 2 ** Math.floor((ageMs / lateMs) * FIFTHS)
    while (piece()) {
      if (now() - at < lastsMs) continue
      later(turn)
      return
    }
    done()
  }
  turn()
}

/** The same work without any pause. */
export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
