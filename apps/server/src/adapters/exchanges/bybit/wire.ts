import { ascii, type ByteCursor } from '../_shared/byte-cursor.ts'
import type { DepthFrame } from '../_shared/depth-frame.ts'
import { integerAt, objectAt, textAt } from '../_shared/json-fields.ts'
import type { JsonObject } from '../_shared/json-text.ts'
import { readLevelTexts, scanLevelTexts } from '../_shared/level-pairs.ts'
import type { TextCache } from '../_shared/text-cache.ts'

/** What a topic stands for; a null channel (`orderbook.50`) is none that carries a book. */
export type Topic = { readonly symbol: string; readonly channel: string | null }

const TOPIC = /^(orderbook\.\d{1,4})\.(.+)$/

export function topicOf(text: string): Topic {
  const parts = TOPIC.exec(text)
  return { symbol: parts?.[2] ?? '', channel: parts?.[1] ?? null }
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

const TOPIC_KEY = ascii('{"topic":"')
const TS_KEY = ascii(',"ts":')
const SNAPSHOT_KEY = ascii(',"type":"snapshot"')
const DELTA_KEY = ascii(',"type":"delta"')
const DATA_KEY = ascii(',"data":{"s":"')
const BIDS_KEY = ascii(',"b":')
const ASKS_KEY = ascii(',"a":')
const U_KEY = ascii(',"u":')
const SEQ_KEY = ascii(',"seq":')
const CTS_KEY = ascii(',"cts":')
const BRACE = 0x7d

/** Scans a book frame: spot names `ts` before `type`, linear after it. False declines. */
export function scanBook(cursor: ByteCursor, topics: TextCache<Topic>, frame: DepthFrame): boolean {
  if (!cursor.take(TOPIC_KEY)) return false
  const start = cursor.at
  const end = cursor.plainTextEnd()
  if (end < 0) return false
  const { symbol, channel } = topics.get(cursor.bytes, start, end)
  if (channel === null) return false
  cursor.at = end + 1
  frame.clear()
  frame.symbol = symbol
  frame.channel = channel
  if (!scanHead(cursor, frame) || !cursor.take(DATA_KEY) || !cursor.takeText(symbol)) return false
  if (!cursor.take(BIDS_KEY) || !scanLevelTexts(cursor, frame.bids, true, 0)) return false
  if (!cursor.take(ASKS_KEY) || !scanLevelTexts(cursor, frame.asks, true, 0) || !cursor.take(U_KEY)) return false
  frame.last = cursor.integer()
  if (frame.last < 0 || !cursor.take(SEQ_KEY) || cursor.integer() < 0 || !cursor.takeByte(BRACE)) return false
  if (cursor.take(CTS_KEY)) {
    frame.eventTime = cursor.integer()
    if (frame.eventTime < 0) return false
  }
  return cursor.takeByte(BRACE) && cursor.atEnd
}

function scanHead(cursor: ByteCursor, frame: DepthFrame): boolean {
  if (!cursor.take(TS_KEY)) return scanType(cursor, frame) && cursor.take(TS_KEY) && scanTime(cursor, frame)
  return scanTime(cursor, frame) && scanType(cursor, frame)
}

function scanTime(cursor: ByteCursor, frame: DepthFrame): boolean {
  frame.eventTime = cursor.integer()
  return frame.eventTime >= 0
}

function scanType(cursor: ByteCursor, frame: DepthFrame): boolean {
  frame.snapshot = cursor.take(SNAPSHOT_KEY)
  return frame.snapshot || cursor.take(DELTA_KEY)
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
