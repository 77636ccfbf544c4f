import type { Instrument } from '../../market/instrument.ts'
import { Perpetual } from '../../market/perpetual.ts'
import type { Connection } from '../../wire/connection.ts'
import { type Context, type Front, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { NOT_FOUND } from './request-weights.ts'
import { BinanceSpot } from './spot-front.ts'
import { BinanceUsdm } from './usdm/usdm-front.ts'

const USDM = '/binance-usdm'
/** Routes of the futures streams; the spot host has none. */
const ROUTED = /^\/(public|market|private)(\/.*)$/

/** Binance is two systems: spot, and USDT-margined futures under hosts and limits of their own. */
export class BinanceFront implements Front {
  readonly exchange = 'binance'
  readonly prefixes = ['/binance', '/binance-testnet', USDM, `${USDM}-testnet`]
  readonly #context: Context
  readonly #spot: BinanceSpot
  readonly #usdm: BinanceUsdm
  readonly #connects = new RateWindow(300, 300_000)

  constructor(context: Context) {
    this.#context = context
    this.#spot = new BinanceSpot(context)
    this.#usdm = new BinanceUsdm(context)
  }

  rest(request: RestRequest, prefix?: string): RestReply {
    const isFutures = /^\/[fd]api\//.test(request.path)
    if (prefix !== undefined && isFutures !== prefix.startsWith(USDM)) return NOT_FOUND
    if (!isFutures) return this.#spot.rest(request)
    return request.path.startsWith('/dapi/') ? this.#coinMargined(request.path) : this.#usdm.rest(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#spot.refusal(status, retryAfterS)
  }

  accepts(path: string): boolean {
    const [, , rest = path] = ROUTED.exec(path) ?? []
    return rest === '/stream' || rest === '/ws' || rest.startsWith('/ws/')
  }

  mayConnect(nowMs: number): boolean {
    return this.#connects.spend(1, nowMs)
  }

  opened(connection: Connection, path: string, query: URLSearchParams, prefix?: string): void {
    const [, route, rest = path] = ROUTED.exec(path) ?? []
    // A futures address without a route is treated as the public route.
    if (route === undefined && !prefix?.startsWith(USDM)) this.#spot.opened(connection, path, query)
    else this.#usdm.opened(connection, route ?? 'public', rest, query)
  }

  message(connection: Connection, text: string): void {
    this.#spot.message(connection, text)
    this.#usdm.message(connection, text)
  }

  controlFrame(connection: Connection): void {
    this.#spot.controlFrame(connection)
    this.#usdm.controlFrame(connection)
  }

  closed(connection: Connection): void {
    this.#spot.closed(connection)
    this.#usdm.closed(connection)
  }

  changed(instrument: Instrument): void {
    if (instrument instanceof Perpetual) this.#usdm.changed(instrument)
    else this.#spot.changed(instrument)
  }

  flush(marketMs: number): void {
    this.#spot.flush(marketMs)
    this.#usdm.flush(marketMs)
  }

  second(nowMs: number): void {
    this.#spot.second(nowMs)
    this.#usdm.second(nowMs)
  }

  relisted(instrument: Instrument): void {
    if (instrument instanceof Perpetual) this.#usdm.relisted(instrument)
    else this.#spot.relisted(instrument)
  }

  /** Sends `serverShutdown` to all connections of the spot host; the futures document no such event. */
  announceShutdown(): void {
    this.#spot.announceShutdown()
  }

  /** Coin-margined futures are not simulated: their list is empty. */
  #coinMargined(path: string): RestReply {
    const serverTime = this.#context.wall('binance')
    if (path === '/dapi/v1/time') return json({ serverTime })
    if (path !== '/dapi/v1/exchangeInfo') return NOT_FOUND
    return json({ timezone: 'UTC', serverTime, rateLimits: [], exchangeFilters: [], symbols: [] })
  }
}
