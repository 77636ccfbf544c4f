import type { Clock } from '../../app/ports/system/clock.ts'

/**
 * How fast our clock follows a corrected wall clock: 0.5 ms a second. Exchange offsets are measured against our clock
 * at least once a minute, so such a slew stays far below the 250 ms that ages may be wrong by (F13).
 */
const SLEW = 0.0005
/** Shortest interval between reads of the wall clock, since every frame reads the time. */
const LEAN_EVERY_MS = 20

/** The machine's clocks, both in ms. */
export type TimeSource = { readonly wall: () => number; readonly monotonic: () => number }

/** Fractional ms from an arbitrary origin: for durations of our own work, never for the market's time. */
export const stopwatch = (): number => performance.now()

/** Fractional ms from an arbitrary origin that is common to all threads, unlike `performance.now()`. */
export function processTime(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}

/** Epoch ms by the wall clock, common to all processes of the machine; never for the market's time. */
export const wallTime = (): number => Date.now()

const SYSTEM: TimeSource = { wall: wallTime, monotonic: () => performance.now() }

/**
 * Epoch time that never jumps and never goes back: it runs with the monotonic clock and leans towards the wall clock,
 * so that a step of the machine's clock cannot make old books young or young ones old.
 */
export function createSystemClock(source: TimeSource = SYSTEM): Clock {
  let last = source.monotonic()
  let time = source.wall()
  let latest = Math.floor(time)
  /** Never returns less than before: the lean takes back up to a hundredth of a ms, which may change the whole ms. */
  const tell = (at: number) => {
    latest = Math.max(latest, Math.floor(at))
    return latest
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
