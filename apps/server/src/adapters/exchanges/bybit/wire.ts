import { AsciiWords } from '../_shared/parse/ascii-words.ts'
import type { BookTopic } from '../_shared/parse/book-updater.ts'
import type { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, objectAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { type LevelForm, readLevelTexts, scanLevelTexts } from '../_shared/parse/level-pairs.ts'
import type { TextCache } from '../_shared/parse/text-cache.ts'

/** What a topic stands for; a null channel (`orderbook.50`) is none that carries a book. */
export type Topic = { readonly symbol: string; readonly channel: string | null }
/** A topic with what its data begins with, and the book that it was found to lead to. */
export type StreamTopic<T> = BookTopic<T> & Topic & { readonly data: AsciiWords }

const TOPIC = /^(orderbook\.\d{1,4})\.(.+)$/

export function topicOf(text: string): Topic {
  const parts = TOPIC.exec(text)
  return { symbol: parts?.[2] ?? '', channel: parts?.[1] ?? null }
}

export function streamTopicOf<T>(text: string): StreamTopic<T> {
  const topic = topicOf(text)
  return {
    ...topic,
    data: new AsciiWords(`,"data":{"s":"${topic.symbol}","b":`),
    frameName: text,
    otherName: topic.symbol,
    tracked: null,
  }
}

/** A dated contract (`BTCUSDT-25DEC26`, inverse `BTCUSDZ26`) is no perpetual. */
const DATED = /-|USD[FGHJKMNQUVXZ]\d\d$/
/** Margined in the coin and counted in contracts of one dollar: linear ones are quoted in USDT, or end in `PERP`. */
const INVERSE = /USD$/

export function isDated(symbol: string): boolean {
  return DATED.test(symbol)
}

export function isInverse(symbol: string): boolean {
  return INVERSE.test(symbol)
}

const TICKER = 'tickers.'

/** The symbol of a ticker's topic; null when it is another topic. */
export function tickerOf(topic: string): string | null {
  return topic.startsWith(TICKER) ? topic.slice(TICKER.length) : null
}

const TOPIC_KEY = new AsciiWords('{"topic":"')
const TS_KEY = new AsciiWords('","ts":')
const SNAPSHOT_KEY = new AsciiWords(',"type":"snapshot"')
const DELTA_KEY = new AsciiWords(',"type":"delta"')
const QUOTED_SNAPSHOT_KEY = new AsciiWords('","type":"snapshot","ts":')
const QUOTED_DELTA_KEY = new AsciiWords('","type":"delta","ts":')
const ASKS_KEY = new AsciiWords(',"a":')
const U_KEY = new AsciiWords(',"u":')
const SEQ_KEY = new AsciiWords(',"seq":')
const CTS_KEY = new AsciiWords(',"cts":')
const BRACE = 0x7d
const LEVELS: LevelForm = { trims: true, isPadded: false, dead: 0 }

/** Scans a book frame, spot names `ts` before `type`, linear after it; its topic. Null declines. */
export function scanBook<T>(
  cursor: ByteCursor,
  topics: TextCache<StreamTopic<T>>,
  frame: DepthFrame,
): StreamTopic<T> | null {
  const topic = cursor.take(TOPIC_KEY) ? topics.take(cursor) : null
  if (topic === null || topic.channel === null) return null
  frame.clear()
  frame.symbol = topic.symbol
  frame.channel = topic.channel
  if (!scanHead(cursor, frame) || !cursor.take(topic.data)) return null
  frame.scaleTo(topic.tracked?.slot)
  return scanData(cursor, frame) ? topic : null
}

/** Type and time in either order. */
function scanHead(cursor: ByteCursor, frame: DepthFrame): boolean {
  const isFirst = cursor.take(TS_KEY)
  frame.snapshot = !isFirst && cursor.take(QUOTED_SNAPSHOT_KEY)
  if (!isFirst && !frame.snapshot && !cursor.take(QUOTED_DELTA_KEY)) return false
  frame.eventTime = cursor.integer()
  if (frame.eventTime < 0) return false
  if (!isFirst) return true
  frame.snapshot = cursor.take(SNAPSHOT_KEY)
  return frame.snapshot || cursor.take(DELTA_KEY)
}

function scanData(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (!scanLevelTexts(cursor, frame.bids, LEVELS) || !cursor.take(ASKS_KEY)) return false
  if (!scanLevelTexts(cursor, frame.asks, LEVELS) || !cursor.take(U_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0 || !cursor.take(SEQ_KEY) || cursor.integer() < 0 || !cursor.takeByte(BRACE)) return false
  if (cursor.take(CTS_KEY)) {
    frame.eventTime = cursor.integer()
    if (frame.eventTime < 0) return false
  }
  return cursor.takeByte(BRACE) && cursor.atEnd
}

/** Reads a parsed book frame of a topic; false when it is malformed. `cts` is the matching engine's time. */
export function readBook(message: JsonObject, topic: Topic, frame: DepthFrame): boolean {
  const data = objectAt(message, 'data')
  const type = textAt(message, 'type')
  const time = integerAt(message, 'ts')
  const matched = message.has('cts') ? integerAt(message, 'cts') : time
  const last = integerAt(data, 'u')
  const seq = integerAt(data, 'seq')
  if (data === null || (type !== 'snapshot' && type !== 'delta')) return false
  if (time === null || matched === null || last === null || seq === null) return false
  if (time < 0 || matched < 0 || last < 0 || seq < 0 || textAt(data, 's') !== topic.symbol) return false
  frame.clear()
  frame.symbol = topic.symbol
  frame.channel = topic.channel ?? ''
  frame.snapshot = type === 'snapshot'
  frame.eventTime = matched
  frame.last = last
  return readLevelTexts(data.get('b'), frame.bids, true, 2) && readLevelTexts(data.get('a'), frame.asks, true, 2)
}
