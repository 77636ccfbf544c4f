import type { ExchangeId } from '@makas/domain'
import { expect } from 'vitest'
import type { BookFeed, FeedStatus } from '../../ports/market/book-feed.ts'
import type { ExchangeProtocol, ReaderSink } from '../../ports/market/exchange-reader.ts'
import { carryOptions, DEFAULT_CARRY } from '../detect/carry-settings.ts'
import { MarketRun } from '../market-run.ts'
import { decimal, instrument } from './stage.ts'

const LIVE: Omit<FeedStatus, 'exchange'> = {
  state: 'live',
  reason: null,
  sockets: 1,
  reconnects: 0,
  bans: 0,
  bannedUntil: null,
  refusedFrames: 0,
  unconfirmed: 0,
  refusedSubscriptions: 0,
  clockOffsetMs: null,
}

/** The status of a feed with which all is well, but for `facts`. */
export const feedStatus = (exchange: ExchangeId, facts: Partial<FeedStatus> = {}): FeedStatus => ({
  exchange,
  ...LIVE,
  ...facts,
})

/**
 * A running market source of these feeds, whose lists the test tells. All is well with a feed that has no status of its
 * own. The source must find nothing.
 */
export function stubRun(feeds: Partial<Record<ExchangeId, object>>) {
  const sinks = new Map<ExchangeId, ReaderSink>()
  const logged: { readonly level: string; readonly event: string; readonly data: object }[] = []
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
      const own = feeds[exchange] ?? {}
      const status = 'status' in own ? own.status : () => feedStatus(exchange)
      return Object.assign(own, { exchange, status, want: () => undefined }) as unknown as BookFeed
    },
    identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits: 0 }),
    takerFee: () => decimal('0.001'),
    spotCap: () => null,
    triCap: () => null,
    carry: carryOptions(DEFAULT_CARRY, true),
    onFinding: ({ event }) => expect.unreachable(event),
    log: (level, event, data) => logged.push({ level, event, data }),
  })
  /** Tells an exchange's whole list: these coins in USDT. */
  const list = (exchange: ExchangeId, ...coins: string[]) => {
    const listed = coins.map((coin) => instrument(exchange, coin, 'USDT'))
    sinks.get(exchange)?.instruments(exchange, 'spot', listed, true)
  }
  return { run, list, logged }
}
