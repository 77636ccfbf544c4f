import type { BookSlot, MarketKind } from '@makas/domain'
import type { DailyChange, HoldReason } from '../../../../app/ports/book-feed.ts'
import type { ExchangeProtocol } from '../../../../app/ports/exchange-reader.ts'
import type { Hosts } from './feed-context.ts'
import type { Limit } from './rate-window.ts'

/** A REST call: the exchange's own path with its query, and what it costs of the address's budget. */
export type RestCall = { readonly path: string; readonly weight: number }

/** A call for a list of instruments; `next` finds in an answer what to ask for the page that follows, null after the last. */
type ListCall = RestCall & { readonly next?: (body: string) => RestCall | null }

/** An hourly call; `canWait`: payments that are due are asked for first, no row needs its answer. */
export type HourlyCall = RestCall & { readonly canWait?: true }

/** What an HTTP answer means for our right to ask again. */
export type RestVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'failed' }
  /** Ask nothing for `holdMs`, unless the answer's own Retry-After says how long. */
  | { readonly kind: 'limited'; readonly reason: HoldReason; readonly holdMs: number }

/** An answer to a ping: which one, and what the exchange's clock said (epoch ms). */
export type PongTime = { readonly requestId: string; readonly serverTime: number }

/** A REST book against ours: the same state, another one, or an answer that says nothing. */
export type Comparison = 'same' | 'different' | 'unreadable'

/**
 * Hosts whose limits the exchange counts together. Two dialects with the same address (the same object) share its
 * budget, its connect gate and its bans.
 */
export type Address = {
  readonly hosts: Hosts
  /** The path that stands for the hosts behind a loopback origin; its word also names the note of a ban. */
  readonly prefix: string
  /** New connections an address. */
  readonly connects: readonly Limit[]
  /** The published REST budget, in the units of `RestCall.weight`; at most 70 % of it is used (F21). */
  readonly rest: Limit
  /** What it counts beside that for settled rates and hourly calls (`PerpDialect`) together. */
  readonly funding?: Limit
  readonly verdict: (status: number, bodyStart: string) => RestVerdict
}

/** How one kind of connection is talked to: its requests, its keep-alive, its limits and its end. */
export type SocketDialect = {
  readonly path: string
  /** Frames that we may send on one connection; the keep-alive counts if `pingsCount`. */
  readonly messages: readonly Limit[]
  readonly pingsCount: boolean
  /** Names of one connection. */
  readonly symbolsPerSocket: number
  readonly symbolsPerRequest: number
  readonly subscribe: (symbols: readonly string[], requestId: number) => string
  readonly unsubscribe: (symbols: readonly string[], requestId: number) => string
  /** The keep-alive text; null = a WebSocket control ping. */
  readonly ping: ((requestId: number) => string) | null
  /** To ask again, an active name must be unsubscribed first, else it brings no snapshot. */
  readonly startsAnew: boolean
  /** Connections are closed by the other side after this; null where no such rule is documented. */
  readonly lifetimeMs: number | null
  /**
   * True for frames that carry on from each other over two connections: they wait while a new connection takes over.
   * Null where a new connection starts with snapshots and takes over at once.
   */
  readonly continues: ((bytes: Uint8Array) => boolean) | null
}

/** What perpetuals have beside their books. */
export type PerpDialect = {
  /**
   * Marks and running rates, on connections of their own: a mark each second would hide that all books are silent.
   * `topic`: the one name that brings the marks of all instruments; null where each symbol is subscribed.
   */
  readonly marks: { readonly socket: SocketDialect; readonly topic: string | null }
  /** The settled rates of one symbol, latest ones included: asked at the start and after its settlements. */
  readonly history: (symbol: string) => RestCall
  /** The same under another name, where an exchange does not serve every symbol under one. */
  readonly historyElsewhere?: (symbol: string) => RestCall
  /**
   * True where an answer holds the whole history since the listing: it is then asked again only for a settlement
   * before which no rate was heard on the socket.
   */
  readonly historyIsLong: boolean
  /** Intervals, margin tiers, borrow rates: asked for newly wanted symbols, and each hour for all. May be none. */
  readonly hourly: (symbols: readonly string[]) => readonly HourlyCall[]
}

/** Everything that a feed must know of one market of an exchange to talk to it; pure, no socket, no timer. */
export type Dialect = {
  readonly protocol: ExchangeProtocol
  readonly market: MarketKind
  readonly address: Address
  /** The connections that bring books. */
  readonly socket: SocketDialect
  /** Sent once on the first connection, for channels about the exchange as a whole. */
  readonly greeting: ((requestId: number) => string) | null
  /**
   * `snapshot`: changes come by socket and a REST book is their base. `resubscribe`: the socket itself brings
   * a snapshot after unsubscribing and subscribing again. `levels`: of a side, at most, in such a snapshot.
   */
  readonly repair:
    | { readonly kind: 'snapshot'; readonly levels: number; readonly call: (symbol: string) => RestCall }
    | { readonly kind: 'resubscribe' }
  readonly instruments: readonly ListCall[]
  /**
   * How the exchange tells its time: by REST, or within its answer to our ping where the REST clock is coarse. On a slow
   * line a ping may leave before the one before is answered: the answer says which it is for.
   */
  readonly time:
    | { readonly kind: 'rest'; readonly call: RestCall; readonly parse: (text: string) => number | null }
    | { readonly kind: 'pong'; readonly parse: (text: string) => PongTime | null }
  /** Null where nobody asks for it: prices are shown by spot tickers. */
  readonly daily: { readonly call: RestCall; readonly parse: (text: string) => readonly DailyChange[] } | null
  readonly confirm: (symbol: string) => RestCall
  readonly compare: (text: string, slot: BookSlot) => Comparison
  /** Null on spot. */
  readonly perp: PerpDialect | null
}
