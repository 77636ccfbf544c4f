import { decimalText, parseDecimal } from '@makas/domain'
import type { BookName } from '../_shared/parse/book-updater.ts'
import { DepthFrame, type FrameSide } from '../_shared/parse/depth-frame.ts'
import { arrayAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { type Json, type JsonObject, NumberText } from '../_shared/parse/json-text.ts'
import { parseIsoTime } from './iso-time.ts'

const MAX_CHECKSUM = 0xffffffff
const CHANNEL = 'book'

/** The spot book that the symbol of a usual frame stands for. */
export function parseBookName(symbol: string): BookName {
  return { market: 'spot', symbol, channel: CHANNEL, otherName: '' }
}

/** Frames of a parsed v2 book message; null when any of them is malformed. */
export function readBooks(message: JsonObject): readonly DepthFrame[] | null {
  const type = textAt(message, 'type')
  const data = arrayAt(message, 'data')
  if ((type !== 'snapshot' && type !== 'update') || data === null || data.length === 0) return null
  const frames: DepthFrame[] = []
  for (const item of data) {
    const frame = new DepthFrame()
    frame.snapshot = type === 'snapshot'
    frame.channel = CHANNEL
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

/**
 * Reads levels `{"price": number, "qty": number}` into a side; false when a level has another form. `trims`: levels of
 * perpetuals, which have no checksum over their texts.
 */
export function readLevels(list: Json | undefined, side: FrameSide, trims: boolean): boolean {
  if (!Array.isArray(list)) return false
  for (const item of list) {
    const level = objectOf(item)
    const price = level?.get('price')
    const size = level?.get('qty')
    if (!pushLevel(side, price, size, trims)) return false
  }
  return true
}

/** Adds a level of two numbers to a side; false for anything else. */
export function pushLevel(side: FrameSide, price: Json | undefined, size: Json | undefined, trims: boolean): boolean {
  if (!(price instanceof NumberText) || !(size instanceof NumberText)) return false
  return side.pushTexts(trims ? plain(price.text) : price.text, trims ? plain(size.text) : size.text, trims)
}

/** The text without an exponent, in which perpetuals' small prices may be written (5.494e-6). */
function plain(text: string): string {
  const decimal = /e/i.test(text) ? parseDecimal(text) : null
  return decimal === null ? text : decimalText(decimal)
}
