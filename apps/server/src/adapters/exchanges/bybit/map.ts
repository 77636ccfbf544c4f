import type { MarketKind } from '@makas/domain'
import type { ChannelSighting, Endpoint, ExchangeProtocol } from '../../../app/ports/market/exchange-reader.ts'
import { percentOf } from '../_shared/parse/daily-change.ts'
import { arrayAt, integerAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type DailyChangeText, parseBody, parseTopOf, type TopOfBook } from '../_shared/parse/rest-texts.ts'
import { readUrl } from '../_shared/talk/exchange-url.ts'
import { BybitReader } from './reader.ts'
import { isDated, isInverse, topicOf } from './wire.ts'

const DOMAINS = ['bybit.com', 'bytick.com']
const PREFIXES = ['bybit']
const TOPIC = /"topic"\s*:\s*"([^"]+)"/
const REST = /^\/v5\/(market\/.+|spot-margin-trade\/data)$/

function endpoint(url: URL): Endpoint | null {
  const read = readUrl(url, DOMAINS, PREFIXES)
  const market = read === null ? null : marketOf(read.path, url.searchParams)
  if (read === null || market === null) return null
  return { exchange: 'bybit', market, transport: read.transport, path: read.path, query: url.searchParams }
}

/** The market by the category in a socket's path or a REST query. */
function marketOf(path: string, query: URLSearchParams): MarketKind | null {
  if (path === '/v5/public/spot') return 'spot'
  if (path === '/v5/public/linear' || path === '/v5/public/inverse') return 'perp'
  if (!REST.test(path)) return null
  switch (query.get('category')) {
    case 'linear':
    case 'inverse':
      return 'perp'
    case 'spot':
    case null:
      return 'spot'
    default:
      return null
  }
}

function sightings(at: Endpoint, text: string): readonly ChannelSighting[] {
  const name = at.transport === 'ws' ? TOPIC.exec(text)?.[1] : undefined
  if (name === undefined) return []
  const { symbol, channel } = topicOf(name)
  return channel === null || isDated(symbol) ? [] : [{ market: at.market, symbol, channel }]
}

function choose(channels: ReadonlySet<string>): ReturnType<ExchangeProtocol['choose']> {
  const depths = [...channels].map((channel) => Number(/^orderbook\.(\d+)$/.exec(channel)?.[1] ?? 0))
  const depth = Math.max(0, ...depths)
  return depth === 0 ? null : { channel: `orderbook.${depth}`, depth, visibleDepth: depth, keepsTexts: false }
}

export const bybit: ExchangeProtocol = {
  exchange: 'bybit',
  endpoint,
  sightings,
  choose,
  // Linear quantities are in the base coin; a multiplier lives in the symbol.
  sizeUnit: (market, symbol) => (market === 'perp' && isInverse(symbol) ? 'inverse' : 'base'),
  reader: (sink) => new BybitReader(sink),
}

function requestText(op: string, channel: string, symbols: readonly string[], requestId: number): string {
  return JSON.stringify({ req_id: String(requestId), op, args: symbols.map((symbol) => `${channel}.${symbol}`) })
}

/** A request for at most 10 symbols (spot's limit); it is acknowledged once, by its id, and data may come before. */
export function subscribeText(channel: string, symbols: readonly string[], requestId: number): string {
  return requestText('subscribe', channel, symbols, requestId)
}

export function unsubscribeText(channel: string, symbols: readonly string[], requestId: number): string {
  return requestText('unsubscribe', channel, symbols, requestId)
}

export function pingText(requestId: number): string {
  return JSON.stringify({ req_id: String(requestId), op: 'ping' })
}

/** The exchange's clock in epoch ms from `/v5/market/time`; null for any other text. */
export function parseServerTime(text: string): number | null {
  return integerAt(objectOf(parseBody(text)), 'time')
}

/** Change over 24 h in percent, from `/v5/market/tickers`. */
export function parseDailyChanges(text: string): DailyChangeText[] {
  const changes: DailyChangeText[] = []
  for (const item of arrayAt(objectAt(objectOf(parseBody(text)), 'result'), 'list') ?? []) {
    const ticker = objectOf(item)
    const symbol = textAt(ticker, 'symbol')
    const percent = percentOf(textAt(ticker, 'price24hPcnt'))
    if (symbol !== null && percent !== null) changes.push({ symbol, percent })
  }
  return changes
}

const NEXT_CURSOR = /"nextPageCursor"\s*:\s*"([\w%.~-]+)"/

/**
 * The cursor of a list's next page, still percent-encoded; null on the last page. It searches the text, since lists are
 * long to parse.
 */
export function parseNextCursor(text: string): string | null {
  return NEXT_CURSOR.exec(text)?.[1] ?? null
}

/** The levels of a `/v5/market/orderbook` body, to be compared with the book; null for any other body. */
export function parseTopOfBook(text: string): TopOfBook | null {
  const book = objectAt(objectOf(parseBody(text)), 'result')
  return parseTopOf(arrayAt(book, 'b'), arrayAt(book, 'a'), integerAt(book, 'u'))
}
