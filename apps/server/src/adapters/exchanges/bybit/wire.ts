import type { MarketKind } from '@makas/domain'
import type { BookName } from '../_shared/parse/book-updater.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { integerAt, objectAt, sequenceAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { readLevelTexts } from '../_shared/parse/level-pairs.ts'

/** A topic's symbol and channel (`orderbook.50`); a null channel carries no book. */
export type Topic = { readonly symbol: string; readonly channel: string | null }
const TOPIC = /^(orderbook\.\d{1,4})\.(.+)$/

export function topicOf(text: string): Topic {
  const parts = TOPIC.exec(text)
  return { symbol: parts?.[2] ?? '', channel: parts?.[1] ?? null }
}

export const WHOLE_CHANNEL = 'orderbook.1'

/** The book that the topic of a usual frame stands for; null where the topic makes no book by changes. */
export function parseBookName(market: MarketKind, name: string): BookName | null {
  const { symbol, channel } = topicOf(name)
  return channel === null || channel === WHOLE_CHANNEL ? null : { market, symbol, channel, otherName: symbol }
}

/** A dated contract (`BTCUSDT-25DEC26`, inverse `BTCUSDZ26`) is no perpetual. */
const DATED = /-|USD[FGHJKMNQUVXZ]\d\d$/
/**
 * An inverse contract, margined in the coin and worth one dollar. Linear contracts are quoted in USDT, or end in
 * `PERP`.
 */
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

/** Reads a parsed book frame of a topic; false when it is malformed. `cts` is the matching engine's time. */
export function readBook(message: JsonObject, topic: Topic, frame: DepthFrame): boolean {
  const data = objectAt(message, 'data')
  const type = textAt(message, 'type')
  const time = integerAt(message, 'ts')
  const matched = message.has('cts') ? integerAt(message, 'cts') : time
  const last = sequenceAt(data, 'u')
  const seq = sequenceAt(data, 'seq')
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
