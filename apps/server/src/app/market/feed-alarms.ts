import type { BookSlot, ExchangeId } from '@makas/domain'
import type { FeedStatus } from '../ports/market/book-feed.ts'

/** A feed that is not live for this long is an alarm, ms (reliability-matrix.md 13). */
const NOT_LIVE_MS = 30_000
/** Two resyncs of a book within this time are an alarm, ms (reliability-matrix.md 13). */
const RESYNCS_WITHIN_MS = 60_000
/** Least interval between two alarms about the same exchange or book, ms. */
const ALARM_EVERY_MS = 5 * 60_000
/** Books that an alarm names; a connection that comes and goes resyncs hundreds at once. */
const MOST_NAMED = 5

type FeedAlarm = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

/** Finds feeds that stay away and books that are resynced again and again. */
export class FeedAlarms {
  readonly #notLiveSince = new Map<ExchangeId, number>()
  /** Each book's number of resyncs, and the time of the look that saw the last one. */
  readonly #resynced = new Map<BookSlot, { readonly count: number; readonly time: number }>()
  readonly #alarmedAt = new Map<ExchangeId | BookSlot, number>()

  /** The alarms that are due at `now` (epoch ms); called about once a second. */
  look(feeds: readonly FeedStatus[], slots: readonly BookSlot[], now: number): readonly FeedAlarm[] {
    return feeds.flatMap((feed) => {
      const books = slots.filter(({ exchange }) => exchange === feed.exchange)
      return [...this.#notLive(feed, books, now), ...this.#resyncs(feed.exchange, books, now)]
    })
  }

  #notLive(feed: FeedStatus, books: readonly BookSlot[], now: number): FeedAlarm[] {
    const { exchange, state, reason } = feed
    if (!isAway(feed, books, now)) {
      this.#notLiveSince.delete(exchange)
      return []
    }
    const since = this.#notLiveSince.get(exchange) ?? now
    this.#notLiveSince.set(exchange, since)
    if (now - since < NOT_LIVE_MS || !this.#mayAlarm(exchange, now)) return []
    return [{ event: 'feed.not-live', data: { exchange, state, reason, forMs: now - since } }]
  }

  #resyncs(exchange: ExchangeId, books: readonly BookSlot[], now: number): FeedAlarm[] {
    const found = books.filter((book) => this.#isResyncedOften(book, now) && this.#mayAlarm(book, now))
    if (found.length === 0) return []
    const symbols = found.slice(0, MOST_NAMED).map(({ symbol }) => symbol)
    return [{ event: 'feed.resyncs-often', data: { exchange, books: found.length, symbols } }]
  }

  #isResyncedOften(book: BookSlot, now: number): boolean {
    const before = this.#resynced.get(book) ?? { count: 0, time: Number.NEGATIVE_INFINITY }
    const news = book.resyncs - before.count
    if (news === 0) return false
    this.#resynced.set(book, { count: book.resyncs, time: now })
    return news > 1 || now - before.time < RESYNCS_WITHIN_MS
  }

  #mayAlarm(about: ExchangeId | BookSlot, now: number): boolean {
    if (now - (this.#alarmedAt.get(about) ?? Number.NEGATIVE_INFINITY) < ALARM_EVERY_MS) return false
    this.#alarmedAt.set(about, now)
    return true
  }
}

/** Not live for a reason that somebody has to look at: not the exchange's maintenance, and not our region. */
function isAway({ state, reason }: FeedStatus, books: readonly BookSlot[], now: number): boolean {
  if (state === 'maintenance' || reason === 'region-refused') return false
  const awaited = books.filter(({ isWanted, validity }) => isWanted && validity !== 'GONE' && validity !== 'HALTED')
  // Without wanted books there is nothing to connect for, unless the list itself does not come.
  if (awaited.length === 0) return state === 'down' || state === 'rate-limited'
  return state !== 'live' || !awaited.some((book) => book.isLive(now))
}
