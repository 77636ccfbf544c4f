import type { MarketKind } from '@makas/domain'
import type { BookName } from '../_shared/parse/book-updater.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { arrayAt, integerAt, objectAt, objectOf, sequenceAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { readLevelTexts } from '../_shared/parse/level-pairs.ts'

/** Channels with a snapshot and changes, deepest first; then channels whose every frame is a whole book. */
export const CHANGE_CHANNELS = ['books', 'books-l2-tbt', 'books50-l2-tbt'] as const
export const WHOLE_CHANNELS = ['books5', 'bbo-tbt'] as const
/** Channels of marks and funding rates; each push is whole. */
export const FACT_CHANNELS = ['mark-price', 'funding-rate'] as const
const BOOK_CHANNELS = new Set<string>([...CHANGE_CHANNELS, ...WHOLE_CHANNELS])
const WHOLE = new Set<string>(WHOLE_CHANNELS)
const FACTS = new Set<string>(FACT_CHANNELS)

/** An `arg` read; a null market is an instrument that we do not read. */
export type Topic = { readonly channel: string; readonly symbol: string; readonly market: MarketKind | null }
/** Spot (`BTC-USDT`) or perpetual swap (`BTC-USDT-SWAP`); null for dated futures, options and the like. */
export function marketOf(instId: string): MarketKind | null {
  const parts = instId.split('-')
  if (parts.length === 2 && parts.every((part) => part !== '')) return 'spot'
  return parts.length === 3 && parts[2] === 'SWAP' ? 'perp' : null
}

/** The text between channel and instrument in a usual frame's `arg`. */
const BETWEEN_NAMES = '","instId":"'

/** The book of a usual frame's channel and instrument; null where the channel makes no book by changes. */
export function parseBookName(name: string): BookName | null {
  const [channel = '', symbol = ''] = name.split(BETWEEN_NAMES)
  const market = marketOf(symbol)
  const hasChanges = BOOK_CHANNELS.has(channel) && !WHOLE.has(channel)
  return hasChanges && market !== null ? { market, symbol, channel, otherName: '' } : null
}

/** Number of a level's fields after price and size: an unused one and the number of orders. */
export const UNUSED_FIELDS = 2

/** A book with changes has both ids, or none in old recordings. `prevSeqId` is -1 on a snapshot. */
function isConsistent(frame: DepthFrame, isWhole: boolean): boolean {
  if (!Number.isNaN(frame.previous) && frame.previous < -1) return false
  return isWhole || Number.isNaN(frame.last) === Number.isNaN(frame.previous)
}

/** The topic of a parsed push (`arg` and `data`); null for any other message. */
export function pushTopic(message: JsonObject): Topic | null {
  const arg = objectAt(message, 'arg')
  const channel = textAt(arg, 'channel')
  if (channel === null || !message.has('data')) return null
  const symbol = textAt(arg, 'instId') ?? ''
  return { channel, symbol, market: marketOf(symbol) }
}

export function isBookChannel(channel: string): boolean {
  return BOOK_CHANNELS.has(channel)
}

export function isFactChannel(channel: string): boolean {
  return FACTS.has(channel)
}

/** Reads a parsed book push into a frame; false when it is malformed. */
export function readBook(message: JsonObject, topic: Topic, frame: DepthFrame): boolean {
  const data = arrayAt(message, 'data')
  const book = objectOf(data?.[0])
  const action = message.has('action') ? textAt(message, 'action') : 'none'
  const isWhole = WHOLE.has(topic.channel)
  if (topic.market === null || data?.length !== 1 || book === null) return false
  if (isWhole ? action !== 'none' : action !== 'snapshot' && action !== 'update') return false
  if (book.has('instId') && textAt(book, 'instId') !== topic.symbol) return false
  const eventTime = /^\d{1,15}$/.exec(textAt(book, 'ts') ?? '')
  const checksum = optional(book, 'checksum', integerAt)
  const last = optional(book, 'seqId', sequenceAt)
  const previous = optional(book, 'prevSeqId', sequenceAt)
  if (eventTime === null || checksum === null || last === null || previous === null || last < 0) return false
  frame.clear()
  frame.market = topic.market
  frame.channel = topic.channel
  frame.symbol = topic.symbol
  frame.snapshot = isWhole || action === 'snapshot'
  frame.eventTime = Number(eventTime[0])
  frame.checksum = checksum
  frame.last = last
  frame.previous = previous
  const length = 2 + UNUSED_FIELDS
  if (!readLevelTexts(book.get('asks'), frame.asks, false, length)) return false
  return readLevelTexts(book.get('bids'), frame.bids, false, length) && isConsistent(frame, isWhole)
}

/** What `read` finds under a key: null where that is no integer; NaN where the key is absent. */
function optional(object: JsonObject, key: string, read: typeof integerAt): number | null {
  return object.has(key) ? read(object, key) : Number.NaN
}
