import type { MarketKind } from '@makas/domain'
import { AsciiWords } from '../_shared/parse/ascii-words.ts'
import type { BookTopic } from '../_shared/parse/book-updater.ts'
import type { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { arrayAt, integerAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { type LevelForm, readLevelTexts, scanLevelTexts } from '../_shared/parse/level-pairs.ts'
import { TextCache } from '../_shared/parse/text-cache.ts'

/** Channels with a snapshot and changes, deepest first, and those whose every frame is a whole book. */
export const CHANGE_CHANNELS = ['books', 'books-l2-tbt', 'books50-l2-tbt'] as const
export const WHOLE_CHANNELS = ['books5', 'bbo-tbt'] as const
/** What perpetuals have beside their books; each push is whole. */
export const FACT_CHANNELS = ['mark-price', 'funding-rate'] as const
const BOOK_CHANNELS = new Set<string>([...CHANGE_CHANNELS, ...WHOLE_CHANNELS])
const WHOLE = new Set<string>(WHOLE_CHANNELS)
const FACTS = new Set<string>(FACT_CHANNELS)

/** What an `arg` stands for; a null market: no instrument that we read. */
export type Topic = { readonly channel: string; readonly symbol: string; readonly market: MarketKind | null }
/** A topic with the book that it was found to lead to. */
export type ChannelTopic<T> = BookTopic<T> & Topic
/** A channel with its topics by instrument. */
export type Channel<T> = {
  readonly isBook: boolean
  readonly isWhole: boolean
  readonly topics: TextCache<ChannelTopic<T>>
}

/** Spot (`BTC-USDT`) or perpetual swap (`BTC-USDT-SWAP`); null for dated futures, options and the like. */
export function marketOf(instId: string): MarketKind | null {
  const parts = instId.split('-')
  if (parts.length === 2 && parts.every((part) => part !== '')) return 'spot'
  return parts.length === 3 && parts[2] === 'SWAP' ? 'perp' : null
}

export function channelOf<T>(channel: string): Channel<T> {
  const topics = new TextCache<ChannelTopic<T>>((symbol) => ({
    channel,
    symbol,
    market: marketOf(symbol),
    // Only changes follow on anything: a whole book stands for itself.
    frameName: BOOK_CHANNELS.has(channel) && !WHOLE.has(channel) ? `${channel}","instId":"${symbol}` : '',
    otherName: '',
    tracked: null,
  }))
  return { isBook: BOOK_CHANNELS.has(channel), isWhole: WHOLE.has(channel), topics }
}

const ARG_KEY = new AsciiWords('{"arg":{"channel":"')
const INSTRUMENT_KEY = new AsciiWords('","instId":"')
const SNAPSHOT_KEY = new AsciiWords('"},"action":"snapshot","data":[{"asks":')
const UPDATE_KEY = new AsciiWords('"},"action":"update","data":[{"asks":')
const WHOLE_KEY = new AsciiWords('"},"data":[{"asks":')
const BIDS_KEY = new AsciiWords(',"bids":')
const INNER_INSTRUMENT_KEY = new AsciiWords(',"instId":"')
const TS_KEY = new AsciiWords(',"ts":"')
const CHECKSUM_KEY = new AsciiWords(',"checksum":')
const SEQ_KEY = new AsciiWords(',"seqId":')
const PREVIOUS_KEY = new AsciiWords(',"prevSeqId":')
const END = new AsciiWords('}]}')
const QUOTE = 0x22
const MINUS = 0x2d
/** Fields of a level after price and size: a dead one and the number of orders. */
const DEAD_FIELDS = 2
const LEVELS: LevelForm = { trims: false, isPadded: false, dead: DEAD_FIELDS }

/** Scans a book frame in the shapes that the exchange sends; its topic. Null declines. */
export function scanBook<T>(
  cursor: ByteCursor,
  channels: TextCache<Channel<T>>,
  frame: DepthFrame,
): ChannelTopic<T> | null {
  const channel = cursor.take(ARG_KEY) ? channels.take(cursor) : null
  if (channel === null || !channel.isBook || !cursor.take(INSTRUMENT_KEY)) return null
  const topic = channel.topics.take(cursor)
  if (topic === null || topic.market === null) return null
  const { isWhole } = channel
  frame.clear()
  frame.market = topic.market
  frame.channel = topic.channel
  frame.symbol = topic.symbol
  frame.snapshot = isWhole || !cursor.take(UPDATE_KEY)
  if (frame.snapshot && !cursor.take(isWhole ? WHOLE_KEY : SNAPSHOT_KEY)) return null
  frame.scaleTo(topic.tracked?.slot)
  return scanData(cursor, frame, isWhole) ? topic : null
}

function scanData(cursor: ByteCursor, frame: DepthFrame, isWhole: boolean): boolean {
  if (!scanLevelTexts(cursor, frame.asks, LEVELS)) return false
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, LEVELS)) return false
  return scanTail(cursor, frame) && isConsistent(frame, isWhole)
}

/** What follows the levels: time, then checksum and sequence ids in whatever order. */
function scanTail(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (cursor.take(INNER_INSTRUMENT_KEY) && !cursor.takeQuoted(frame.symbol)) return false
  if (!cursor.take(TS_KEY)) return false
  frame.eventTime = cursor.integer()
  if (frame.eventTime < 0 || !cursor.takeByte(QUOTE)) return false
  for (;;) {
    if (cursor.take(END)) return cursor.atEnd
    if (Number.isNaN(frame.checksum) && cursor.take(CHECKSUM_KEY)) {
      frame.checksum = signed(cursor)
      if (Number.isNaN(frame.checksum)) return false
    } else if (Number.isNaN(frame.last) && cursor.take(SEQ_KEY)) {
      frame.last = cursor.integer()
      if (frame.last < 0) return false
    } else if (Number.isNaN(frame.previous) && cursor.take(PREVIOUS_KEY)) {
      frame.previous = signed(cursor)
      if (Number.isNaN(frame.previous)) return false
    } else return false
  }
}

/** A JSON integer with or without a minus; NaN declines. */
function signed(cursor: ByteCursor): number {
  const isNegative = cursor.takeByte(MINUS)
  const value = cursor.integer()
  return value < 0 ? Number.NaN : isNegative ? -value : value
}

/** A book with changes has both ids or, from before there were any, none; `prevSeqId` is -1 on a snapshot. */
function isConsistent(frame: DepthFrame, isWhole: boolean): boolean {
  if (!Number.isNaN(frame.previous) && frame.previous < -1) return false
  return isWhole || Number.isNaN(frame.last) === Number.isNaN(frame.previous)
}

/** The topic of a parsed push (`arg` and `data`); null when it is none. */
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
  const checksum = optionalInteger(book, 'checksum')
  const last = optionalInteger(book, 'seqId')
  const previous = optionalInteger(book, 'prevSeqId')
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
  const length = 2 + DEAD_FIELDS
  if (!readLevelTexts(book.get('asks'), frame.asks, false, length)) return false
  return readLevelTexts(book.get('bids'), frame.bids, false, length) && isConsistent(frame, isWhole)
}

/** NaN where the key is absent, null where it is no integer. */
function optionalInteger(object: JsonObject, key: string): number | null {
  return object.has(key) ? integerAt(object, key) : Number.NaN
}
