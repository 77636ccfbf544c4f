import type { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import type { BookFeed } from '../ports/market/book-feed.ts'
import type { ExchangeProtocol, ReaderSink } from '../ports/market/exchange-reader.ts'
import { carryOptions, DEFAULT_CARRY } from './detect/carry-settings.ts'
import { MarketRun } from './market-run.ts'
import { decimal, instrument } from './testing/stage.ts'

const BOOKS = 60
const EVERY_MS = 30_000

/** A feed that confirms one book a second, and each at most once in 30 s. */
class SlowFeed implements Pick<BookFeed, 'confirm'> {
  readonly confirmed = new Set<string>()
  readonly #askedAt = new Map<string, number>()
  #busyUntil = 0
  now = 0

  confirm(slot: BookSlot): void {
    if (this.now < this.#busyUntil || this.now - (this.#askedAt.get(slot.symbol) ?? -EVERY_MS) < EVERY_MS) return
    this.#busyUntil = this.now + 1_000
    this.#askedAt.set(slot.symbol, this.now)
    this.confirmed.add(slot.symbol)
    slot.confirmed(this.now)
  }
}

test('where an exchange allows few calls every book that fell silent has its turn', () => {
  const sinks = new Map<string, ReaderSink>()
  const feeds = { okx: new SlowFeed(), bybit: new SlowFeed() }
  const run = new MarketRun({
    exchanges: ['okx', 'bybit'],
    protocolOf: () =>
      ({
        choose: () => ({ channel: 'books', depth: 50, visibleDepth: 50, keepsTexts: false }),
        sizeUnit: () => 'base',
      }) as unknown as ExchangeProtocol,
    channelOf: () => 'books',
    makeFeed: (exchange, sink) => {
      sinks.set(exchange, sink)
      const feed = exchange === 'okx' ? feeds.okx : feeds.bybit
      return Object.assign(feed, { exchange, want: () => undefined }) as unknown as BookFeed
    },
    identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits: 0 }),
    takerFee: () => decimal('0.001'),
    spotCap: () => null,
    triCap: () => null,
    carry: carryOptions(DEFAULT_CARRY, true),
    onFinding: ({ event }) => expect.unreachable(event),
    log: () => undefined,
  })
  const coins = Array.from({ length: BOOKS }, (_, at) => `C${at}`)
  for (const exchange of ['okx', 'bybit'] as const) {
    sinks.get(exchange)?.instruments(
      exchange,
      'spot',
      coins.map((coin) => instrument(exchange, coin, 'USDT')),
      true,
    )
  }
  for (const slot of run.engine.slots) {
    slot.beginSnapshot()
    slot.applied('snapshot', 0, 0, 1)
  }
  for (let now = 60_000; now < 60_000 + 3 * BOOKS * 1_000; now += 100) {
    feeds.okx.now = feeds.bybit.now = now
    run.tick(now)
  }
  expect([feeds.okx.confirmed.size, feeds.bybit.confirmed.size]).toEqual([BOOKS, BOOKS])
})
