export type Verdict = 'apply' | 'repeat' | 'gap' | 'unproven'

/** The ids of a change; NaN in recordings from before changes had ids. `isEmpty`: it has no level. */
export type Change = { readonly last: number; readonly previous: number; readonly isEmpty: boolean }

/**
 * Judges a change (docs/exchanges/okx.md, Sequence). Ids jump by arbitrary amounts, and after maintenance `seqId` is
 * smaller than `prevSeqId`: only the link to the previous frame counts. The idle keep-alive repeats the id without a
 * level. Once a book has shown ids (`last`), a change without them proves nothing.
 */
export function judge(last: number, { last: seqId, previous, isEmpty }: Change): Verdict {
  if (Number.isNaN(seqId)) return Number.isNaN(last) ? 'apply' : 'unproven'
  if (previous === last) return isEmpty && seqId === previous ? 'repeat' : 'apply'
  return seqId === last ? 'repeat' : 'gap'
}

/** Whether a frame of a channel of whole books, which has no link to the previous one, is older than our book. */
export function isOutdated(
  last: number,
  eventTime: number,
  whole: { readonly last: number; readonly previous: number; readonly eventTime: number },
): boolean {
  return Number.isNaN(whole.previous) && whole.last < last && whole.eventTime <= eventTime
}
