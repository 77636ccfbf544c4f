import type { ChannelSighting, Endpoint, ExchangeProtocol } from '../../../app/ports/market/exchange-reader.ts'
import { percentChange } from '../_shared/parse/daily-change.ts'
import { arrayAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type DailyChangeText, parseBody, parseTopOf, type TopOfBook } from '../_shared/parse/rest-texts.ts'
import { readUrl } from '../_shared/talk/exchange-url.ts'
import { OkxReader } from './reader.ts'
import { CHANGE_CHANNELS, isBookChannel, marketOf, WHOLE_CHANNELS } from './wire.ts'

const DOMAINS = ['okx.com', 'okex.com']
const PREFIXES = ['okx']
const PATHS = /^\/(ws\/v5\/public|api\/v5\/(public|market|system)\/.+)$/
const CHANNEL = /"channel"\s*:\s*"([^"]+)"/
const INSTRUMENT = /"instId"\s*:\s*"([^"]+)"/
const DATA = /"data"\s*:/
const DEPTHS: Readonly<Record<string, number>> = {
  books: 400,
  'books-l2-tbt': 400,
  'books50-l2-tbt': 50,
  books5: 5,
  'bbo-tbt': 1,
}

/** The market of a socket is `spot`: one carries both, and the instrument's name tells which. */
function endpoint(url: URL): Endpoint | null {
  const read = readUrl(url, DOMAINS, PREFIXES)
  if (read === null || !PATHS.test(read.path)) return null
  const market = url.searchParams.get('instType') === 'SWAP' ? 'perp' : 'spot'
  return { exchange: 'okx', market, transport: read.transport, path: read.path, query: url.searchParams }
}

function sightings(at: Endpoint, text: string): readonly ChannelSighting[] {
  if (at.transport === 'rest' || !DATA.test(text)) return []
  const head = text.slice(0, 256)
  const channel = CHANNEL.exec(head)?.[1]
  const symbol = INSTRUMENT.exec(head)?.[1]
  const market = symbol === undefined ? null : marketOf(symbol)
  if (channel === undefined || symbol === undefined || market === null || !isBookChannel(channel)) return []
  return [{ market, symbol, channel }]
}

function choose(channels: ReadonlySet<string>): ReturnType<ExchangeProtocol['choose']> {
  const channel = [...CHANGE_CHANNELS, ...WHOLE_CHANNELS].find((candidate) => channels.has(candidate))
  const depth = channel === undefined ? undefined : DEPTHS[channel]
  if (channel === undefined || depth === undefined) return null
  // In recordings from before June 2026 channels with changes carry a checksum over the texts.
  return { channel, depth, visibleDepth: depth, keepsTexts: depth > 5 }
}

export const okx: ExchangeProtocol = {
  exchange: 'okx',
  endpoint,
  sightings,
  choose,
  sizeUnit(market, symbol) {
    if (market === 'spot') return 'base'
    // Quoted in USD means margined in the base asset: `BTC-USD-SWAP` is inverse.
    return symbol.endsWith('-USD-SWAP') ? 'inverse' : 'contracts'
  },
  reader: (sink) => new OkxReader(sink),
}

function requestText(op: string, channels: readonly string[], symbols: readonly string[], requestId: number): string {
  const args = symbols.flatMap((instId) => channels.map((channel) => ({ channel, instId })))
  return JSON.stringify({ id: String(requestId), op, args })
}

/** A request for channels of symbols: one operation (of 480 an hour); each arg is acknowledged separately. */
export function subscribeText(channels: readonly string[], symbols: readonly string[], requestId: number): string {
  return requestText('subscribe', channels, symbols, requestId)
}

export function unsubscribeText(channels: readonly string[], symbols: readonly string[], requestId: number): string {
  return requestText('unsubscribe', channels, symbols, requestId)
}

/** The keep-alive is a bare word, no JSON; the answer is `pong`. */
export function pingText(): string {
  return 'ping'
}

/** The exchange's clock in epoch ms from `/api/v5/public/time`; null for any other text. */
export function parseServerTime(text: string): number | null {
  const time = textAt(objectOf(arrayAt(objectOf(parseBody(text)), 'data')?.[0]), 'ts')
  return time !== null && /^\d{1,15}$/.test(time) ? Number(time) : null
}

/** Change over 24 h in percent, from `/api/v5/market/tickers`. */
export function parseDailyChanges(text: string): DailyChangeText[] {
  const changes: DailyChangeText[] = []
  for (const item of arrayAt(objectOf(parseBody(text)), 'data') ?? []) {
    const ticker = objectOf(item)
    const symbol = textAt(ticker, 'instId')
    const percent = percentChange(textAt(ticker, 'open24h'), textAt(ticker, 'last'))
    if (symbol !== null && percent !== null) changes.push({ symbol, percent })
  }
  return changes
}

/** The levels of a `/api/v5/market/books` body, to be compared with the book; null for any other body. */
export function parseTopOfBook(text: string): TopOfBook | null {
  const book = objectOf(arrayAt(objectOf(parseBody(text)), 'data')?.[0])
  return parseTopOf(arrayAt(book, 'bids'), arrayAt(book, 'asks'), integerAt(book, 'seqId'))
}
