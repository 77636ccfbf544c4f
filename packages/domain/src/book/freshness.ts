import { LATE_LIMIT_MS, nextRhythm } from './core.ts'

/**
 * How old a book may be, learned from its own rhythm: four times the usual gap between its valid frames, so that a
 * quiet pair is not thrown out and a busy one is after two seconds (formulas.md § 5). The core keeps the rhythm with the
 * usual frames, so its rule is told there, once: `nextRhythm(rhythm, gap)` is sixteen times the usual gap after a further
 * gap of so many ms (NaN, as before the second frame, says nothing). It survives the loss of the book.
 */
export { LATE_LIMIT_MS, nextRhythm }

/** The age below which any book is `LIVE` (formulas.md § 5), in ms; above `LATE_LIMIT_MS` none is. */
const LEAST_LIMIT_MS = 2_000

/** The age in ms up to which a book of this rhythm is `LIVE`: 2,000 to 10,000. */
export function limitOf(rhythm: number): number {
  return Math.min(LATE_LIMIT_MS, Math.max(LEAST_LIMIT_MS, Math.floor(rhythm / 4)))
}
