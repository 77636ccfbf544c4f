/**
 * Gap between two frames, in ms, above which the rhythm begins anew and no older book may be read (formulas.md § 5).
 */
export const LATE_LIMIT_MS: f64 = 10_000

/** The rhythm is this many times the usual gap. */
const GAPS: f64 = 16

/**
 * The rhythm after a gap of `gap` ms (formulas.md § 5): sixteen times the usual gap, as the formula keeps it. A NaN
 * gap, before the second frame, changes nothing.
 */
export function nextRhythm(rhythm: f64, gap: f64): f64 {
  if (Number.isNaN(gap)) return rhythm
  return gap > LATE_LIMIT_MS ? 0 : rhythm + max<f64>(0, gap) - floor(rhythm / GAPS)
}
