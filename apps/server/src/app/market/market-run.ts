import {
  BookSlot,
  EXCHANGES,
  type ExchangeId,
  type MarketKind,
  ofDecimal,
  parseDecimal,
  type Ratio,
} from '@makas/domain'
import type { BookFeed, DailyChange } from '../ports/market/book-feed.ts'
import type { ExchangeProtocol, ReaderSink } from '../ports/market/exchange-reader.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import { Quarantine } from './detect/quarantine.ts'
import type { EngineOptions } from './engine/engine-options.ts'
import { MarketEngine } from './engine/market-engine.ts'
import { dailyKey } from './engine/prices.ts'
import { runToEnd } from './engine/time-slices.ts'
import { FeedAlarms } from './feed-alarms.ts'
import { wantedBooks } from './legs/wanted.ts'
import type { FindingEvent } from './lifetimes/opportunity-lifecycles.ts'

/**
 * Interval of the look for alarms and for books that are too old, ms; the feed bounds how often it asks about each book
 * (reliability-matrix.md 2).
 */
const LOOK_EVERY_MS = 1_000

export type MarketRunOptions = Pick<
  EngineOptions,
  'identify' | 'takerFee' | 'spotCap' | 'triCap' | 'carry' | 'episodes' | 'shard'
> & {
  readonly exchanges: readonly ExchangeId[]
  readonly protocolOf: (exchange: ExchangeId) => ExchangeProtocol
  /** The channel whose frames make the books of an exchange's market in live mode. */
  readonly channelOf: (exchange: ExchangeId, market: MarketKind) => string
  readonly makeFeed: (
    exchange: ExchangeId,
    sink: ReaderSink,
    onDailyChanges: (exchange: ExchangeId, changes: readonly DailyChange[]) => void,
  ) => BookFeed
  readonly onFinding: (event: FindingEvent) => void
  readonly log: EventLog
  /** The books to subscribe to; left out: all books that routes need. */
  readonly choose?: typeof wantedBooks
}

/** One running market source: the feeds, the books that they keep and the detection on them. */
export class MarketRun {
  readonly engine: MarketEngine
  readonly feeds: readonly BookFeed[]
  readonly changes = new Map<string, Ratio>()
  readonly #byExchange = new Map<ExchangeId, BookFeed>()
  readonly #wanted = new Map<ExchangeId, ReadonlySet<string>>()
  readonly #options: MarketRunOptions
  readonly #alarms = new FeedAlarms()
  #lookedAt = 0

  constructor(options: MarketRunOptions) {
    this.#options = options
    const quarantine = new Quarantine(
      (slot) => this.#byExchange.get(slot.exchange)?.refresh(slot),
      (event, data) => options.log('warn', event, data),
    )
    this.engine = new MarketEngine({
      ...options,
      conflates: true,
      openSlot: (exchange, market, symbol) => this.#openSlot(exchange, market, symbol),
      onInstruments: () => this.#chooseBooks(),
      onStayedCrossed: (slot) => this.#byExchange.get(slot.exchange)?.repair(slot),
      onQuarantined: (route, now) => quarantine.seen(route, now),
    })
    this.feeds = EXCHANGES.filter((exchange) => options.exchanges.includes(exchange)).map((exchange) => {
      const feed = options.makeFeed(exchange, this.engine.sink(exchange), (from, changes) =>
        this.#changed(from, changes),
      )
      this.#byExchange.set(exchange, feed)
      return feed
    })
  }

  start(): void {
    for (const feed of this.feeds) feed.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.feeds.map((feed) => feed.stop()))
  }

  /**
   * Moves the clock and raises alarms. REST confirms books that are too old on a live connection, first the books of
   * routes with a gap.
   */
  tick(now: number): void {
    runToEnd(this.ticking(now))
  }

  /** `tick` in pieces, between which frames may be read. */
  *ticking(now: number): Generator<void, void, void> {
    yield* this.engine.ticking(now)
    if (now - this.#lookedAt < LOOK_EVERY_MS) return
    this.#lookedAt = now
    yield
    const statuses = this.feeds.map((feed) => feed.status(now))
    for (const { event, data } of this.#alarms.look(statuses, this.engine.slots, now)) {
      this.#options.log('error', event, { ...data, alarm: true })
    }
    yield
    const tooOld = this.engine.slots.filter((slot) => slot.acceptsDeltas && !slot.halted && !slot.isLive(now))
    // Longest unheard first: where an exchange allows few calls, each book has its turn.
    tooOld.sort((a, b) => a.receivedAt - b.receivedAt)
    const hasGap = (slot: BookSlot) => this.engine.routesOf(slot).some((route) => route.rejection === 'stale')
    const first = new Set(tooOld.filter(hasGap))
    for (const slot of [...first, ...tooOld.filter((one) => !first.has(one))]) {
      yield
      this.#byExchange.get(slot.exchange)?.confirm(slot)
    }
  }

  isLive(now: number): boolean {
    return this.engine.slots.some((slot) => slot.isLive(now))
  }

  #openSlot(exchange: ExchangeId, market: MarketKind, symbol: string): BookSlot | null {
    if (this.#wanted.get(exchange)?.has(`${market} ${symbol}`) !== true) return null
    const protocol = this.#options.protocolOf(exchange)
    const chosen = protocol.choose(new Set([this.#options.channelOf(exchange, market)]))
    if (chosen === null) return null
    const slot = new BookSlot(exchange, market, symbol, { ...chosen, sizeUnit: protocol.sizeUnit(market, symbol) })
    slot.channel = chosen.channel
    return slot
  }

  /** Chooses the books to subscribe to anew after an instrument list. */
  #chooseBooks(): void {
    const { identify, shard, choose = wantedBooks } = this.#options
    for (const [exchange, books] of choose(this.engine.instruments(), identify, shard)) {
      const names = new Set(books.map(({ market, symbol }) => `${market} ${symbol}`))
      const before = this.#wanted.get(exchange)
      if (before?.size === names.size && [...names].every((name) => before.has(name))) continue
      this.#wanted.set(exchange, names)
      for (const { market, symbol } of books) this.engine.slot(exchange, market, symbol)
      for (const slot of this.engine.slots) {
        if (slot.exchange === exchange) slot.isWanted = names.has(`${slot.market} ${slot.symbol}`)
      }
      this.#byExchange.get(exchange)?.want(books)
    }
  }

  #changed(exchange: ExchangeId, changes: readonly DailyChange[]): void {
    for (const { symbol, percent } of changes) {
      const parsed = parseDecimal(String(percent))
      if (parsed !== null) this.changes.set(dailyKey(exchange, symbol), ofDecimal(parsed))
    }
  }
}
