import type { ExchangeId } from '@makas/domain'
import type { TestAccount } from '../accounts/test-account.ts'
import type { FaultInjector } from '../faults/fault-injector.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Market } from '../market/market.ts'
import type { OrderEntry } from '../orders/order-entry.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'

export interface RestRequest {
  readonly method: string
  /** The exchange's own path, without the simulator's prefix. */
  readonly path: string
  readonly query: URLSearchParams
  /** The query as sent, which signatures cover, without its question mark. */
  readonly search: string
  /** The body as sent, which signatures cover. */
  readonly body: string
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  /** Whether the test network's host was asked (prefix `…-testnet`). */
  readonly isTestnet: boolean
}

export interface RestReply {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to cut the connection instead of answering. */
  readonly isCut?: boolean
}

/** What every front shares. */
export interface Context {
  readonly market: Market
  readonly injector: FaultInjector
  readonly counters: Counters
  readonly accounts: readonly TestAccount[]
  readonly orders: OrderEntry
  /** False switches the request and connection limits off (long fault runs). */
  readonly limits: boolean
  /** Wall time as this exchange shows it (with offset and frozen time), epoch ms. */
  wall(exchange: ExchangeId, symbol?: string): number
}

/** One exchange: its REST answers and its streams. */
export interface Front {
  readonly exchange: ExchangeId
  /** Path prefixes of this exchange, such as `/binance`. */
  readonly prefixes: readonly string[]
  rest(request: RestRequest, prefix: string): RestReply
  /** The exchange's own answer of 429, 418 and others. */
  refusal(status: number, retryAfterS: number): RestReply
  /** Whether the path belongs to a stream. The connection is then `opened`. */
  accepts(path: string): boolean
  /** Whether the exchange's connect limit allows one more connection now. */
  mayConnect(nowMs: number): boolean
  opened(connection: Connection, path: string, query: URLSearchParams, prefix?: string): void
  message(connection: Connection, text: string): void
  /** Called at a ping or pong control frame, which some exchanges count. */
  controlFrame(connection: Connection): void
  closed(connection: Connection): void
  changed(instrument: Instrument): void
  flush(marketMs: number): void
  /** Called once a second of wall time: heartbeats, idle kills. */
  second(nowMs: number): void
  /** Called when the fault script halts, delists or relists the instrument. */
  relisted(instrument: Instrument): void
}

export const json = (value: unknown, status = 200, headers?: Record<string, string>): RestReply => ({
  status,
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
})
