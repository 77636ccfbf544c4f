import type { ExchangeId, MarketKind } from '@makas/domain'
import type { BookFeed } from '../../app/ports/book-feed.ts'
import type { FeedContext } from './_shared/feed-context.ts'
import { BINANCE_CHANNEL, binanceFeed } from './binance/feed.ts'
import { BYBIT_CHANNEL, bybitFeed } from './bybit/feed.ts'
import { KRAKEN_CHANNELS, krakenFeed } from './kraken/feed.ts'
import { OKX_CHANNEL, okxFeed } from './okx/feed.ts'

/** Opens an exchange's connections. */
export const FEEDS: Readonly<Record<ExchangeId, (context: FeedContext) => BookFeed>> = {
  binance: binanceFeed,
  okx: okxFeed,
  bybit: bybitFeed,
  kraken: krakenFeed,
}

/** The channel from which each exchange's books are made live, in the reader's words. */
export const LIVE_CHANNELS: Readonly<Record<ExchangeId, Readonly<Record<MarketKind, string>>>> = {
  binance: { spot: BINANCE_CHANNEL, perp: BINANCE_CHANNEL },
  okx: { spot: OKX_CHANNEL, perp: OKX_CHANNEL },
  bybit: { spot: BYBIT_CHANNEL, perp: BYBIT_CHANNEL },
  kraken: KRAKEN_CHANNELS,
}
