import { wallMs } from '../../clock.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { Connection } from '../../wire/connection.ts'
import { type Context, type Front, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { KrakenSpot } from './spot-front.ts'

/** Kraken is two systems behind one name: spot, and the derivatives under a host of their own. */
export class KrakenFront implements Front {
  readonly exchange = 'kraken'
  readonly prefixes = ['/kraken', '/kraken-futures']
  readonly #context: Context
  readonly #spot: KrakenSpot
  readonly #connects = new RateWindow(150, 600_000)

  constructor(context: Context) {
    this.#context = context
    this.#spot = new KrakenSpot(context)
  }

  rest(request: RestRequest): RestReply {
    if (request.path.startsWith('/derivatives/api/v3/')) {
      const serverTime = new Date(this.#context.wall('kraken')).toISOString()
      if (request.path.endsWith('/instruments')) return json({ result: 'success', serverTime, instruments: [] })
      if (request.path.endsWith('/tickers')) return json({ result: 'success', serverTime, tickers: [] })
      return json({ result: 'error', serverTime, error: 'notFound' }, 404)
    }
    return this.#spot.rest(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#spot.refusal(status, retryAfterS)
  }

  accepts(path: string): boolean {
    return path === '/v2'
  }

  mayConnect(nowMs: number): boolean {
    return this.#connects.spend(1, nowMs)
  }

  opened(connection: Connection): void {
    this.#spot.opened(connection)
  }

  message(connection: Connection, text: string): void {
    this.#spot.message(connection, text)
  }

  controlFrame(connection: Connection): void {
    // Control pings are how the derivatives are kept awake, and count as incoming messages on spot too.
    connection.lastInAt = wallMs()
  }

  closed(connection: Connection): void {
    this.#spot.closed(connection)
  }

  changed(instrument: Instrument): void {
    this.#spot.changed(instrument)
  }

  flush(marketMs: number): void {
    this.#spot.flush(marketMs)
  }

  second(nowMs: number): void {
    this.#spot.second(nowMs)
  }

  relisted(instrument: Instrument): void {
    this.#spot.relisted(instrument)
  }

  /** Tells every connection the system's state: online, maintenance, cancel_only, post_only. */
  announce(system: string): void {
    this.#spot.announce(system)
  }
}
