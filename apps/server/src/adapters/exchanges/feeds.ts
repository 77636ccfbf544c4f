import type { ExchangeId, MarketKind } from '@makas/domain'
import type { BookFeed } from '../../app/ports/market/book-feed.ts'
import type { Address } from './_shared/talk/dialect.ts'
import type { FeedContext } from './_shared/talk/feed-context.ts'
import { BINANCE_ADDRESSES, BINANCE_CHANNEL, BINANCE_SPOT, binanceFeed } from './binance/feed.ts'
import { BYBIT_ADDRESSES, BYBIT_CHANNEL, BYBIT_SPOT, bybitFeed } from './bybit/feed.ts'
import { KRAKEN_ADDRESSES, KRAKEN_CHANNELS, KRAKEN_SPOT, krakenFeed } from './kraken/feed.ts'
import { OKX_ADDRESSES, OKX_CHANNEL, OKX_SPOT, okxFeed } from './okx/feed.ts'

/** Opens an exchange's connections. */
export const FEEDS: Readonly<Record<ExchangeId, (context: FeedContext) => BookFeed>> = {
  binance: binanceFeed,
  okx: okxFeed,
  bybit: bybitFeed,
  kraken: krakenFeed,
}

export const ADDRESSES: readonly Address[] = [
  ...BINANCE_ADDRESSES,
  ...OKX_ADDRESSES,
  ...BYBIT_ADDRESSES,
  ...KRAKEN_ADDRESSES,
]

/** The channel of each exchange's live books, as the reader names it. */
export const LIVE_CHANNELS: Readonly<Record<ExchangeId, Readonly<Record<MarketKind, string>>>> = {
  binance: { spot: BINANCE_CHANNEL, perp: BINANCE_CHANNEL },
  okx: { spot: OKX_CHANNEL, perp: OKX_CHANNEL },
  bybit: { spot: BYBIT_CHANNEL, perp: BYBIT_CHANNEL },
  kraken: KRAKEN_CHANNELS,
}

/** How many spot books one connection to an exchange brings at most. */
export const SPOT_BOOKS_PER_SOCKET: Readonly<Record<ExchangeId, number>> = {
  binance: BINANCE_SPOT.socket.symbolsPerSocket,
  okx: OKX_SPOT.socket.symbolsPerSocket,
  bybit: BYBIT_SPOT.socket.symbolsPerSocket,
  kraken: KRAKEN_SPOT.socket.symbolsPerSocket,
}
