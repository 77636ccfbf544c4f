import type { Clock } from '../ports/system/clock.ts'

/** Interval in which a wait checks for a shutdown, ms. */
const HEED_STOP_MS = 500

/** Waits `ms`, or until the server stops. */
export async function heededWait(clock: Clock, isStopping: () => boolean, ms: number): Promise<void> {
  for (let left = ms; left > 0 && !isStopping(); left -= HEED_STOP_MS)
    await new Promise<void>((resolve) => clock.after(Math.min(left, HEED_STOP_MS), resolve))
}
