import type { BookSlot, MarketKind } from '@makas/domain'
import type { DailyChange, HoldReason } from '../../../../app/ports/market/book-feed.ts'
import type { ExchangeProtocol } from '../../../../app/ports/market/exchange-reader.ts'
import type { Hosts } from './feed-context.ts'
import type { Limit } from './rate-window.ts'

/** A REST call: the exchange's own path with its query, and what it costs of the address's budget. */
export type RestCall = { readonly path: string; readonly weight: number }

/** A call for a list of instruments; `next` makes the next page's call of an answer, null after the last page. */
type ListCall = RestCall & { readonly next?: (body: string) => RestCall | null }

/** An hourly call; `canWait`: no row needs its answer, and due funding histories go first. */
export type HourlyCall = RestCall & { readonly canWait?: true }

/** What an HTTP answer means for further calls. */
export type RestVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'failed' }
  /** No call for `holdMs`, or for the answer's own Retry-After. */
  | { readonly kind: 'limited'; readonly reason: HoldReason; readonly holdMs: number }

/** An answer to a ping: the ping's id and the exchange's clock (epoch ms). */
export type PongTime = { readonly requestId: string; readonly serverTime: number }

/** Result of comparing a REST book with ours; `unreadable`: the answer proves nothing. */
export type Comparison = 'same' | 'different' | 'unreadable'

/**
 * Hosts whose limits the exchange counts together. Two dialects with the same address (the same object) share its
 * budget, its connect gate and its bans.
 */
export type Address = {
  readonly hosts: Hosts
  /** The path that stands for the hosts behind a loopback origin; without its slash it also names the ban file. */
  readonly prefix: string
  /** Published limits of new connections from one address. */
  readonly connects: readonly Limit[]
  /** The published REST budget, in the units of `RestCall.weight`; at most 70 % of it is used (F21). */
  readonly rest: Limit
  /** A further limit for funding histories and hourly calls (`PerpDialect`) together. */
  readonly funding?: Limit
  readonly verdict: (status: number, bodyStart: string) => RestVerdict
}

/** One kind of connection: its requests, keep-alive, rate limits and lifetime. */
export type SocketDialect = {
  readonly path: string
  /** Limits of the frames that we send on one connection; keep-alive pings count if `pingsCount`. */
  readonly messages: readonly Limit[]
  readonly pingsCount: boolean
  /** Names that one connection carries, at most. */
  readonly symbolsPerSocket: number
  readonly symbolsPerRequest: number
  readonly subscribe: (symbols: readonly string[], requestId: number) => string
  readonly unsubscribe: (symbols: readonly string[], requestId: number) => string
  /** The keep-alive text; null = a WebSocket control ping. */
  readonly ping: ((requestId: number) => string) | null
  /** An active name must be unsubscribed before a new subscription brings a snapshot. */
  readonly startsAnew: boolean
  /** The exchange closes connections after this; null where no such rule is documented. */
  readonly lifetimeMs: number | null
  /**
   * True for frames whose sequence continues over two connections: they are held back while a new one takes over. Null
   * where a new connection starts with snapshots and takes over at once.
   */
  readonly continues: ((bytes: Uint8Array) => boolean) | null
}

/** Marks, funding and hourly calls of a market of perpetuals. */
export type PerpDialect = {
  /**
   * Marks and running rates, on separate connections: a mark each second would hide that all books are silent.
   * `topic`: the one name that brings the marks of all instruments; null where each symbol is subscribed.
   */
  readonly marks: { readonly socket: SocketDialect; readonly topic: string | null }
  /** The settled rates of one symbol, latest ones included: requested at the start and after its settlements. */
  readonly history: (symbol: string) => RestCall
  /** The history under a second path, for symbols that the exchange does not serve under the first. */
  readonly historyElsewhere?: (symbol: string) => RestCall
  /**
   * True where an answer holds the whole history since the listing: it is then requested again only for a settlement
   * before which no rate came on the socket.
   */
  readonly historyIsLong: boolean
  /** Calls for intervals, margin tiers and borrow rates: for newly wanted symbols, and each hour for all. */
  readonly hourly: (symbols: readonly string[]) => readonly HourlyCall[]
}

/** Everything that a feed must know of one market of an exchange to talk to it; pure, no socket, no timer. */
export type Dialect = {
  readonly protocol: ExchangeProtocol
  readonly market: MarketKind
  readonly address: Address
  /** The connections that bring books. */
  readonly socket: SocketDialect
  /** A text sent once on the first connection, for channels about the exchange as a whole. */
  readonly greeting: ((requestId: number) => string) | null
  /**
   * `snapshot`: changes come by socket and a REST book is their base. `resubscribe`: the socket itself brings a
   * snapshot after unsubscribing and subscribing again. `levels`: most levels of a side in the snapshot.
   */
  readonly repair:
    | { readonly kind: 'snapshot'; readonly levels: number; readonly call: (symbol: string) => RestCall }
    | { readonly kind: 'resubscribe' }
  readonly instruments: readonly ListCall[]
  /**
   * Source of the exchange's time: REST, or the answer to our ping where the REST clock is coarse. The answer's id
   * names its ping: on a slow line several pings may be unanswered.
   */
  readonly time:
    | { readonly kind: 'rest'; readonly call: RestCall; readonly parse: (text: string) => number | null }
    | { readonly kind: 'pong'; readonly parse: (text: string) => PongTime | null }
  /** The 24 h changes; null on perpetuals, since the site shows the changes of spot. */
  readonly daily: { readonly call: RestCall; readonly parse: (text: string) => readonly DailyChange[] } | null
  readonly confirm: (symbol: string) => RestCall
  readonly compare: (text: string, slot: BookSlot) => Comparison
  /** Null on spot. */
  readonly perp: PerpDialect | null
}
