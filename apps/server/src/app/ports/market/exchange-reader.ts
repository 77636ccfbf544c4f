import type {
  BookSlot,
  Decimal,
  ExchangeId,
  Instrument,
  LossReason,
  MarketKind,
  SettledRate,
  SizeUnit,
  TierTable,
} from '@makas/domain'

/** Origin of a text, as far as its reader must know it: a socket or a REST call. */
export type Endpoint = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly transport: 'ws' | 'rest'
  /** The exchange's own path without host, as in its documents (`/api/v3/depth`, `/ws`, `/v5/public/spot`). */
  readonly path: string
  readonly query: URLSearchParams
}

/** Meaning of a control frame; the feed acts on it, the replay on `unsubscribed` and `system` only. */
export type ControlEvent =
  | { readonly kind: 'subscribed'; readonly symbol: string | null; readonly requestId: string | null }
  | { readonly kind: 'unsubscribed'; readonly symbol: string | null; readonly requestId: string | null }
  | {
      readonly kind: 'refused'
      readonly symbol: string | null
      readonly requestId: string | null
      readonly why: string
    }
  | { readonly kind: 'pong' }
  | { readonly kind: 'heartbeat' }
  /** The server will close this connection soon. */
  | { readonly kind: 'closing'; readonly why: string }
  /** The exchange as a whole started or stopped trading. */
  | { readonly kind: 'system'; readonly trading: boolean; readonly why: string }

/**
 * A fact about perpetuals beside their books. `symbol` is the exchange's own; rates are fractions for one whole
 * interval, positive where longs pay; times are epoch ms.
 */
export type PerpFact =
  /** The mark price, in the quote currency per unit of the exchange, and the index price where it came along. */
  | { readonly kind: 'mark'; readonly symbol: string; readonly mark: Decimal; readonly index: Decimal | null }
  /**
   * The running rate, to be settled at `nextFundingAt`. Null: not in the message (a delta without it changes nothing).
   */
  | {
      readonly kind: 'rate'
      readonly symbol: string
      readonly rate: Decimal | null
      readonly nextFundingAt: number | null
    }
  /** Settled payments, in any order; known payments may be repeated. */
  | { readonly kind: 'settled'; readonly symbol: string; readonly rates: readonly SettledRate[] }
  /** Hours between two payments; null: the exchange no longer states them. */
  | { readonly kind: 'interval'; readonly symbol: string; readonly hours: number | null }
  /**
   * Intervals, in hours, of all perpetuals of an exchange: perpetuals that are not named have the interval `otherwise`.
   */
  | { readonly kind: 'intervals'; readonly hours: ReadonlyMap<string, number>; readonly otherwise: number | null }
  | { readonly kind: 'tiers'; readonly symbol: string; readonly table: TierTable }
  /** All borrow rates of an exchange, by its own ticker, fractions per year: any other coin is not lent now. */
  | { readonly kind: 'borrow'; readonly yearly: ReadonlyMap<string, Decimal> }

/**
 * Callbacks of the pure half of an exchange. The book is already changed (or emptied) when a method is called:
 * invalidate first, report second.
 */
export type ReaderSink = {
  /** The book of an instrument; null where nobody wants the book, and its frames are ignored. */
  slot(market: MarketKind, symbol: string): BookSlot | null
  /**
   * A valid book frame was applied or repeated: its routes may be evaluated. `isTopMoved` is false only where the book
   * was valid at the last call and both best prices are unchanged since; left out where that is unknown.
   */
  touched(slot: BookSlot, isTopMoved?: boolean): void
  /** A book stopped being valid (or a frame of a lost book was refused again) and needs a new snapshot. */
  lost(slot: BookSlot, reason: LossReason): void
  /** An instrument list was read. `complete`: instruments missing in it no longer exist. */
  instruments(exchange: ExchangeId, market: MarketKind, list: readonly Instrument[], complete: boolean): void
  /** A mark, funding, tiers or borrow rate was read. */
  fact(exchange: ExchangeId, fact: PerpFact): void
  control(endpoint: Endpoint, event: ControlEvent): void
  /**
   * A frame was refused, and is counted by reason. `book`: its book where it is known; `lost` was called for the book
   * before.
   */
  refused(endpoint: Endpoint, why: string, book?: BookSlot): void
}

/** The pure half of an exchange: bytes in, books changed. It has no clock, no socket, and never throws on input. */
export type ExchangeReader = {
  /** Reads one frame or REST body that came in at `now` (ms). */
  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void
  /** Notes a text frame that we sent, since some acks name only the request's id. Left out: acks name all. */
  sent?(endpoint: Endpoint, text: string): void
  /** The socket of these books is gone: buffered changes are dropped. The caller has lost the slots itself. */
  forget(slot: BookSlot): void
}

/** The book and channel of a recorded line, for the choice of the deepest channel before a replay. */
export type ChannelSighting = { readonly market: MarketKind; readonly symbol: string; readonly channel: string }

/** The pure half of an exchange, used by the replay and by its own feed. */
export type ExchangeProtocol = {
  readonly exchange: ExchangeId
  /**
   * The endpoint of a url of this exchange, or of a path behind `EXCHANGE_ORIGIN`'s prefix; null where the reader does
   * not read it.
   */
  endpoint(url: URL): Endpoint | null
  /** Channels of book frames seen in a text, for the first pass of a replay. Never throws. */
  sightings(endpoint: Endpoint, text: string): readonly ChannelSighting[]
  /**
   * The deepest of the channels seen for one instrument, with the depth and options of its book; null if no channel
   * makes a book.
   */
  choose(
    channels: ReadonlySet<string>,
  ): { channel: string; depth: number; visibleDepth: number; keepsTexts: boolean } | null
  /**
   * The unit of a book's sizes, by the symbol alone: base units, contracts of a base amount that only the list states
   * (OKX linear swaps), or contracts worth quote currency (inverse swaps).
   */
  sizeUnit(market: MarketKind, symbol: string): SizeUnit
  reader(sink: ReaderSink): ExchangeReader
}
