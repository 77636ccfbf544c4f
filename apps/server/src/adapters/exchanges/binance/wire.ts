import type { MarketKind } from '@makas/domain'
import type { BookName } from '../_shared/parse/book-updater.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, objectAt, objectOf, sequenceAt, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { readLevelTexts } from '../_shared/parse/level-pairs.ts'

/** A dated contract (`BTCUSDT_260925`) is no perpetual. */
export const isDatedSymbol = (symbol: string): boolean => /_\d/.test(symbol)

/** The path of a REST book; any prefix, since API versions and gateways differ. */
export const REST_DEPTH = /\/depth$/

/** The book channels: changes (synchronised with a REST snapshot), and top-N books that are whole each time. */
type DepthChannel = 'depth' | 'depth5' | 'depth10' | 'depth20'
/** A stream's name (`btcusdt@depth20@100ms`) read; a null channel carries no book. */
export type Stream = { readonly symbol: string; readonly channel: DepthChannel | null }
const LAST_UPDATE = /^\{"lastUpdateId":(\d{1,15}),/
const STREAM = /^([^@]+)@depth(5|10|20)?(?:@\d+ms)?$/
/** Times from here on are in microseconds (`timeUnit=MICROSECOND`): in milliseconds it is the year 5138. */
const MICROSECONDS_FROM = 1e14

export function streamOf(name: string): Stream {
  const parts = STREAM.exec(name)
  const symbol = (parts?.[1] ?? name.split('@')[0] ?? '').toUpperCase()
  return { symbol, channel: parts === null ? null : (`depth${parts[2] ?? ''}` as DepthChannel) }
}

/** Prefix of a REST book's name in the symbol table: no text in a frame has it. */
const REST_MARK = '"'

/** The name of a REST book in the symbol table, since its body has no symbol. */
export const restName = (symbol: string): string => `${REST_MARK}${symbol}`

/**
 * The book that the name in a usual frame stands for: the name is a stream's, or a symbol on sockets without streams'
 * names (`isBare`). Null where no stream of changes makes the book.
 */
export function parseBookName(market: MarketKind, name: string, isBare: boolean): BookName | null {
  if (name.startsWith(REST_MARK)) return { market, symbol: name.slice(1), channel: 'depth', otherName: '' }
  const { symbol, channel } = isBare ? ({ symbol: name, channel: 'depth' } as const) : streamOf(name)
  return channel === 'depth' ? { market, symbol, channel, otherName: symbol } : null
}

/** `lastUpdateId` at the beginning of a REST book; null for any other beginning. */
export function lastUpdateIn(body: Uint8Array): number | null {
  const id = LAST_UPDATE.exec(String.fromCharCode(...body.subarray(0, 40)))?.[1]
  return id === undefined ? null : Number(id)
}

function milliseconds(time: number): number {
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1_000) : time
}

/** Kind of a parsed stream message. */
export type DepthReading =
  | { readonly kind: 'book' }
  | { readonly kind: 'malformed'; readonly symbol: string; readonly channel: string }
  /** Well formed, but no book: another stream or a control message. */
  | { readonly kind: 'other' }

/**
 * Reads a parsed stream message into a frame, in any order and spacing that JSON allows. `named` is the stream
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
  const first = sequenceAt(payload, 'U')
  const last = sequenceAt(payload, 'u')
  const previous = payload?.has('pu') === true ? sequenceAt(payload, 'pu') : Number.NaN
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
  const last = sequenceAt(payload, 'lastUpdateId')
  if (last === null || last < 0) return false
  frame.last = last
  return (
    readLevelTexts(payload?.get('bids'), frame.bids, true, 2) &&
    readLevelTexts(payload?.get('asks'), frame.asks, true, 2)
  )
}

/** Reads a parsed REST depth body; false for any other body. */
export function readRestDepth(body: Json, symbol: string, frame: DepthFrame): boolean {
  frame.clear()
  frame.symbol = symbol
  frame.channel = 'depth'
  frame.snapshot = true
  return readSnapshot(objectOf(body), frame)
}
