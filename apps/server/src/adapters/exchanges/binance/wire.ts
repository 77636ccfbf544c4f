import { AsciiWords } from '../_shared/parse/ascii-words.ts'
import type { BookTopic } from '../_shared/parse/book-updater.ts'
import type { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { type LevelForm, readLevelTexts, scanLevelTexts } from '../_shared/parse/level-pairs.ts'
import type { TextCache } from '../_shared/parse/text-cache.ts'

/** A snapshot of a book over REST, whatever stands before it: another version of the API, or a gateway. */
export const REST_DEPTH = /\/depth$/

/** The book channels: changes (joined to a REST snapshot), and top-N books that are whole each time. */
type DepthChannel = 'depth' | 'depth5' | 'depth10' | 'depth20'
/** What a stream name (`btcusdt@depth20@100ms`) stands for; a null channel is none that carries a book. */
export type Stream = { readonly symbol: string; readonly channel: DepthChannel | null }
/** A stream with what its events begin with behind their times, and the book that it was found to lead to. */
export type Streaming<T> = BookTopic<T> & Stream & { readonly name: AsciiWords; readonly nameAndFirst: AsciiWords }

const STREAM = /^([^@]+)@depth(5|10|20)?(?:@\d+ms)?$/
/** `timeUnit=MICROSECOND` gives times that milliseconds reach only in the year 5138. */
const MICROSECONDS_FROM = 1e14

export function streamOf(name: string): Stream {
  const parts = STREAM.exec(name)
  const symbol = (parts?.[1] ?? name.split('@')[0] ?? '').toUpperCase()
  return { symbol, channel: parts === null ? null : (`depth${parts[2] ?? ''}` as DepthChannel) }
}

export function streaming<T>(text: string): Streaming<T> {
  const stream = streamOf(text)
  const name = `,"s":"${stream.symbol}"`
  return {
    ...stream,
    name: new AsciiWords(name),
    nameAndFirst: new AsciiWords(`${name},"U":`),
    // Only changes follow on anything: a whole book stands for itself.
    frameName: stream.channel === 'depth' ? text : '',
    otherName: stream.symbol,
    tracked: null,
  }
}

/** The diff stream of a symbol, for sockets whose frames name no stream. */
export function diffStreaming<T>(symbol: string): Streaming<T> {
  return { ...streaming<T>(`${symbol.toLowerCase()}@depth`), symbol, frameName: symbol, otherName: symbol }
}

function milliseconds(time: number): number {
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1_000) : time
}

const STREAM_KEY = new AsciiWords('{"stream":"')
const EVENT_KEY = new AsciiWords('","data":{"e":"depthUpdate","E":')
const DATA_KEY = new AsciiWords('","data":')
const BARE_KEY = new AsciiWords('{"e":"depthUpdate","E":')
const T_KEY = new AsciiWords(',"T":')
const SYMBOL_KEY = new AsciiWords(',"s":"')
const QUOTE_FIRST_KEY = new AsciiWords('","U":')
const FIRST_KEY = new AsciiWords(',"U":')
const PAIR_KEY = new AsciiWords(',"ps":"')
const QUOTE_PAIR_KEY = new AsciiWords('","ps":"')
const TYPE_KEY = new AsciiWords('","st":')
const LAST_KEY = new AsciiWords(',"u":')
const PREVIOUS_KEY = new AsciiWords(',"pu":')
const B_KEY = new AsciiWords(',"b":')
const A_KEY = new AsciiWords(',"a":')
const SNAPSHOT_KEY = new AsciiWords('{"lastUpdateId":')
const E_KEY = new AsciiWords(',"E":')
const BIDS_KEY = new AsciiWords(',"bids":')
const ASKS_KEY = new AsciiWords(',"asks":')
const BRACE = 0x7d
const LEVELS: LevelForm = { trims: true, isPadded: true, dead: 0 }

/**
 * Scans a combined-stream depth frame in the shape that the exchange sends; its stream. Null declines: the general
 * parser decides. The symbol in the payload must be the stream's.
 */
