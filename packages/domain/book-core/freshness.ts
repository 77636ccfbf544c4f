/** A gap of more ms between two frames begins the rhythm anew, and no older book may be read (formulas.md § 5). */
export const LATE_LIMIT_MS: f64 = 10_000

/** Gaps that the rhythm is the sum of. */
const GAPS: f64 = 16

/**
 * What the rhythm is after a gap of so many ms (formulas.md § 5): sixteen times the usual gap, as the formula keeps it. NaN,
 * as before the second frame, says nothing.
 */
export function nextRhythm(rhythm: f64, gap: f64): f64 {
  if (Number.isNaN(gap)) return rhythm
  return gap > LATE_LIMIT_MS ? 0 : rhythm + max<f64>(0, gap) - floor(rhythm / GAPS)
}
