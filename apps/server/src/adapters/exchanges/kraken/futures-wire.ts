import type { BookName } from '../_shared/parse/book-updater.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, sequenceAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { pushLevel, readLevels } from './wire.ts'

const CHANNEL = 'book'

/** The book that the product of a usual frame stands for. */
export function parseFuturesBookName(symbol: string): BookName {
  return { market: 'perp', symbol, channel: CHANNEL, otherName: '' }
}

/** Reads a parsed `book` or `book_snapshot` message into a frame; false when it is malformed. */
export function readFuturesBook(message: JsonObject, frame: DepthFrame): boolean {
  const symbol = textAt(message, 'product_id')
  const seq = sequenceAt(message, 'seq')
  const timestamp = integerAt(message, 'timestamp')
  frame.clear()
  if (symbol === null || symbol === '' || seq === null || seq < 0 || timestamp === null || timestamp < 0) return false
  frame.symbol = symbol
  frame.channel = CHANNEL
  frame.last = seq
  frame.eventTime = timestamp
  if (textAt(message, 'feed') === 'book_snapshot') {
    frame.snapshot = true
    return readLevels(message.get('bids'), frame.bids, true) && readLevels(message.get('asks'), frame.asks, true)
  }
  const side = textAt(message, 'side')
  if (side !== 'buy' && side !== 'sell') return false
  return pushLevel(side === 'buy' ? frame.bids : frame.asks, message.get('price'), message.get('qty'), true)
}
