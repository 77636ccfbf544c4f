import { wallMs } from '../../clock.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { Perpetual } from '../../market/perpetual.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, Front, RestReply, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { KrakenFutures } from './futures/front.ts'
import { KrakenSpot } from './spot-front.ts'

const FUTURES_PREFIX = '/kraken-futures'
const SPOT_PATH = '/v2'
const FUTURES_PATH = '/ws/v1'

/** Kraken is two systems: spot, and the derivatives under a host of their own. */
export class KrakenFront implements Front {
  readonly exchange = 'kraken'
  readonly prefixes = ['/kraken', FUTURES_PREFIX]
  readonly #spot: KrakenSpot
  readonly #futures: KrakenFutures
  readonly #connects = new RateWindow(150, 600_000)

  constructor(context: Context) {
    this.#spot = new KrakenSpot(context)
    this.#futures = new KrakenFutures(context)
  }

  /** Sequence number of the newest message of a perpetual's book. */
  seqOf(perpetual: Perpetual): number {
    return this.#futures.seqOf(perpetual)
  }

  rest(request: RestRequest, prefix: string): RestReply {
    return prefix === FUTURES_PREFIX ? this.#futures.rest(request) : this.#spot.rest(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#spot.refusal(status, retryAfterS)
  }

  accepts(path: string): boolean {
    return path === SPOT_PATH || path === FUTURES_PATH
  }

  mayConnect(nowMs: number): boolean {
    return this.#connects.spend(1, nowMs)
  }

  opened(connection: Connection, path: string): void {
    if (path === FUTURES_PATH) this.#futures.opened(connection)
    else this.#spot.opened(connection)
  }

  message(connection: Connection, text: string): void {
    if (this.#futures.has(connection)) this.#futures.message(connection, text)
    else this.#spot.message(connection, text)
  }

  controlFrame(connection: Connection): void {
    // Clients keep derivatives connections open by control pings. On spot control pings count as incoming messages too.
    connection.lastInAt = wallMs()
  }

  closed(connection: Connection): void {
    this.#futures.closed(connection)
    this.#spot.closed(connection)
  }

  changed(instrument: Instrument): void {
    if (instrument.listing.kind === 'perp') this.#futures.changed(instrument)
    else this.#spot.changed(instrument)
  }

  flush(marketMs: number): void {
    this.#spot.flush(marketMs)
    this.#futures.flush(marketMs)
  }

  second(nowMs: number): void {
    this.#spot.second(nowMs)
    this.#futures.second(nowMs)
  }

  relisted(instrument: Instrument): void {
    // The next ticker of a derivative shows the change.
    if (instrument.listing.kind === 'spot') this.#spot.relisted(instrument)
  }

  /**
   * Sends the system's state (online, maintenance, cancel_only, post_only) to every spot connection. Tickers read it by
   * themselves.
   */
  announce(system: string): void {
    this.#spot.announce(system)
  }
}
