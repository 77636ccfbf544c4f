import type { BookSlot } from '@makas/domain'
import type { DailyChange } from '../../../app/ports/book-feed.ts'
import type { ExchangeProtocol } from '../../../app/ports/exchange-reader.ts'
import type { Hosts } from './feed-context.ts'
import type { Limit } from './rate-window.ts'

/** A REST call: the exchange's own path with its query, and what it costs of the exchange's budget. */
export type RestCall = { readonly path: string; readonly weight: number }

/** What an HTTP answer means for our right to ask again. */
export type RestVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'failed' }
  /** Ask nothing for `holdMs`, unless the answer's own Retry-After says how long. */
  | { readonly kind: 'limited'; readonly reason: 'banned' | 'too-many-requests'; readonly holdMs: number }

/** A REST book against ours: the same state, another one, or an answer that says nothing. */
export type Comparison = 'same' | 'different' | 'unreadable'

/** Everything that a feed must know of one exchange's spot market to talk to it; pure, no socket, no timer. */
export type Dialect = {
  readonly protocol: ExchangeProtocol
  readonly hosts: Hosts
  /** The path that stands for the hosts behind a loopback origin. */
  readonly prefix: string
  readonly socketPath: string
  readonly limits: {
    /** New connections an address. */
    readonly connects: readonly Limit[]
    /** Frames that we may send on one connection; the keep-alive counts if `pingsCount`. */
    readonly messages: readonly Limit[]
    readonly pingsCount: boolean
    /** Books of one connection. */
    readonly symbolsPerSocket: number
    readonly symbolsPerRequest: number
    /** The published REST budget, in the units of `RestCall.weight`; at most 70 % of it is used (F21). */
    readonly rest: Limit
  }
  readonly subscribe: (symbols: readonly string[], requestId: number) => string
  readonly unsubscribe: (symbols: readonly string[], requestId: number) => string
  /** The keep-alive text; null = a WebSocket control ping. */
  readonly ping: ((requestId: number) => string) | null
  /** Sent once on the first connection, for channels about the exchange as a whole. */
  readonly greeting: ((requestId: number) => string) | null
  /**
   * `snapshot`: changes come by socket and a REST book is their base. `resubscribe`: the socket itself brings
   * a snapshot after unsubscribing and subscribing again. `levels`: of a side, at most, in such a snapshot.
   */
  readonly repair:
    | { readonly kind: 'snapshot'; readonly levels: number; readonly call: (symbol: string) => RestCall }
    | { readonly kind: 'resubscribe' }
  readonly instruments: readonly RestCall[]
  /** How the exchange tells its time: by REST, or within its answer to our ping where the REST clock is coarse. */
  readonly time:
    | { readonly kind: 'rest'; readonly call: RestCall; readonly parse: (text: string) => number | null }
    | { readonly kind: 'pong'; readonly parse: (text: string) => number | null }
  readonly daily: { readonly call: RestCall; readonly parse: (text: string) => readonly DailyChange[] }
  readonly confirm: (symbol: string) => RestCall
  readonly compare: (text: string, slot: BookSlot) => Comparison
  readonly verdict: (status: number, bodyStart: string) => RestVerdict
  /** Connections are closed by the other side after this; null where no such rule is documented. */
  readonly lifetimeMs: number | null
  /**
   * True for frames that carry on from each other over two connections: they wait while a new connection takes over.
   * Null where a new connection starts with snapshots and takes over at once.
   */
  readonly continues: ((bytes: Uint8Array) => boolean) | null
}
