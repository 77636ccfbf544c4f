import type { DepthFrame } from '../_shared/parse/depth-frame.ts'

/** Changes kept while a snapshot is on its way; at 100 ms a change that is 100 s. */
const MAX_BUFFERED = 1_000

export type Verdict = 'apply' | 'ignore' | 'gap'

/** Where a book stands: the last update in it, and whether a change has been applied after its snapshot yet. */
export type SyncState = { readonly seq: number; readonly isSynchronised: boolean }
/** The update ids of a change: `U`, `u` and, on USDT-M, `pu`. */
export type Updates = { readonly first: number; readonly last: number; readonly previous: number }

/** Judges a change by the rule of its market. */
export type Judge = (seen: SyncState, update: Updates) => Verdict

/**
 * Spot (docs/exchanges/binance.md, Sequence): drop `u <= last`; the first kept change satisfies
 * `U <= last + 1 <= u`, every later one touches the one before.
 */
export function judgeSpot(seen: SyncState, update: Updates): Verdict {
  if (update.last <= seen.seq) return 'ignore'
  return update.first > seen.seq + 1 ? 'gap' : 'apply'
}

/**
 * USDT-M: until the book is synchronised drop only `u < last`, because a snapshot's id often equals `u` of a change that
 * the next `pu` then refers to; start at `U <= last <= u` or `pu == last`; afterwards `pu` is the `u` before. `U` does
 * not continue from `u + 1` here.
 */
export function judgePerp(seen: SyncState, update: Updates): Verdict {
  if (!seen.isSynchronised) {
    if (update.last < seen.seq) return 'ignore'
    return update.first <= seen.seq || update.previous === seen.seq ? 'apply' : 'gap'
  }
  if (update.previous === seen.seq) return 'apply'
  return update.last <= seen.seq ? 'ignore' : 'gap'
}

/** Whether a top-N book (`last`) replaces the one that we have: an older one does not. */
export const partialReplaces = (seen: Pick<SyncState, 'seq'>, last: number): boolean => !(last < seen.seq)

/** Whether a REST book does: it has to be newer, since changes follow ours already. */
export const snapshotReplaces = (seen: Pick<SyncState, 'seq'>, last: number): boolean => !(last <= seen.seq)

/** What happens to a snapshot that comes while changes wait: it leads into them, or it is older than all of them. */
export type SyncStart =
  | { readonly kind: 'synchronised'; readonly kept: readonly DepthFrame[] }
  | { readonly kind: 'too-old' }

/** Changes that came while there was no book to apply them to, always without a break between them. */
export class WaitingChanges {
  readonly #judge: Judge
  #frames: DepthFrame[] = []

  constructor(judge: Judge) {
    this.#judge = judge
  }

  get count(): number {
    return this.#frames.length
  }

  clear(): void {
    this.#frames = []
  }

  /** Keeps a copy. What lies before a break can lead nowhere and is dropped. */
  push(frame: DepthFrame): void {
    const before = this.#frames.at(-1)
    if (before !== undefined) {
      const verdict = this.#judge({ seq: before.last, isSynchronised: true }, frame)
      if (verdict === 'ignore') return
      if (verdict === 'gap') this.#frames = []
    }
    this.#frames.push(frame.copy())
    if (this.#frames.length > MAX_BUFFERED) this.#frames.shift()
  }

  /** The changes to apply after a snapshot; those that it contains are left out. */
  synchroniseWith(lastUpdateId: number): SyncStart {
    const seen = { seq: lastUpdateId, isSynchronised: false }
    const from = this.#frames.findIndex((frame) => this.#judge(seen, frame) !== 'ignore')
    if (from < 0) return { kind: 'synchronised', kept: [] }
    const first = this.#frames[from]
    if (first !== undefined && this.#judge(seen, first) === 'gap') return { kind: 'too-old' }
    return { kind: 'synchronised', kept: this.#frames.slice(from) }
  }
}
