/** The age below which any book is `LIVE`, and the one above which none is (formulas.md § 5), in ms. */
const LEAST_LIMIT_MS = 2_000
export const LATE_LIMIT_MS = 10_000

/**
 * The rhythm of a book after a gap of `gap` ms between two valid frames; a NaN gap, as before the second frame, leaves it.
 * The rhythm is sixteen times the smoothed gap, as the formula keeps it (formulas.md § 5), and survives the loss of the book.
 * A book may be four smoothed gaps old, so that a quiet pair is not thrown out and a busy one is after two seconds.
 */
export function nextRhythm(rhythm: number, gap: number): number {
  if (Number.isNaN(gap)) return rhythm
  return gap > LATE_LIMIT_MS ? 0 : rhythm + Math.max(0, gap) - Math.floor(rhythm / 16)
}

/** The age in ms up to which a book of this rhythm is `LIVE`: 2,000 to 10,000. */
export function limitOf(rhythm: number): number {
  return Math.min(LATE_LIMIT_MS, Math.max(LEAST_LIMIT_MS, Math.floor(rhythm / 4)))
}