export function scanDepth<T>(
  cursor: ByteCursor,
  streams: TextCache<Streaming<T>>,
  frame: DepthFrame,
): Streaming<T> | null {
  const stream = cursor.take(STREAM_KEY) ? streams.take(cursor) : null
  if (stream === null) return null
  const { symbol, channel } = stream
  if (channel === null || symbol === '') return null
  frame.clear()
  frame.symbol = symbol
  frame.channel = channel
  frame.snapshot = channel !== 'depth'
  frame.scaleTo(stream.tracked?.slot)
  const isScanned = cursor.take(EVENT_KEY)
    ? scanEvent(cursor, stream, frame)
    : frame.snapshot && cursor.take(DATA_KEY) && scanSnapshot(cursor, frame)
  return isScanned && cursor.takeByte(BRACE) && cursor.atEnd ? stream : null
}

/**
 * Scans the event of a diff as a socket sends it that names streams only in its requests; the diff stream of its symbol.
 * Null declines.
 */
export function scanBareDepth<T>(
  cursor: ByteCursor,
  symbols: TextCache<Streaming<T>>,
  frame: DepthFrame,
): Streaming<T> | null {
  if (!cursor.take(BARE_KEY)) return null
  const eventTime = scanTimes(cursor)
  const stream = eventTime >= 0 && cursor.take(SYMBOL_KEY) ? symbols.take(cursor) : null
  if (stream === null || stream.symbol === '') return null
  frame.clear()
  frame.symbol = stream.symbol
  frame.channel = 'depth'
  frame.snapshot = false
  frame.scaleTo(stream.tracked?.slot)
  frame.eventTime = eventTime
  if (!cursor.take(QUOTE_FIRST_KEY) && !(cursor.take(QUOTE_PAIR_KEY) && skipPair(cursor))) return null
  return scanChanges(cursor, frame) && cursor.atEnd ? stream : null
}

/** The event of a diff, and on USDT-M that of a partial book too. */
function scanEvent<T>(cursor: ByteCursor, stream: Streaming<T>, frame: DepthFrame): boolean {
  frame.eventTime = scanTimes(cursor)
  if (frame.eventTime < 0) return false
  if (!cursor.take(stream.nameAndFirst)) {
    if (!cursor.take(stream.name) || !cursor.take(PAIR_KEY) || !skipPair(cursor)) return false
  }
  return scanChanges(cursor, frame)
}

/** The event time in ms behind its key, and USDT-M's time of the transaction; -1 declines. */
function scanTimes(cursor: ByteCursor): number {
  const eventTime = cursor.integer()
  if (eventTime < 0 || (cursor.take(T_KEY) && cursor.integer() < 0)) return -1
  return milliseconds(eventTime)
}

/** The update ids behind the first one's key, and both sides, up to the end of the event. */
function scanChanges(cursor: ByteCursor, frame: DepthFrame): boolean {
  frame.first = cursor.integer()
  if (frame.first < 0 || !cursor.take(LAST_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < frame.first) return false
  if (cursor.take(PREVIOUS_KEY)) {
    frame.previous = cursor.integer()
    if (frame.previous < 0) return false
  } else if (frame.snapshot) return false
  if (!cursor.take(B_KEY) || !scanLevelTexts(cursor, frame.bids, LEVELS)) return false
  return cursor.take(A_KEY) && scanLevelTexts(cursor, frame.asks, LEVELS) && cursor.takeByte(BRACE)
}

/** What USDT-M names of a pair since 2026, behind its key, up to the first update's key. */
function skipPair(cursor: ByteCursor): boolean {
  return cursor.skipText() && cursor.take(TYPE_KEY) && cursor.integer() >= 0 && cursor.take(FIRST_KEY)
}

/** A spot partial book, with neither symbol nor event time, or a REST book. */
function scanSnapshot(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (!cursor.take(SNAPSHOT_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0) return false
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, LEVELS)) return false
  return cursor.take(ASKS_KEY) && scanLevelTexts(cursor, frame.asks, LEVELS) && cursor.takeByte(BRACE)
}

