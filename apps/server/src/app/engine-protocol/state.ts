import type { BookState, ExchangeId, Mode, Ratio } from '@makas/domain'
import type { FeedStatus } from '../ports/book-feed.ts'
import type { MarketSource } from '../ports/market-source.ts'

/** One row, serialised once in the engine's thread. `revision` grows when anything but the passing of time changed. */
export type PublishedRow = { readonly id: string; readonly revision: number; readonly json: string }

/** One exchange's connections, and the books that belong to the shard's own coins: each is counted in one shard. */
export type FeedTally = Pick<
  FeedStatus,
  'exchange' | 'state' | 'reason' | 'reconnects' | 'bans' | 'refusedFrames' | 'unconfirmed' | 'clockOffsetMs'
> & {
  readonly total: number
  readonly live: number
  readonly gaps: number
  readonly checksumsBad: number
  readonly resyncs: number
  /** The different states that its books have. */
  readonly states: readonly BookState[]
  /** Ages of the books with a proven state, ms, youngest first. */
  readonly provenAges: readonly number[]
}

/** What the texts of a state are made of where those of several shards cannot be merged: sets, ages, claims. */
export type MarketTally = {
  /** `MARKET=auto` has not chosen a source yet. */
  readonly isDeciding: boolean
  /** Epoch ms. */
  readonly startedAt: number
  /** Whether any book is proven and fresh, and whether one ever was. */
  readonly isLive: boolean
  readonly wasLive: boolean
  readonly liveExchanges: readonly ExchangeId[]
  readonly feeds: readonly FeedTally[]
}

/** Everything that HTTP serves of the market, one consistent state of it. */
export type MarketState = {
  /** Grows with every publication; starts anew with the engine. */
  readonly version: number
  /** Epoch ms at which ages were taken. */
  readonly asOf: number
  /** Epoch ms of the oldest book or mark behind the listed rows of each mode; `asOf` where none is listed. */
  readonly oldestInput: Readonly<Record<Mode, number>>
  readonly source: MarketSource
  /** Open rows of each mode, the best net return first. */
  readonly rows: Readonly<Record<Mode, readonly PublishedRow[]>>
  /** Bodies of /api/market-stats, /api/crypto-prices and /api/status as JSON text. */
  readonly stats: string
  readonly prices: string
  readonly status: string
  /** True once the list can be trusted to be what it says (books proven, or the reason is known). */
  readonly ready: boolean
  /** Null of an engine that has all coins: nothing is merged with it. */
  readonly tally: MarketTally | null
}

/** `{row, evidence}` as JSON text by row id. */
export type EvidenceById = Readonly<Record<string, string>>

/** What was held, in USDT: in the order of the question. */
export type Valuation =
  | {
      readonly kind: 'valued'
      /** Rounded to 8 decimals; null: no `LIVE` book tells. */
      readonly values: readonly (number | null)[]
      /** Of all that is valued, rounded once; null where nothing is. */
      readonly total: number | null
      /** The same before they were rounded; told by one of several shards alone, since a sum of theirs is rounded once too. */
      readonly exact?: readonly (Ratio | null)[] | undefined
    }
  /** The market that is shown is not the one in which those keys have money. */
  | { readonly kind: 'other-market' }

/** A state whose rows were told ahead of it: each list names them by their places in the order of telling. */
export type ListedState = Omit<MarketState, 'rows'> & { readonly places: Readonly<Record<Mode, Int32Array>> }

/** What HTTP hears of the market, put together of what the engine's thread says. */
export type MarketNews =
  | { readonly kind: 'state'; readonly state: MarketState }
  /** Answer to `freeze`: one state with the evidence of each of its rows, and of those that closed since the last one. */
  | {
      readonly kind: 'frozen'
      readonly state: MarketState
      readonly evidence: EvidenceById
      readonly closed: EvidenceById
    }
