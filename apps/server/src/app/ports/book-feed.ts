import type { BookSlot, ExchangeId, MarketKind } from '@makas/domain'

/** One book that the engine wants: where it is kept and what the exchange calls it. */
export type WantedBook = { readonly market: MarketKind; readonly symbol: string }

/** Why an exchange wants to hear nothing from us for a while; `region-refused`: it serves nobody where we stand. */
export type HoldReason = 'banned' | 'too-many-requests' | 'region-refused'

/** What an exchange's connections do now, for `/api/status` and the alarms (reliability-matrix.md 10, 13). */
export type FeedStatus = {
  readonly exchange: ExchangeId
  readonly state: 'connecting' | 'live' | 'reconnecting' | 'maintenance' | 'rate-limited' | 'down'
  /** A machine word for the page's sentence; null while nothing is wrong. */
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
  /** 429 and 418 answers. */
  readonly bans: number
  readonly bannedUntil: number | null
  readonly refusedFrames: number
  /** Wanted subscriptions that were neither confirmed nor reported within 15 s (F4). */
  readonly unconfirmed: number
  readonly refusedSubscriptions: number
  /** The exchange's clock minus ours, ms, median of five; null until measured. */
  readonly clockOffsetMs: number | null
}

/** The talking half of an exchange: sockets, REST, keep-alive, limits, repair. */
export type BookFeed = {
  readonly exchange: ExchangeId
  /** Fetches the instrument list (and again every few minutes), then connects as books are wanted. */
  start(): void
  /** The whole set of books wanted now: new ones are subscribed, missing ones are dropped. */
  want(books: readonly WantedBook[]): void
  /** The book was lost by the reader's rule: bring a new snapshot (that symbol only). */
  repair(slot: BookSlot): void
  /** Ask REST whether a quiet book still is what the exchange has (reliability-matrix.md 2). */
  confirm(slot: BookSlot): void
  /** A fresh snapshot although nothing is wrong: a quarantined gap wants proof (formulas.md § 6). */
  refresh(slot: BookSlot): void
  status(now: number): FeedStatus
  stop(): Promise<void>
}

/** Last price change of 24 h by the exchange's own ticker; percent. */
export type DailyChange = { readonly symbol: string; readonly percent: number }
