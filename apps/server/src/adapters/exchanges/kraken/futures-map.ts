import { arrayAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { parseBody, parseTopOf, type TopOfBook } from '../_shared/parse/rest-texts.ts'
import { parseIsoTime } from './iso-time.ts'

export type FuturesFeed = 'book' | 'ticker'

/** A request for products of one feed; each product is acknowledged separately, and a refusal names no product. */
export function futuresSubscribeText(feed: FuturesFeed, symbols: readonly string[]): string {
  return JSON.stringify({ event: 'subscribe', feed, product_ids: symbols })
}

export function futuresUnsubscribeText(feed: FuturesFeed, symbols: readonly string[]): string {
  return JSON.stringify({ event: 'unsubscribe', feed, product_ids: symbols })
}

/** The exchange's clock in epoch ms from the envelope of any answer; null when there is none. */
export function parseFuturesTime(text: string): number | null {
  const time = parseIsoTime(textAt(objectOf(parseBody(text)), 'serverTime') ?? '')
  return time < 0 ? null : time
}

/** The levels of an `/orderbook` body, to be compared with the book; null for any other body. */
export function parseFuturesTopOfBook(text: string): TopOfBook | null {
  const book = objectAt(objectOf(parseBody(text)), 'orderBook')
  return parseTopOf(arrayAt(book, 'bids'), arrayAt(book, 'asks'), null)
}
