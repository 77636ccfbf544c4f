import type { ExchangeId } from '@makas/domain'
import { expect } from 'vitest'
import type { BookFeed } from '../../ports/market/book-feed.ts'
import type { ExchangeProtocol, ReaderSink } from '../../ports/market/exchange-reader.ts'
import { carryOptions, DEFAULT_CARRY } from '../detect/carry-settings.ts'
import { MarketRun } from '../market-run.ts'
import { decimal, instrument } from './stage.ts'

/** A running market source of these feeds, whose lists the test tells. It must find nothing. */
export function stubRun(feeds: Partial<Record<ExchangeId, object>>) {
  const sinks = new Map<ExchangeId, ReaderSink>()
  const run = new MarketRun({
    exchanges: Object.keys(feeds) as ExchangeId[],
    protocolOf: () =>
      ({
        choose: () => ({ channel: 'books', depth: 50, visibleDepth: 50, keepsTexts: false }),
        sizeUnit: () => 'base',
      }) as unknown as ExchangeProtocol,
    channelOf: () => 'books',
    makeFeed: (exchange, sink) => {
      sinks.set(exchange, sink)
      return Object.assign(feeds[exchange] ?? {}, { exchange, want: () => undefined }) as unknown as BookFeed
    },
    identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits: 0 }),
    takerFee: () => decimal('0.001'),
    spotCap: () => null,
    triCap: () => null,
    carry: carryOptions(DEFAULT_CARRY, true),
    onFinding: ({ event }) => expect.unreachable(event),
    log: () => undefined,
  })
  /** Tells an exchange's whole list: these coins in USDT. */
  const list = (exchange: ExchangeId, ...coins: string[]) => {
    const listed = coins.map((coin) => instrument(exchange, coin, 'USDT'))
    sinks.get(exchange)?.instruments(exchange, 'spot', listed, true)
  }
  return { run, list }
}
