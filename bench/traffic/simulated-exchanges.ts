import type { Duplex } from 'node:stream'
import type { ExchangeId } from '@makas/domain'
import type { WebSocket } from 'ws'
import { BinanceFront } from '../../apps/server/src/simulator/exchanges/binance/front.ts'
import { BybitFront } from '../../apps/server/src/simulator/exchanges/bybit/front.ts'
import { KrakenFront } from '../../apps/server/src/simulator/exchanges/kraken/front.ts'
import { OkxFront } from '../../apps/server/src/simulator/exchanges/okx/front.ts'
import { FaultInjector } from '../../apps/server/src/simulator/faults/fault-injector.ts'
import { Market } from '../../apps/server/src/simulator/market/market.ts'
import { OrderEntry } from '../../apps/server/src/simulator/orders/order-entry.ts'
import { publicRequest } from '../../apps/server/src/simulator/testing/public-request.ts'
import { Connection } from '../../apps/server/src/simulator/wire/connection.ts'
import type { Context, Front } from '../../apps/server/src/simulator/wire/front.ts'

const STARTED_AT = 1_800_000_000_000
const PATHS: Readonly<Record<ExchangeId, string>> = {
  binance: '/stream',
  okx: '/ws/v5/public',
  bybit: '/v5/public/spot',
  kraken: '/v2',
}

/** The simulated exchanges without sockets and clocks: each message goes to a callback. */
export class SimulatedExchanges {
  readonly market: Market
  readonly #fronts: Readonly<Record<ExchangeId, Front>>
  readonly #connections: Readonly<Record<ExchangeId, Connection>>

  constructor(seed: number, coins: number, sent: (exchange: ExchangeId, text: string) => void) {
    const counters = {
      connections: 0,
      disconnects: 0,
      bookFrames: 0,
      factFrames: 0,
      controlFrames: 0,
      requests: 0,
      requestsWhileBanned: 0,
      refusals: 0,
      faults: {},
    }
    this.market = new Market({ seed, symbols: coins })
    const injector = new FaultInjector(counters.faults)
    const wall = () => this.now
    const orders = new OrderEntry({ injector, wall, changed: () => undefined })
    const context: Context = { market: this.market, injector, counters, accounts: [], orders, limits: false, wall }
    this.#fronts = {
      binance: new BinanceFront(context),
      okx: new OkxFront(context),
      bybit: new BybitFront(context),
      kraken: new KrakenFront(context),
    }
    const open = (exchange: ExchangeId) => {
      const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => sent(exchange, text) }
      const ws = socket as unknown as WebSocket
      const connection = new Connection(0, exchange, ws, {} as Duplex, injector, counters)
      this.#fronts[exchange].opened(connection, PATHS[exchange], new URLSearchParams())
      return connection
    }
    this.#connections = { binance: open('binance'), okx: open('okx'), bybit: open('bybit'), kraken: open('kraken') }
  }

  /** The market's own time, epoch ms. */
  get now(): number {
    return STARTED_AT + this.market.nowMs
  }

  /** Answers a REST call; returns the body. */
  rest(exchange: ExchangeId, url: URL): string {
    const front = this.#fronts[exchange]
    return front.rest(publicRequest(url.pathname, url.searchParams), front.prefixes[0] ?? '').body
  }

  say(exchange: ExchangeId, text: string): void {
    this.#fronts[exchange].message(this.#connections[exchange], text)
  }

  /** Advances the market's time by one step and sends the messages that are due. */
  step(): void {
    for (const instrument of this.market.step(this.now)) this.#fronts[instrument.listing.exchange].changed(instrument)
    for (const front of Object.values(this.#fronts)) front.flush(this.market.nowMs)
  }
}
