import type { BookState, ExchangeId, Mode, Ratio } from '@makas/domain'
import type { FeedStatus } from '../ports/market/book-feed.ts'
import type { MarketSource } from '../ports/market/market-source.ts'

/**
 * One row, serialised once in the engine's thread. `revision` grows with each change, except changes that follow from
 * time alone. `at`: epoch ms as of which the ages count; left out: as of the row's state.
 */
export type PublishedRow = {
  readonly id: string
  readonly revision: number
  readonly json: string
  readonly at?: number | undefined
}

/** State of one exchange's connections and of the books of the shard's own coins: one shard counts each book. */
export type FeedTally = Pick<
  FeedStatus,
  'exchange' | 'state' | 'reason' | 'reconnects' | 'bans' | 'refusedFrames' | 'unconfirmed' | 'clockOffsetMs'
> & {
  readonly total: number
  readonly live: number
  readonly gaps: number
  readonly checksumsBad: number
  readonly resyncs: number
  readonly states: readonly BookState[]
  /** Ages of the books with a proven state, ms, youngest first. */
  readonly provenAges: readonly number[]
}

/** Data of a state's texts in a form that can be merged between shards: sets, ages, flags. */
export type MarketTally = {
  /** `MARKET=auto` has not chosen a source yet. */
  readonly isDeciding: boolean
  /** Epoch ms. */
  readonly startedAt: number
  /** Whether any book is proven and fresh now. */
  readonly isLive: boolean
  /** Whether any book ever was proven and fresh. */
  readonly wasLive: boolean
  readonly liveExchanges: readonly ExchangeId[]
  readonly feeds: readonly FeedTally[]
}

/** One consistent state of all that HTTP serves of the market. */
export type MarketState = {
  /** Grows with every publication; starts anew with the engine. */
  readonly version: number
  /** Epoch ms as of which ages are given. */
  readonly asOf: number
  /** Epoch ms of the oldest book or mark behind the listed rows of each mode; `asOf` where no row is listed. */
  readonly oldestInput: Readonly<Record<Mode, number>>
  readonly source: MarketSource
  /** Open rows of each mode, best net return first. */
  readonly rows: Readonly<Record<Mode, readonly PublishedRow[]>>
  /** Modes that nobody reads live: their rows are made for frozen states only. Left out: somebody reads each mode. */
  readonly unread?: readonly Mode[] | undefined
  /** Bodies of /api/market-stats, /api/crypto-prices and /api/status as JSON text. */
  readonly stats: string
  readonly prices: string
  readonly status: string
  /** True once an empty list means something: books are proven, or the reason is known. */
  readonly ready: boolean
  /** Null for an engine of all coins: nobody merges its state. */
  readonly tally: MarketTally | null
}

/** `{row, evidence}` as JSON text by row id. */
export type EvidenceById = Readonly<Record<string, string>>

/** Value of holdings in USDT. */
export type Valuation =
  | {
      readonly kind: 'valued'
      /** Values in the order of the question, rounded to 8 decimals; null: no `LIVE` book gives a price. */
      readonly values: readonly (number | null)[]
      /** Sum of the values, rounded once; null where nothing has a value. */
      readonly total: number | null
      /** Unrounded values, sent only with several shards, whose sum is rounded once. */
      readonly exact?: readonly (Ratio | null)[] | undefined
    }
  /** The shown market is another than the market of the keys' money. */
  | { readonly kind: 'other-market' }

/** A state whose rows were posted before it, or with an earlier state: each list refers to rows by sequence number. */
export type ListedState = Omit<MarketState, 'rows'> & { readonly places: Readonly<Record<Mode, Float64Array>> }

/** News of the market for HTTP, assembled from the engine's parts. */
export type MarketUpdate =
  | { readonly kind: 'state'; readonly state: MarketState }
  /** Answer to `freeze`: one state with the evidence of its rows, and of the rows that closed since the last answer. */
  | {
      readonly kind: 'frozen'
      readonly state: MarketState
      readonly evidence: EvidenceById
      readonly closed: EvidenceById
    }
