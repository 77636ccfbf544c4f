export type Verdict = 'apply' | 'repeat' | 'gap' | 'unproven'

/** The ids of a change, NaN where it has none, as before there were any; `isEmpty`: it names no level. */
export type Change = { readonly last: number; readonly previous: number; readonly isEmpty: boolean }

/**
 * The table of docs/exchanges/okx.md, Sequence. Ids jump by arbitrary amounts, and after maintenance `seqId` is smaller
 * than `prevSeqId`: only the link to the frame before counts. The idle keep-alive names no level and the id again.
 * Recordings from before there were ids have none; once a book has shown ids (`last`), a change without them proves nothing.
 */
export function judge(last: number, { last: seqId, previous, isEmpty }: Change): Verdict {
  if (Number.isNaN(seqId)) return Number.isNaN(last) ? 'apply' : 'unproven'
  if (previous === last) return isEmpty && seqId === previous ? 'repeat' : 'apply'
  return seqId === last ? 'repeat' : 'gap'
}

/** Whether a whole book of a channel without changes is older than ours (`last`, of that event time): it has no link to a frame before. */
export function isOutdated(
  last: number,
  eventTime: number,
  whole: { readonly last: number; readonly previous: number; readonly eventTime: number },
): boolean {
  return Number.isNaN(whole.previous) && whole.last < last && whole.eventTime <= eventTime
}
