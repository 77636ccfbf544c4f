/**
 * Interval between two frames, in ms, above which the rhythm begins anew and no older book may be read
 * (formulas.md § 5).
 */
export const LATE_LIMIT_MS: f64 = 10_000

/** The rhythm is this many times the usual interval. */
const INTERVALS: f64 = 16

/**
 * The rhythm after a frame that came `interval` ms after the last (formulas.md § 5). A NaN interval, before the second
 * frame, changes nothing.
 */
export function nextRhythm(rhythm: f64, interval: f64): f64 {
  if (Number.isNaN(interval)) return rhythm
  return interval > LATE_LIMIT_MS ? 0 : rhythm + max<f64>(0, interval) - floor(rhythm / INTERVALS)
}
