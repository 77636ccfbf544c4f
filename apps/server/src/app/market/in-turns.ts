/** A turn lasts so long, ms, or one piece: what came meanwhile is read before the next. */
const TURN_MS = 0.2
/** Where other work takes so long in between, ms, that the whole gets late, the rest is done at once. */
const LATE_MS = 50

type Turns = {
  /** Does one more piece; false when none was left. */
  readonly piece: () => boolean
  readonly done: () => void
  /** ms, from whatever moment, in fractions. */
  readonly now: () => number
  /** Calls back once what waits has been read. */
  readonly later: (run: () => void) => void
}

/** Does a work of many pieces so that nothing else waits for all of it, nor it for everything else. */
export function inTurns({ piece, done, now, later }: Turns): void {
  const begunAt = now()
  const turn = () => {
    const at = now()
    const isLate = at - begunAt > LATE_MS
    while (piece()) {
      if (isLate || now() - at < TURN_MS) continue
      later(turn)
      return
    }
    done()
  }
  turn()
}
