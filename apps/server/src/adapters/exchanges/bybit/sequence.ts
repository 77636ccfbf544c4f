export type Verdict = 'replace' | 'apply' | 'repeat' | 'ignore' | 'gap' | 'delisted'

/** Sequence fields of a frame. `isWhole`: each frame of its channel is a whole book (level 1). */
export type Update = {
  readonly u: number
  readonly isSnapshot: boolean
  readonly isEmpty: boolean
  readonly isWhole: boolean
}

/** The first update id after a restart of the service. */
const RESTART = 1

/**
 * Judges a frame (docs/exchanges/bybit.md, Sequence). A snapshot replaces; `u = 1` is a restart, with empty sides a
 * delisting. Changes count by one; a repeated `u` (level 1 every 3 s) is a sign of life. `last` is NaN without a valid
 * book.
 */
export function judge(last: number, { u, isSnapshot, isEmpty, isWhole }: Update): Verdict {
  if (u === RESTART && isEmpty) return 'delisted'
  if (isSnapshot) {
    if (u === last && u !== RESTART) return 'repeat'
    return isWhole && u < last && u !== RESTART ? 'ignore' : 'replace'
  }
  if (Number.isNaN(last)) return 'ignore'
  if (u === last + 1) return 'apply'
  if (u > last) return 'gap'
  return u === last ? 'repeat' : 'ignore'
}
