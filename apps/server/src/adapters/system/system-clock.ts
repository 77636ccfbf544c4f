import type { Clock } from '../../app/ports/system/clock.ts'

/**
 * How fast our clock follows a corrected wall clock: two seconds within a minute. Measured offsets of exchanges follow
 * the lean (`leanMs`), and a book's age counts on from a time that is seconds old, so that ages stay right within 250
 * ms (F13).
 */
const SLEW = 1 / 30
/** Distance, ms, beyond which the wall clock was set, or the machine slept: our clock does not lean there. */
const STEP_MS = 2_000
/** Shortest interval between reads of the wall clock, since every frame reads the time. */
const LEAN_EVERY_MS = 20

/** Longest time, ms, between two reads that count as one moment. */
const MOMENT_MS = 10

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

export const MACHINE: TimeSource = { wall: wallTime, monotonic: () => performance.now() }

type ClockOptions = TimeSource & {
  /**
   * Called once for a step of the wall clock by more than two seconds, with the ms; negative: back. A process that
   * judges the market by this clock ends, since no age spans a step. Left out: this process ends where the clock went
   * back.
   */
  readonly onStep?: (ms: number) => void
}

/**
 * Epoch time that never goes back: it runs with the monotonic clock and leans towards the wall clock, so that a small
 * step of the machine's clock cannot make old books young or young ones old. Where the wall clock is more than two
 * seconds ahead it jumps there, and where it is as far behind it waits for its owner to end.
 */
export function createSystemClock({ wall, monotonic, onStep = endWhereBack }: ClockOptions = MACHINE): Clock {
  /** Both clocks at one moment: a thread that stood still between the two reads would see a step. */
  const moment = () => {
    for (;;) {
      const at = monotonic()
      const real = wall()
      if (monotonic() - at <= MOMENT_MS) return { at, real }
    }
  }
  let { at: last, real: time } = moment()
  let latest = Math.floor(time)
  let leant = 0
  let isBack = false
  /** Never returns less than before: the lean takes back less than a ms, which may change the whole ms. */
  const tell = (at: number) => {
    latest = Math.max(latest, Math.floor(at))
    return latest
  }
  const lean = () => {
    const { at, real } = moment()
    const elapsed = at - last
    last = at
    time += elapsed
    const gap = real - time
    const isStep = Math.abs(gap) > STEP_MS
    if (isStep && !isBack) onStep(gap)
    isBack = isStep && gap < 0
    const most = elapsed * SLEW
    const by = isStep && gap > 0 ? gap : Math.max(-most, Math.min(most, gap))
    time += by
    leant += by
  }
  return {
    now() {
      const elapsed = monotonic() - last
      if (elapsed < LEAN_EVERY_MS) return tell(time + elapsed)
      lean()
      return tell(time)
    },
    leanMs: () => leant,
    after(ms, run) {
      const timer = setTimeout(run, Math.max(0, ms))
      return { cancel: () => clearTimeout(timer) }
    },
  }
}

/** The end of a thread or process whose clock was set: an error that nobody catches. */
export function endByStep(ms: number): void {
  setImmediate(() => {
    throw new Error(`clock-stepped: the machine's clock was set by ${Math.round(ms)} ms`)
  })
}

function endWhereBack(ms: number): void {
  if (ms < 0) endByStep(ms)
}
