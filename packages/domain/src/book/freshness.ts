import { LATE_LIMIT_MS, nextRhythm } from './core.ts'

/**
 * How old a book may be, learned from its own rhythm: four times the usual interval between its valid frames, so that a
 * quiet pair is not thrown out and a busy pair is after two seconds (formulas.md § 5). The rule is in the core, which
 * keeps the rhythm of the usual frames. A rhythm is sixteen times the usual interval, in ms. `nextRhythm(rhythm,
 * interval)` is the rhythm after one more interval; an interval of NaN, before the second frame, changes nothing. The
 * rhythm survives the loss of the book.
 */
export { LATE_LIMIT_MS, nextRhythm }

/** Age in ms below which any book is `LIVE` (formulas.md § 5); above `LATE_LIMIT_MS` no book is. */
const LEAST_LIMIT_MS = 2_000

/** Age in ms up to which a book of this rhythm is `LIVE`: 2,000 to 10,000. */
export function limitOf(rhythm: number): number {
  return Math.min(LATE_LIMIT_MS, Math.max(LEAST_LIMIT_MS, Math.floor(rhythm / 4)))
}
