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

/** Where a text came from: a socket or a REST call, as far as its reader must know. */
export type Endpoint = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly transport: 'ws' | 'rest'
  /** The exchange's own path without host, as in its documents (`/api/v3/depth`, `/ws`, `/v5/public/spot`). */
  readonly path: string
  readonly query: URLSearchParams
}

/** What a control frame said; the feed acts on it, the replay on `unsubscribed` and `system` only. */
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
  /** The exchange as a whole trades or does not. */
  | { readonly kind: 'system'; readonly trading: boolean; readonly why: string }

/**
 * What a text said of perpetuals beside their books. `symbol` is the exchange's own; rates are fractions for one whole
 * interval, positive where longs pay; times are epoch ms.
 */
export type PerpFact =
  /** The mark price, in the quote currency per unit of the exchange, and the index price where it came along. */
  | { readonly kind: 'mark'; readonly symbol: string; readonly mark: Decimal; readonly index: Decimal | null }
  /** The rate that will be settled at `nextFundingAt`; it still moves. Null: not told (a delta without it changes nothing). */
  | {
      readonly kind: 'rate'
      readonly symbol: string
      readonly rate: Decimal | null
      readonly nextFundingAt: number | null
    }
  /** Payments that have happened, in any order, known ones repeated. */
  | { readonly kind: 'settled'; readonly symbol: string; readonly rates: readonly SettledRate[] }
  /** Hours between two payments; null: the exchange states none any more. */
  | { readonly kind: 'interval'; readonly symbol: string; readonly hours: number | null }
  /** The same for a whole exchange at once: what is not named has the interval `otherwise`. */
  | { readonly kind: 'intervals'; readonly hours: ReadonlyMap<string, number>; readonly otherwise: number | null }
  | { readonly kind: 'tiers'; readonly symbol: string; readonly table: TierTable }
  /** What borrowing a coin (the exchange's own ticker) costs, a fraction a year. */
  | { readonly kind: 'borrow'; readonly ticker: string; readonly yearly: Decimal }

/**
 * What the pure half of an exchange tells while it reads. The book is already changed (or emptied) when a method is
 * called: invalidate first, tell second.
 */
export type ReaderSink = {
  /** The book of an instrument, or null where nobody wants it (its frames are then ignored). */
  slot(market: MarketKind, symbol: string): BookSlot | null
  /**
   * A valid book frame was applied or repeated: its routes may be evaluated. `isTopMoved` is false only where the book
   * was valid when this was told last, and both its best prices are those of then; who does not know leaves it out.
   */
  touched(slot: BookSlot, isTopMoved?: boolean): void
  /** A book stopped being valid (or a lost one was refused again): somebody has to bring a new snapshot. */
  lost(slot: BookSlot, reason: LossReason): void
  /** A list of instruments came. `complete`: what is missing in it no longer exists. */
  instruments(exchange: ExchangeId, market: MarketKind, list: readonly Instrument[], complete: boolean): void
  /** Mark, funding, tiers, borrow rates: known from here on. */
  fact(exchange: ExchangeId, fact: PerpFact): void
  control(endpoint: Endpoint, event: ControlEvent): void
  /** A frame that could not be accepted, counted by reason; its book (if known) has been told to `lost` already. */
  refused(endpoint: Endpoint, why: string): void
}

/** The pure half of an exchange: bytes in, books changed. It has no clock, no socket, and never throws on input. */
export type ExchangeReader = {
  /** Reads one frame or REST body that came in at `now` (ms). */
  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void
  /** Notes what we sent: some acks name only the request's id. Text frames of our own. */
  sent(endpoint: Endpoint, text: string): void
  /** The socket of these books is gone: buffered changes are dropped. The caller has lost the slots itself. */
  forget(slot: BookSlot): void
}

/** What a recorded line would bring to which book, for the choice of the deepest channel before a replay. */
export type ChannelSighting = { readonly market: MarketKind; readonly symbol: string; readonly channel: string }

/** What each exchange offers to the replay and to its own feed. */
export type ExchangeProtocol = {
  readonly exchange: ExchangeId
  /** Recognises a url of this exchange, or a path behind `EXCHANGE_ORIGIN`'s prefix; null for what is not read. */
  endpoint(url: URL): Endpoint | null
  /** Channels of book frames seen in a text, for the first pass of a replay. Never throws. */
  sightings(endpoint: Endpoint, text: string): readonly ChannelSighting[]
  /** The deepest of the channels seen for one instrument, with the depth and options of its book; null if none makes one. */
  choose(
    channels: ReadonlySet<string>,
  ): { channel: string; depth: number; visibleDepth: number; keepsTexts: boolean } | null
  /**
   * What one unit of a book's size is where no list says it: base units, contracts of a base amount that only the list
   * knows (OKX linear swaps), or contracts worth quote currency (inverse swaps). Decided from the symbol alone.
   */
  sizeUnit(market: MarketKind, symbol: string): SizeUnit
  reader(sink: ReaderSink): ExchangeReader
}
