import { EXACT_DIGITS, scannedLevels, scannedTo, scanObjects } from '@makas/domain'
import { AsciiWords } from '../_shared/parse/ascii-words.ts'
import type { BookTopic } from '../_shared/parse/book-updater.ts'
import type { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import { DepthFrame, type FrameSide, textOf } from '../_shared/parse/depth-frame.ts'
import { arrayAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type Json, type JsonObject, NumberText } from '../_shared/parse/json-text.ts'
import type { TextCache } from '../_shared/parse/text-cache.ts'
import { parseIsoTime, scanIsoTime } from './iso-time.ts'

const MAX_CHECKSUM = 0xffffffff
const UPDATE_KEY = new AsciiWords('{"channel":"book","type":"update","data":[{"symbol":"')
const SNAPSHOT_KEY = new AsciiWords('{"channel":"book","type":"snapshot","data":[{"symbol":"')
const BIDS_KEY = new AsciiWords('","bids":[')
const ASKS_KEY = new AsciiWords(',"asks":[')
const PRICE_KEY = new AsciiWords('{"price":')
const QTY_KEY = new AsciiWords(',"qty":')
const CHECKSUM_KEY = new AsciiWords(',"checksum":')
const TIMESTAMP_KEY = new AsciiWords(',"timestamp":"')
const END = new AsciiWords('"}]}')
const COMMA = 0x2c
const BRACE = 0x7d
const CLOSE = 0x5d

/** A symbol with the book that it was found to lead to. */
export type SymbolTopic<T> = BookTopic<T> & { readonly symbol: string }

/** Scans a v2 book frame of one symbol in the shape that the exchange sends; its symbol. Null declines. */
export function scanBook<T>(
  cursor: ByteCursor,
  symbols: TextCache<SymbolTopic<T>>,
  frame: DepthFrame,
): SymbolTopic<T> | null {
  const isUpdate = cursor.take(UPDATE_KEY)
  const topic = isUpdate || cursor.take(SNAPSHOT_KEY) ? symbols.take(cursor) : null
  if (topic === null || topic.symbol === '') return null
  frame.clear()
  frame.snapshot = !isUpdate
  frame.symbol = topic.symbol
  frame.channel = 'book'
  frame.scaleTo(topic.tracked?.slot)
  return scanData(cursor, frame) ? topic : null
}

function scanData(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (!cursor.take(BIDS_KEY) || !scanLevels(cursor, frame.bids)) return false
  if (!cursor.take(ASKS_KEY) || !scanLevels(cursor, frame.asks)) return false
  if (!cursor.take(CHECKSUM_KEY)) return false
  frame.checksum = cursor.integer()
  if (frame.checksum < 0 || frame.checksum > MAX_CHECKSUM || !cursor.take(TIMESTAMP_KEY)) return false
  frame.eventTime = scanIsoTime(cursor)
  return frame.eventTime >= 0 && cursor.take(END) && cursor.atEnd
}

/** Levels behind the opening bracket, the closing one included. Numbers keep their zeros: a checksum is over them. */
function scanLevels(cursor: ByteCursor, side: FrameSide): boolean {
  if (cursor.takeByte(CLOSE)) return true
  do {
    if (side.list !== null && scanUsual(cursor, side, side.list)) return true
    if (!cursor.take(PRICE_KEY)) return false
    const price = cursor.decimal(false)
    if (price < 0) return false
    const priceDecimals = cursor.decimals
    if (!cursor.take(QTY_KEY)) return false
    const size = cursor.decimal(false)
    const { decimals } = cursor
    if (size < 0 || !side.push(price, priceDecimals, size, decimals, textOf(priceDecimals, decimals))) return false
    if (side.isTooLong) return false
    if (!cursor.takeByte(BRACE)) return false
  } while (cursor.takeByte(COMMA))
  return cursor.takeByte(CLOSE)
}

/** Scans levels as long as they are of the usual kind; true behind the last one, with its bracket. */
function scanUsual(cursor: ByteCursor, side: FrameSide, list: number): boolean {
  const { priceDecimals, sizeDecimals } = side
  if (Math.max(priceDecimals, sizeDecimals) > EXACT_DIGITS) return false
  const hasEnded = scanObjects(cursor.at, list, side.count, priceDecimals, sizeDecimals)
  cursor.at = scannedTo()
  side.count = scannedLevels()
  return hasEnded === 1
}

/** Frames of a parsed v2 book message, `null` when one of them is malformed: then none of them counts. */
export function readBooks(message: JsonObject): readonly DepthFrame[] | null {
  const type = textAt(message, 'type')
  const data = arrayAt(message, 'data')
  if ((type !== 'snapshot' && type !== 'update') || data === null || data.length === 0) return null
  const frames: DepthFrame[] = []
  for (const item of data) {
    const frame = new DepthFrame()
    frame.snapshot = type === 'snapshot'
    frame.channel = 'book'
    if (!readBook(objectOf(item), frame)) return null
    frames.push(frame)
  }
  return frames
}

function readBook(book: JsonObject | null, frame: DepthFrame): boolean {
  const symbol = textAt(book, 'symbol')
  const checksum = integerAt(book, 'checksum')
  const timestamp = textAt(book, 'timestamp')
  if (symbol === null || symbol === '' || checksum === null || timestamp === null) return false
  frame.symbol = symbol
  frame.checksum = checksum
  frame.eventTime = parseIsoTime(timestamp)
  if (checksum < 0 || checksum > MAX_CHECKSUM || frame.eventTime < 0) return false
  return readLevels(book?.get('bids'), frame.bids, false) && readLevels(book?.get('asks'), frame.asks, false)
}

/** Levels `{"price": number, "qty": number}`; false when one is anything else. */
export function readLevels(list: Json | undefined, side: FrameSide, trims: boolean): boolean {
  if (!Array.isArray(list)) return false
  for (const item of list) {
    const level = objectOf(item)
    const price = level?.get('price')
    const size = level?.get('qty')
    if (!(price instanceof NumberText) || !(size instanceof NumberText)) return false
    if (!side.pushTexts(price.text, size.text, trims)) return false
  }
  return true
}
