import { EXCHANGES, type ExchangeId, type Instrument } from '@makas/domain'
import { subscribeText as binanceText, depthStreams } from '../../apps/server/src/adapters/exchanges/binance/map.ts'
import { subscribeText as bybitText } from '../../apps/server/src/adapters/exchanges/bybit/map.ts'
import { LIVE_CHANNELS } from '../../apps/server/src/adapters/exchanges/feeds.ts'
import { subscribeText as krakenText } from '../../apps/server/src/adapters/exchanges/kraken/map.ts'
import { subscribeText as okxText } from '../../apps/server/src/adapters/exchanges/okx/map.ts'
import { PROTOCOLS } from '../../apps/server/src/adapters/exchanges/protocols.ts'
import { identify } from '../../apps/server/src/app/market/legs/identify.ts'
import type { Endpoint } from '../../apps/server/src/app/ports/market/exchange-reader.ts'
import type { BenchBook, BenchFrame, Traffic } from './frame.ts'
import { SimulatedExchanges } from './simulated-exchanges.ts'

const SYMBOLS_PER_REQUEST = 10
const KRAKEN_DEPTH = 10
const SEED = 1
/** Timeout by the market's own time, ms: reached only when an exchange sends nothing. */
const LONGEST_MS = 20 * 60_000
const ignore = () => undefined

