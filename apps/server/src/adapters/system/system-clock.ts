import type { Clock } from '../../app/ports/clock.ts'

/**
 * How fast our clock follows a corrected wall clock: 0.5 ms a second. Exchange offsets are measured against our clock
 * at least once a minute, so such a slew stays far below the 250 ms that ages may be wrong by (F13).
 */
const SLEW = 0.0005
/** The wall clock is asked this often at most: each frame of an exchange asks for the time, and it costs as much as both. */
const LEAN_EVERY_MS = 20

/** Where time comes from: both in ms. */
export type TimeSource = { readonly wall: () => number; readonly monotonic: () => number }

/** ms in fractions, from whatever moment: for how long our own work takes, never for the market's time. */
export const stopwatch = (): number => performance.now()

/** ms in fractions, from whatever moment, the same for all threads of this process: each has a clock of its own. */
export function processTime(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}

/** Epoch ms by the machine's own clock, the same for all of its processes: for what they agree upon, never for the market's time. */
export const wallTime = (): number => Date.now()

const SYSTEM: TimeSource = { wall: wallTime, monotonic: () => performance.now() }

/**
 * Epoch time that never jumps and never goes back: it runs with the monotonic clock and leans towards the wall clock,
 * so that a step of the machine's clock cannot make old books young or young ones old.
 */
export function createSystemClock(source: TimeSource = SYSTEM): Clock {
  let last = source.monotonic()
  let time = source.wall()
  let told = Math.floor(time)
  /** The lean takes back less than a hundredth of a ms at a time, which a whole one may hang on. */
  const tell = (at: number) => {
    told = Math.max(told, Math.floor(at))
    return told
  }
  return {
    now() {
      const monotonic = source.monotonic()
      const elapsed = monotonic - last
      if (elapsed < LEAN_EVERY_MS) return tell(time + elapsed)
      last = monotonic
      time += elapsed
      const lean = elapsed * SLEW
      time += Math.max(-lean, Math.min(lean, source.wall() - time))
      return tell(time)
    },
    after(ms, run) {
      const timer = setTimeout(run, Math.max(0, ms))
      return { cancel: () => clearTimeout(timer) }
    },
  }
}
