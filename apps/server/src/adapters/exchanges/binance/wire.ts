import { ascii, type ByteCursor } from '../_shared/byte-cursor.ts'
import type { DepthFrame } from '../_shared/depth-frame.ts'
import { integerAt, objectAt, objectOf, textAt } from '../_shared/json-fields.ts'
import type { Json, JsonObject } from '../_shared/json-text.ts'
import { readLevelTexts, scanLevelTexts } from '../_shared/level-pairs.ts'
import type { TextCache } from '../_shared/text-cache.ts'

/** The book channels: changes (joined to a REST snapshot), and top-N books that are whole each time. */
type DepthChannel = 'depth' | 'depth5' | 'depth10' | 'depth20'
/** What a stream name (`btcusdt@depth20@100ms`) stands for; a null channel is none that carries a book. */
export type Stream = { readonly symbol: string; readonly channel: DepthChannel | null }

const STREAM = /^([^@]+)@depth(5|10|20)?(?:@\d+ms)?$/
/** `timeUnit=MICROSECOND` gives times that milliseconds reach only in the year 5138. */
const MICROSECONDS_FROM = 1e14

export function streamOf(name: string): Stream {
  const parts = STREAM.exec(name)
  const symbol = (parts?.[1] ?? name.split('@')[0] ?? '').toUpperCase()
  return { symbol, channel: parts === null ? null : (`depth${parts[2] ?? ''}` as DepthChannel) }
}

function milliseconds(time: number): number {
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1_000) : time
}

const STREAM_KEY = ascii('{"stream":"')
const DATA_KEY = ascii('","data":')
const EVENT_KEY = ascii('{"e":"depthUpdate","E":')
const T_KEY = ascii(',"T":')
const S_KEY = ascii(',"s":"')
const FIRST_KEY = ascii(',"U":')
const PAIR_KEY = ascii(',"ps":"')
const TYPE_KEY = ascii('","st":')
const LAST_KEY = ascii(',"u":')
const PREVIOUS_KEY = ascii(',"pu":')
const B_KEY = ascii(',"b":')
const A_KEY = ascii(',"a":')
const SNAPSHOT_KEY = ascii('{"lastUpdateId":')
const E_KEY = ascii(',"E":')
const BIDS_KEY = ascii(',"bids":')
const ASKS_KEY = ascii(',"asks":')
const BRACE = 0x7d

/**
 * Scans a combined-stream depth frame in the shape that the exchange sends. False declines: the general parser
 * decides. The symbol in the payload must be the stream's.
 */
export function scanDepth(cursor: ByteCursor, streams: TextCache<Stream>, frame: DepthFrame): boolean {
  if (!cursor.take(STREAM_KEY)) return false
  const start = cursor.at
  const end = cursor.plainTextEnd()
  if (end < 0) return false
  cursor.at = end
  if (!cursor.take(DATA_KEY)) return false
  const { symbol, channel } = streams.get(cursor.bytes, start, end)
  if (channel === null || symbol === '') return false
  frame.clear()
  frame.symbol = symbol
  frame.channel = channel
  frame.snapshot = channel !== 'depth'
  const isScanned = cursor.take(EVENT_KEY) ? scanEvent(cursor, symbol, frame) : scanPartial(cursor, channel, frame)
  return isScanned && cursor.takeByte(BRACE) && cursor.atEnd
}

/** The event of a diff, and on USDT-M that of a partial book too. */
function scanEvent(cursor: ByteCursor, symbol: string, frame: DepthFrame): boolean {
  const eventTime = cursor.integer()
  if (eventTime < 0) return false
  frame.eventTime = milliseconds(eventTime)
  if (cursor.take(T_KEY) && cursor.integer() < 0) return false
  if (!cursor.take(S_KEY) || !cursor.takeText(symbol)) return false
  if (cursor.take(PAIR_KEY)) {
    const end = cursor.plainTextEnd()
    if (end < 0) return false
    cursor.at = end
    if (!cursor.take(TYPE_KEY) || cursor.integer() < 0) return false
  }
  if (!cursor.take(FIRST_KEY)) return false
  frame.first = cursor.integer()
  if (frame.first < 0 || !cursor.take(LAST_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < frame.first) return false
  if (cursor.take(PREVIOUS_KEY)) {
    frame.previous = cursor.integer()
    if (frame.previous < 0) return false
  } else if (frame.snapshot) return false
  if (!cursor.take(B_KEY) || !scanLevelTexts(cursor, frame.bids, true, 0)) return false
  return cursor.take(A_KEY) && scanLevelTexts(cursor, frame.asks, true, 0) && cursor.takeByte(BRACE)
}

/** A spot partial book: no symbol, no event time. */
function scanPartial(cursor: ByteCursor, channel: DepthChannel, frame: DepthFrame): boolean {
  return channel !== 'depth' && scanSnapshot(cursor, frame)
}

function scanSnapshot(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (!cursor.take(SNAPSHOT_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0) return false
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, true, 0)) return false
  return cursor.take(ASKS_KEY) && scanLevelTexts(cursor, frame.asks, true, 0) && cursor.takeByte(BRACE)
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
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, true, 0)) return false
  if (!cursor.take(ASKS_KEY) || !scanLevelTexts(cursor, frame.asks, true, 0)) return false
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