/** Address of each exchange's book stream. */
const SOCKETS: Readonly<Record<ExchangeId, string>> = {
  binance: 'wss://stream.binance.com:9443/stream',
  okx: 'wss://ws.okx.com:8443/ws/v5/public',
  bybit: 'wss://stream.bybit.com/v5/public/spot',
  kraken: 'wss://ws.kraken.com/v2',
}
const LISTS: Readonly<Record<ExchangeId, string>> = {
  binance: 'https://api.binance.com/api/v3/exchangeInfo',
  okx: 'https://www.okx.com/api/v5/public/instruments?instType=SPOT',
  bybit: 'https://api.bybit.com/v5/market/instruments-info?category=spot&limit=1000',
  kraken: 'https://api.kraken.com/0/public/AssetPairs',
}
/** Matches a book frame; its group is the exchange's own name of the instrument. */
const BOOK_FRAME: Readonly<Record<ExchangeId, RegExp>> = {
  binance: /^\{"stream":"([a-z0-9]+)@depth/,
  okx: /^\{"arg":\{"channel":"books","instId":"([^"]+)"\},"action"/,
  bybit: /^\{"topic":"orderbook\.\d+\.([^"]+)"/,
  kraken: /^\{"channel":"book","type":"\w+","data":\[\{"symbol":"([^"]+)"/,
}
const REQUESTS: Readonly<Record<ExchangeId, (symbols: readonly string[]) => string>> = {
  binance: (symbols) => binanceText(depthStreams(symbols), 1),
  okx: (symbols) => okxText(['books'], symbols, 1),
  bybit: (symbols) => bybitText('orderbook.50', symbols, 1),
  kraken: (symbols) => krakenText(KRAKEN_DEPTH, symbols, 1),
}

/** A frame with the market's time at which it was sent, epoch ms. */
export type TimedFrame = { readonly t: number; readonly frame: BenchFrame }

/** Recording of one simulated market: its instruments and books, then the changes. */
export type RecordedMarket = Omit<Traffic, 'name' | 'frames'> & {
  readonly changes: readonly TimedFrame[]
}

/** The first `frames` frames of all books of a simulated market, in the order in which they were sent. */
export function simulatedTraffic(size: { readonly coins: number; readonly frames: number }): Traffic {
  let sent = 0
  const recorded = recordSimulatedMarket(SEED, size.coins, () => ++sent >= size.frames)
  return { ...recorded, name: 'simulated', frames: recorded.changes.slice(0, size.frames).map(({ frame }) => frame) }
}

/** Starts a market, subscribes to all its books and records their frames until `enough` returns true. */
export function recordSimulatedMarket(
  seed: number,
  coins: number,
  enough: (frame: BenchFrame, listed: readonly Instrument[]) => boolean,
): RecordedMarket {
  let heard: (exchange: ExchangeId, text: string) => void = ignore
  const exchanges = new SimulatedExchanges(seed, coins, (exchange, text) => heard(exchange, text))
  const instruments: Instrument[] = []
  const books: BenchBook[] = []
  const setup: BenchFrame[] = []
  const changes: TimedFrame[] = []
  const at = socketPlaces()

  heard = (exchange, text) => {
    const frame = bookFrame(exchange, at[exchange], text)
    if (frame !== null) setup.push(frame)
  }
  for (const exchange of EXCHANGES) {
    const listed = list(exchange, exchanges)
    const symbols = exchanges.market.instruments
      .filter((one) => one.listing.exchange === exchange)
      .map((one) => one.listing.id)
    const options = protocolOf(exchange).choose(new Set([LIVE_CHANNELS[exchange].spot]))
    if (options === null) throw new Error(`no channel of ${exchange}`)
    instruments.push(...listed.filter(({ symbol }) => symbols.includes(symbol)))
    for (const symbol of symbols) {
      books.push({ exchange, symbol, options })
      if (exchange === 'binance') setup.push(restBook(exchanges, symbol))
    }
    for (let from = 0; from < symbols.length; from += SYMBOLS_PER_REQUEST)
      exchanges.say(exchange, REQUESTS[exchange](symbols.slice(from, from + SYMBOLS_PER_REQUEST)))
  }
  let isEnough = false
  heard = (exchange, text) => {
    const frame = bookFrame(exchange, at[exchange], text)
    if (frame === null) return
    changes.push({ t: exchanges.now, frame })
    isEnough = enough(frame, instruments) || isEnough
  }
  const until = exchanges.now + LONGEST_MS
  while (!isEnough) {
    if (exchanges.now > until) throw new Error('the simulated exchanges do not send enough frames')
    exchanges.step()
  }
  return { books, instruments, identify, setup, changes }
}

/** Endpoint of each exchange's book stream. */
export function socketPlaces(): Readonly<Record<ExchangeId, Endpoint>> {
  const places = EXCHANGES.map((one) => [one, endpoint(one, SOCKETS[one])])
  return Object.fromEntries(places) as Record<ExchangeId, Endpoint>
}

function bookFrame(exchange: ExchangeId, endpoint: Endpoint, text: string): BenchFrame | null {
  const name = BOOK_FRAME[exchange].exec(text)?.[1]
  if (name === undefined) return null
  const symbol = exchange === 'binance' ? name.toUpperCase() : name
  return { exchange, endpoint, symbol, bytes: Buffer.from(text), fresh: false }
}

function restBook(exchanges: SimulatedExchanges, symbol: string): BenchFrame {
  const url = `https://api.binance.com/api/v3/depth?symbol=${symbol}&limit=1000`
  const bytes = Buffer.from(exchanges.rest('binance', new URL(url)))
  return { exchange: 'binance', endpoint: endpoint('binance', url), symbol, bytes, fresh: false }
}

function list(exchange: ExchangeId, exchanges: SimulatedExchanges): readonly Instrument[] {
  const found: Instrument[] = []
  const reader = protocolOf(exchange).reader({
    slot: () => null,
    touched: ignore,
    lost: ignore,
    control: ignore,
    fact: ignore,
    refused: (_, why) => {
      throw new Error(`${exchange}: ${why}`)
    },
    instruments: (_, market, instruments) => {
      if (market === 'spot') found.push(...instruments)
    },
  })
  const body = exchanges.rest(exchange, new URL(LISTS[exchange]))
  reader.read(endpoint(exchange, LISTS[exchange]), Buffer.from(body), 0)
  return found
}

function protocolOf(exchange: ExchangeId) {
  const protocol = PROTOCOLS.find((one) => one.exchange === exchange)
  if (protocol === undefined) throw new Error(`no protocol of ${exchange}`)
  return protocol
}

function endpoint(exchange: ExchangeId, url: string): Endpoint {
  const at = protocolOf(exchange).endpoint(new URL(url))
  if (at === null) throw new Error(`${url} is not read`)
  return at
}
