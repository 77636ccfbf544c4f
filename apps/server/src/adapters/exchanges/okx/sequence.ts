export type Verdict = 'apply' | 'repeat' | 'gap'

/** The ids of a change; `isEmpty`: it names no level. */
export type Change = { readonly last: number; readonly previous: number; readonly isEmpty: boolean }

/**
 * The table of docs/exchanges/okx.md, Sequence. Ids jump by arbitrary amounts, and after maintenance `seqId` is smaller
 * than `prevSeqId`: only the link to the frame before counts. The idle keep-alive names no level and the id again.
 */
export function judge(last: number, { last: seqId, previous, isEmpty }: Change): Verdict {
  if (previous === last) return isEmpty && seqId === previous ? 'repeat' : 'apply'
  return seqId === last ? 'repeat' : 'gap'
}
