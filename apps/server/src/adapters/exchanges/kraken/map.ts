import type {
  ChannelSighting,
  Endpoint,
  ExchangeProtocol,
  ExchangeReader,
  ReaderSink,
} from '../../../app/ports/market/exchange-reader.ts'
import { percentChange } from '../_shared/parse/daily-change.ts'
import { arrayAt, idAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type DailyChangeText, parseBody, parseTopOf, type TopOfBook } from '../_shared/parse/rest-texts.ts'
import type { PongTime } from '../_shared/talk/dialect.ts'
import { readUrl } from '../_shared/talk/exchange-url.ts'
import { CHECKSUM } from './checksum.ts'
import { KrakenFuturesReader } from './futures-reader.ts'
import { parseIsoTime } from './iso-time.ts'
import { pairName } from './pair-name.ts'
import { KrakenSpotReader } from './reader.ts'
import { KrakenRestReader } from './rest-reader.ts'

const DOMAINS = ['kraken.com']
const PREFIXES = ['kraken', 'kraken-futures']
const SPOT_PATHS = /^\/(v2|0\/public\/.+)$/
const FUTURES_PATHS = /^\/(ws\/v1|derivatives\/api\/v[34]\/.+)$/
const BOOK = /"channel"\s*:\s*"book"/
const SYMBOL = /"symbol"\s*:\s*"([^"]+)"/
const ACK = /"method"\s*:\s*"subscribe"/
const DEPTH = /"depth"\s*:\s*(\d+)/
const SNAPSHOT = /"type"\s*:\s*"snapshot"/
const FUTURES_BOOK = /"feed"\s*:\s*"book(?:_snapshot)?"/
const PRODUCT = /"product_id"\s*:\s*"(P[FI]_[A-Z0-9]+)"/
const DEPTHS = [10, 25, 100, 500, 1_000]
/** Levels of a side that the checksum proves. */
const PROVEN = CHECKSUM.covered
/** The futures feed sends whole books: the depth only bounds memory. */
const FUTURES_DEPTH = 10_000

function endpoint(url: URL): Endpoint | null {
  const read = readUrl(url, DOMAINS, PREFIXES)
  if (read === null) return null
  const isPerp =
    read.host.kind === 'prefix' ? read.host.name === 'kraken-futures' : read.host.name.startsWith('futures')
  if (!(isPerp ? FUTURES_PATHS : SPOT_PATHS).test(read.path)) return null
  const market = isPerp ? 'perp' : 'spot'
  return { exchange: 'kraken', market, transport: read.transport, path: read.path, query: url.searchParams }
}

function sightings(at: Endpoint, text: string): readonly ChannelSighting[] {
  if (at.transport === 'rest') return []
  if (at.market === 'perp') {
    const symbol = FUTURES_BOOK.test(text) ? PRODUCT.exec(text)?.[1] : undefined
    return symbol === undefined ? [] : [{ market: 'perp', symbol, channel: 'book' }]
  }
  const symbol = BOOK.test(text) ? SYMBOL.exec(text)?.[1] : undefined
  return symbol === undefined ? [] : [{ market: 'spot', symbol, channel: `book.${depthSeen(text)}` }]
}

/** The depth that an ack names, or the least depth that a snapshot's levels need; changes do not show the depth. */
function depthSeen(text: string): number {
  if (ACK.test(text)) return Number(DEPTH.exec(text)?.[1] ?? PROVEN)
  if (!SNAPSHOT.test(text)) return PROVEN
  const book = objectOf(arrayAt(objectOf(parseBody(text)), 'data')?.[0])
  const levels = Math.max(arrayAt(book, 'bids')?.length ?? 0, arrayAt(book, 'asks')?.length ?? 0)
  return DEPTHS.find((depth) => depth >= levels) ?? PROVEN
}

function choose(channels: ReadonlySet<string>): ReturnType<ExchangeProtocol['choose']> {
  const depths = [...channels].flatMap((channel) => {
    const depth = /^book\.(\d+)$/.exec(channel)?.[1]
    return depth === undefined ? [] : [Number(depth)]
  })
  if (depths.length > 0) {
    return { channel: 'book', depth: Math.max(...depths), visibleDepth: PROVEN, keepsTexts: true }
  }
  if (!channels.has('book')) return null
  return { channel: 'book', depth: FUTURES_DEPTH, visibleDepth: FUTURES_DEPTH, keepsTexts: false }
}

function reader(sink: ReaderSink): ExchangeReader {
  const rest = new KrakenRestReader(sink)
  const spot = new KrakenSpotReader(sink)
  const futures = new KrakenFuturesReader(sink)
  return {
    read(at, bytes, now) {
      if (at.transport === 'rest') rest.read(at, bytes)
      else (at.market === 'perp' ? futures : spot).read(at, bytes, now)
    },
    forget: (slot) => (slot.market === 'perp' ? futures : spot).forget(slot),
  }
}

export const kraken: ExchangeProtocol = {
  exchange: 'kraken',
  endpoint,
  sightings,
  choose,
  sizeUnit: (market, symbol) => (market === 'perp' && symbol.startsWith('PI_') ? 'inverse' : 'base'),
  reader,
}

/** A request for many symbols at one depth; each symbol is acknowledged separately. */
export function subscribeText(depth: number, symbols: readonly string[], requestId: number): string {
  const params = { channel: 'book', symbol: symbols, depth, snapshot: true }
  return JSON.stringify({ method: 'subscribe', params, req_id: requestId })
}

/** A request to unsubscribe; it must name the depth that was subscribed. */
export function unsubscribeText(depth: number, symbols: readonly string[], requestId: number): string {
  return JSON.stringify({
    method: 'unsubscribe',
    params: { channel: 'book', symbol: symbols, depth },
    req_id: requestId,
  })
}

/** A request for the list of pairs and all its later changes. */
export function instrumentsText(requestId: number): string {
  return JSON.stringify({ method: 'subscribe', params: { channel: 'instrument', snapshot: true }, req_id: requestId })
}

export function pingText(requestId: number): string {
  return JSON.stringify({ method: 'ping', req_id: requestId })
}

/** The exchange's clock in epoch ms from a pong's `time_out`: the REST clock has whole seconds. Null if absent. */
export function parsePong(text: string): PongTime | null {
  const pong = objectOf(parseBody(text))
  const requestId = idAt(pong, 'req_id')
  const serverTime = parseIsoTime(textAt(pong, 'time_out') ?? '')
  return textAt(pong, 'method') === 'pong' && requestId !== null && serverTime >= 0 ? { requestId, serverTime } : null
}

/** Change since the day's opening in percent, from `/0/public/Ticker`; Kraken's REST knows no 24 h change. */
export function parseDailyChanges(text: string): DailyChangeText[] {
  const changes: DailyChangeText[] = []
  for (const [id, value] of objectAt(objectOf(parseBody(text)), 'result') ?? []) {
    const ticker = objectOf(value)
    const symbol = pairName(id)
    const last = arrayAt(ticker, 'c')?.[0]
    const percent = percentChange(textAt(ticker, 'o'), typeof last === 'string' ? last : null)
    if (symbol !== null && percent !== null) changes.push({ symbol, percent })
  }
  return changes
}

/** The levels of a `/0/public/Depth` body, to be compared with the book; null for any other body. */
export function parseTopOfBook(text: string): TopOfBook | null {
  const result = objectAt(objectOf(parseBody(text)), 'result')
  const [book] = result === null ? [] : [...result.values()]
  const sides = objectOf(book)
  return parseTopOf(arrayAt(sides, 'bids'), arrayAt(sides, 'asks'), null)
}
