import type { DepthFrame } from '../_shared/parse/depth-frame.ts'

/** Changes buffered until a snapshot comes, at most: 100 s at one change each 100 ms. */
const MAX_BUFFERED = 1_000

export type Verdict = 'apply' | 'ignore' | 'gap'

/**
 * Sequence state of a book. `seq`: id of its last update. `isSynchronised`: a change was applied after its snapshot.
 */
export type SyncState = { readonly seq: number; readonly isSynchronised: boolean }
/** The first, last and previous update ids of a change: `U`, `u` and, on USDT-M, `pu`. */
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
 * USDT-M: until the book is synchronised drop only `u < last`, because a snapshot's id often equals `u` of a change
 * that the next `pu` then refers to; start at `U <= last <= u` or `pu == last`; afterwards `pu` is the previous `u`.
 * `U` does not continue from `u + 1` here.
 */
export function judgePerp(seen: SyncState, update: Updates): Verdict {
  if (!seen.isSynchronised) {
    if (update.last < seen.seq) return 'ignore'
    return update.first <= seen.seq || update.previous === seen.seq ? 'apply' : 'gap'
  }
  if (update.previous === seen.seq) return 'apply'
  return update.last <= seen.seq ? 'ignore' : 'gap'
}

/**
 * Whether a top-N or REST book (`last`) replaces ours: an older book does not. A book of the same update has the same
 * levels, no change lies on top of it, and it proves them anew. REST nearly always answers so for a quiet book.
 */
export const replacesBook = (seen: Pick<SyncState, 'seq'>, last: number): boolean => !(last < seen.seq)

/** Result of a snapshot with buffered changes: the changes follow on it (`kept`), or it is older than all of them. */
export type SyncStart =
  | { readonly kind: 'synchronised'; readonly kept: readonly DepthFrame[] }
  | { readonly kind: 'too-old' }

/** Changes buffered while there is no book, always without a sequence gap between them. */
export class BufferedDeltas {
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

  /** Buffers a copy. Changes before a sequence gap follow on no later snapshot and are dropped. */
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

  /** The buffered changes to apply after a snapshot, without the changes that it contains. */
  synchroniseWith(lastUpdateId: number): SyncStart {
    const seen = { seq: lastUpdateId, isSynchronised: false }
    const from = this.#frames.findIndex((frame) => this.#judge(seen, frame) !== 'ignore')
    if (from < 0) return { kind: 'synchronised', kept: [] }
    const first = this.#frames[from]
    if (first !== undefined && this.#judge(seen, first) === 'gap') return { kind: 'too-old' }
    return { kind: 'synchronised', kept: this.#frames.slice(from) }
  }
}
