import type { ChannelSighting, Endpoint, ExchangeProtocol } from '../../../app/ports/market/exchange-reader.ts'
import { arrayAt, arrayOf, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type DailyChangeText, parseBody, parseTopOf, type TopOfBook } from '../_shared/parse/rest-texts.ts'
import { readUrl } from '../_shared/talk/exchange-url.ts'
import { BinanceReader } from './reader.ts'
import { isDatedSymbol, REST_DEPTH, streamOf } from './wire.ts'

const DOMAINS = ['binance.com']
const PREFIXES = ['binance', 'binance-usdm']
const SPOT_PATHS = /^\/(ws(\/[^/]+)?|stream|api\/v3\/.+)$/
const PERP_PATHS = /^\/((public\/|market\/)?(ws(\/[^/]+)?|stream)|fapi\/v1\/.+)$/
const STREAM = /"stream"\s*:\s*"([^"]+)"/
const RAW_SYMBOL = /"s"\s*:\s*"([^"]+)"/
/** Levels kept of a side: bounds memory only, since changes may reach far beyond the snapshot's last level. */
const DEPTH = 10_000
const PARTIAL_DEPTHS = [20, 10, 5]

function endpoint(url: URL): Endpoint | null {
  const read = readUrl(url, DOMAINS, PREFIXES)
  if (read === null) return null
  const isPerp =
    read.host.kind === 'prefix' ? read.host.name === 'binance-usdm' : /^(fapi|fstream)/.test(read.host.name)
  if (!(isPerp ? PERP_PATHS : SPOT_PATHS).test(read.path) && !REST_DEPTH.test(read.path)) return null
  const market = isPerp ? 'perp' : 'spot'
  return { exchange: 'binance', market, transport: read.transport, path: read.path, query: url.searchParams }
}

function sightings(at: Endpoint, text: string): readonly ChannelSighting[] {
  if (at.transport === 'rest') {
    const symbol = at.query.get('symbol')
    if (symbol === null || !REST_DEPTH.test(at.path) || !text.includes('"lastUpdateId"')) return []
    return isDated(at, symbol) ? [] : [{ market: at.market, symbol, channel: 'rest' }]
  }
  const head = text.slice(0, 512)
  const name = STREAM.exec(head)?.[1] ?? /\/ws\/([^/]+)$/.exec(at.path)?.[1]
  if (name !== undefined) {
    const { symbol, channel } = streamOf(name)
    return channel === null || symbol === '' || isDated(at, symbol) ? [] : [{ market: at.market, symbol, channel }]
  }
  const symbol = /"e"\s*:\s*"depthUpdate"/.test(head) ? RAW_SYMBOL.exec(head)?.[1] : undefined
  return symbol === undefined || isDated(at, symbol) ? [] : [{ market: at.market, symbol, channel: 'depth' }]
}

function isDated(at: Endpoint, symbol: string): boolean {
  return at.market === 'perp' && isDatedSymbol(symbol)
}

function choose(channels: ReadonlySet<string>): ReturnType<ExchangeProtocol['choose']> {
  const partial = PARTIAL_DEPTHS.find((depth) => channels.has(`depth${depth}`))
  const hasDiff = channels.has('depth')
  if (partial !== undefined && !(hasDiff && channels.has('rest'))) {
    return { channel: `depth${partial}`, depth: partial, visibleDepth: partial, keepsTexts: false }
  }
  if (!hasDiff && !channels.has('rest')) return null
  return { channel: 'depth', depth: DEPTH, visibleDepth: DEPTH, keepsTexts: false }
}

export const binance: ExchangeProtocol = {
  exchange: 'binance',
  endpoint,
  sightings,
  choose,
  // A futures quantity is in base units too; a multiplier lives in the symbol.
  sizeUnit: () => 'base',
  reader: (sink) => new BinanceReader(sink),
}

/** Stream names of the changes of books: `BTCUSDT` gives `btcusdt@depth@100ms`. */
export function depthStreams(symbols: readonly string[]): readonly string[] {
  return symbols.map((symbol) => `${symbol.toLowerCase()}@depth@100ms`)
}

/** One SUBSCRIBE request for many streams; it is acknowledged once, by its id. */
export function subscribeText(streams: readonly string[], requestId: number): string {
  return JSON.stringify({ method: 'SUBSCRIBE', params: streams, id: requestId })
}

export function unsubscribeText(streams: readonly string[], requestId: number): string {
  return JSON.stringify({ method: 'UNSUBSCRIBE', params: streams, id: requestId })
}

/** The exchange's clock in epoch ms from `/api/v3/time` or `/fapi/v1/time`; null for any other text. */
export function parseServerTime(text: string): number | null {
  return integerAt(objectOf(parseBody(text)), 'serverTime')
}

/** Change over 24 h in percent, from `/api/v3/ticker/24hr`. */
export function parseDailyChanges(text: string): DailyChangeText[] {
  const changes: DailyChangeText[] = []
  for (const item of arrayOf(parseBody(text)) ?? []) {
    const ticker = objectOf(item)
    const symbol = textAt(ticker, 'symbol')
    const percent = textAt(ticker, 'priceChangePercent')
    if (symbol !== null && percent !== null) changes.push({ symbol, percent })
  }
  return changes
}

/** The levels of a REST depth body, to be compared with the book; `seq` is `lastUpdateId`. Null for any other body. */
export function parseTopOfBook(text: string): TopOfBook | null {
  const body = objectOf(parseBody(text))
  return parseTopOf(arrayAt(body, 'bids'), arrayAt(body, 'asks'), integerAt(body, 'lastUpdateId'))
}
