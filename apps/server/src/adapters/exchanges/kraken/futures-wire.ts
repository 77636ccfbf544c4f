import { AsciiWords } from '../_shared/parse/ascii-words.ts'
import type { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, textAt } from '../_shared/parse/json-fields.ts'
import { type JsonObject, NumberText } from '../_shared/parse/json-text.ts'
import type { TextCache } from '../_shared/parse/text-cache.ts'
import { readLevels } from './wire.ts'

const BOOK_KEY = new AsciiWords('{"feed":"book","product_id":"')
const BUY_KEY = new AsciiWords('","side":"buy","seq":')
const SELL_KEY = new AsciiWords('","side":"sell","seq":')
const PRICE_KEY = new AsciiWords(',"price":')
const QTY_KEY = new AsciiWords(',"qty":')
const TIMESTAMP_KEY = new AsciiWords(',"timestamp":')
const BRACE = 0x7d

/** Scans a change of one level in the shape that the exchange sends. False declines. */
export function scanChange(cursor: ByteCursor, symbols: TextCache<string>, frame: DepthFrame): boolean {
  const symbol = cursor.take(BOOK_KEY) ? symbols.take(cursor) : null
  if (symbol === null || symbol === '') return false
  frame.clear()
  frame.symbol = symbol
  frame.channel = 'book'
  const side = cursor.take(BUY_KEY) ? frame.bids : frame.asks
  if (side === frame.asks && !cursor.take(SELL_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0 || !cursor.take(PRICE_KEY)) return false
  const price = cursor.decimal(true)
  if (price < 0) return false
  const priceDecimals = cursor.decimals
  if (!cursor.take(QTY_KEY)) return false
  const size = cursor.decimal(true)
  if (size < 0 || !side.push(price, priceDecimals, size, cursor.decimals, 0) || !cursor.take(TIMESTAMP_KEY))
    return false
  frame.eventTime = cursor.integer()
  return frame.eventTime >= 0 && cursor.takeByte(BRACE) && cursor.atEnd
}

/** Reads a parsed `book` or `book_snapshot` message into a frame; false when it is malformed. */
export function readFuturesBook(message: JsonObject, frame: DepthFrame): boolean {
  const symbol = textAt(message, 'product_id')
  const seq = integerAt(message, 'seq')
  const timestamp = integerAt(message, 'timestamp')
  frame.clear()
  if (symbol === null || symbol === '' || seq === null || seq < 0 || timestamp === null || timestamp < 0) return false
  frame.symbol = symbol
  frame.channel = 'book'
  frame.last = seq
  frame.eventTime = timestamp
  if (textAt(message, 'feed') === 'book_snapshot') {
    frame.snapshot = true
    return readLevels(message.get('bids'), frame.bids, true) && readLevels(message.get('asks'), frame.asks, true)
  }
  const side = textAt(message, 'side')
  const price = message.get('price')
  const size = message.get('qty')
  if ((side !== 'buy' && side !== 'sell') || !(price instanceof NumberText) || !(size instanceof NumberText))
    return false
  return (side === 'buy' ? frame.bids : frame.asks).pushTexts(price.text, size.text, true)
}
