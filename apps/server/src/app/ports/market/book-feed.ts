import type { BookSlot, ExchangeId, MarketKind } from '@makas/domain'

/** A book that the engine wants; `symbol` is the exchange's own name. */
export type WantedBook = { readonly market: MarketKind; readonly symbol: string }

/** Why an exchange refuses our requests for a while; `region-refused`: it does not serve our region. */
export type HoldReason = 'banned' | 'too-many-requests' | 'region-refused'

/**
 * States of a feed by rising precedence: a status that is merged from several shows the last state that is present.
 * What the exchange itself announced (F17, F20) says more than a bare `down`.
 */
export const FEED_STATES = ['live', 'connecting', 'reconnecting', 'down', 'maintenance', 'rate-limited'] as const

/**
 * Largest difference between an exchange's clock and ours, ms: above it an alarm and the status report the skew (F13).
 * Binance refuses signed calls that are more than 1 s ahead (ccxt#1022).
 */
export const MOST_SKEW_MS = 1_000

/** State of an exchange's connections, for `/api/status` and the alarms (reliability-matrix.md 10, 13). */
export type FeedStatus = {
  readonly exchange: ExchangeId
  readonly state: (typeof FEED_STATES)[number]
  /** Code of the failure, for which the page has a sentence; null while all is well. */
  readonly reason:
    | 'unreachable'
    | 'tls'
    | 'dns'
    | HoldReason
    | 'maintenance'
    | 'instruments-unavailable'
    | 'silent'
    | null
  readonly sockets: number
  readonly reconnects: number
  /** Number of 429 and 418 answers. */
  readonly bans: number
  readonly bannedUntil: number | null
  readonly refusedFrames: number
  /** Number of wanted subscriptions that were neither confirmed nor reported within 15 s (F4). */
  readonly unconfirmed: number
  readonly refusedSubscriptions: number
  /** The exchange's clock minus ours, ms, median of five; null until measured. */
  readonly clockOffsetMs: number | null
}

/** The I/O half of an exchange: sockets, REST, keep-alive, limits, repair. */
export type BookFeed = {
  readonly exchange: ExchangeId
  /** Fetches the instrument list (and again every few minutes), then connects for wanted books. */
  start(): void
  /** Sets the books wanted now: new books are subscribed, missing books unsubscribed. */
  want(books: readonly WantedBook[]): void
  /** Resyncs a book that the reader lost: fetches a new snapshot of that symbol only. */
  repair(slot: BookSlot): void
  /** Compares a quiet book with the exchange's by REST (reliability-matrix.md 2). */
  confirm(slot: BookSlot): void
  /** Fetches a fresh snapshot of a healthy book, to confirm a quarantined gap (formulas.md § 6). */
  refresh(slot: BookSlot): void
  status(now: number): FeedStatus
  stop(): Promise<void>
}

/** Last price change of 24 h by the exchange's own ticker; percent. */
export type DailyChange = { readonly symbol: string; readonly percent: number }
