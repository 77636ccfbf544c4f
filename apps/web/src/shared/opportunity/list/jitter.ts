import type { ReceivedRow, Viewer } from './list-state.ts'

/** Largest displacement in percentage points (product-decisions.md 3). */
const JITTER_POINTS = 0.02

/** Interval at which a visitor's displayed values move, ms (CALL-31). */
export const JITTER_TICK_MS = 2_000
/** The same interval for logged-in users, ms. */
const USER_JITTER_TICK_MS = 1_000

export const jitterTick = (as: Viewer): number => (as === 'user' ? USER_JITTER_TICK_MS : JITTER_TICK_MS)

/**
 * Whether the displayed percentages of a row may move (product-decisions.md 3): only if they came by polling or the
 * last refresh failed, and only if nothing has confirmed them within the last tick.
 */
export function mayJitter(held: ReceivedRow, now: number, refreshFailed: boolean, tickMs = JITTER_TICK_MS): boolean {
  if (held.gone || held.via === 'sample' || now - held.receivedAt < tickMs) return false
  return held.via === 'poll' || refreshFailed
}

/** A displacement in percentage points, from −0.02 to 0.02. */
export function displacement(random: () => number): number {
  return (random() * 2 - 1) * JITTER_POINTS
}