/** Scans a REST depth body; the request names the symbol. */
export function scanRestDepth(cursor: ByteCursor, symbol: string, frame: DepthFrame): boolean {
  frame.clear()
  frame.symbol = symbol
  frame.channel = 'depth'
  frame.snapshot = true
  if (!cursor.take(SNAPSHOT_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0) return false
  if (cursor.take(E_KEY) && (cursor.integer() < 0 || !cursor.take(T_KEY) || cursor.integer() < 0)) return false
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, LEVELS)) return false
  if (!cursor.take(ASKS_KEY) || !scanLevelTexts(cursor, frame.asks, LEVELS)) return false
  return cursor.takeByte(BRACE) && cursor.atEnd
}

/** What a parsed stream message turned out to be. */
export type DepthReading =
  | { readonly kind: 'book' }
  | { readonly kind: 'malformed'; readonly symbol: string; readonly channel: string }
  /** Well formed and no book: another stream or a control message. */
  | { readonly kind: 'other' }

/**
 * Reads a parsed stream message into a frame, accepting whatever order and spacing JSON allows. `named` is the stream
 * that the url names, for sockets that send bare payloads.
 */
export function readDepth(message: Json, named: Stream | null, frame: DepthFrame): DepthReading {
  const outer = objectOf(message)
  const stream = textAt(outer, 'stream')
  const payload = stream === null ? outer : objectAt(outer, 'data')
  const event = textAt(payload, 'e')
  const known = stream === null ? named : streamOf(stream)
  const symbol = known?.symbol ?? textAt(payload, 's') ?? ''
  const channel = known === null ? (event === 'depthUpdate' ? 'depth' : null) : known.channel
  if (channel === null) return { kind: 'other' }
  const isControl = stream === null && event === null && payload?.has('lastUpdateId') !== true
  if (isControl || (event !== null && event !== 'depthUpdate' && stream === null)) return { kind: 'other' }
  frame.clear()
  frame.symbol = symbol
  frame.channel = channel
  frame.snapshot = channel !== 'depth'
  const isRead = event === null ? readPartial(payload, frame) : event === 'depthUpdate' && readEvent(payload, frame)
  return isRead && symbol !== '' ? { kind: 'book' } : { kind: 'malformed', symbol, channel }
}

function readEvent(payload: JsonObject | null, frame: DepthFrame): boolean {
  const eventTime = integerAt(payload, 'E')
  const first = integerAt(payload, 'U')
  const last = integerAt(payload, 'u')
  const previous = payload?.has('pu') === true ? integerAt(payload, 'pu') : Number.NaN
  if (eventTime === null || first === null || last === null || previous === null) return false
  if (eventTime < 0 || first < 0 || last < first || previous < 0) return false
  if (frame.snapshot && Number.isNaN(previous)) return false
  if (textAt(payload, 's') !== frame.symbol) return false
  frame.eventTime = milliseconds(eventTime)
  frame.first = first
  frame.last = last
  frame.previous = previous
  return (
    readLevelTexts(payload?.get('b'), frame.bids, true, 2) && readLevelTexts(payload?.get('a'), frame.asks, true, 2)
  )
}

function readPartial(payload: JsonObject | null, frame: DepthFrame): boolean {
  return frame.snapshot && readSnapshot(payload, frame)
}

function readSnapshot(payload: JsonObject | null, frame: DepthFrame): boolean {
  const last = integerAt(payload, 'lastUpdateId')
  if (last === null || last < 0) return false
  frame.last = last
  return (
    readLevelTexts(payload?.get('bids'), frame.bids, true, 2) &&
    readLevelTexts(payload?.get('asks'), frame.asks, true, 2)
  )
}

/** Reads a parsed REST depth body; false when it is none. */
export function readRestDepth(body: Json, symbol: string, frame: DepthFrame): boolean {
  frame.clear()
  frame.symbol = symbol
  frame.channel = 'depth'
  frame.snapshot = true
  return readSnapshot(objectOf(body), frame)
}
