import { BookSide } from './book-side.ts'

export const EXCHANGE_NAMES = ['binance', 'okx', 'bybit', 'kraken'] as const
export type ExchangeName = (typeof EXCHANGE_NAMES)[number]

type MarketKind = 'spot' | 'perp'

/** What an exchange lists: the fixed facts. */
export interface Listing {
  readonly exchange: ExchangeName
  readonly kind: MarketKind
  /** The coin and the quote by their plain names (`SATS`, `USDT`). */
  readonly base: string
  readonly quote: string
  /** The key of the simulator's own interface, by plain names: `BASE/QUOTE`, of a perpetual `BASE/QUOTE:QUOTE`. */
  readonly symbol: string
  /** The base as this exchange names it (`1000SATS`), and how many coins one such unit is. */
  readonly baseName: string
  readonly multiplier: number
  /** The exchange's own id of the market on its streams: BTCUSDT, BTC-USDT, BTC/USDT, BTC-USDT-SWAP, PF_XBTUSD. */
  readonly id: string
  /** Tick = 10^-priceDecimals, lot = 10^-sizeDecimals (in contracts where the exchange counts those; may be negative). */
  readonly priceDecimals: number
  readonly sizeDecimals: number
  /** Smallest order in lots, and its smallest value in the quote (absent: the exchange states none). */
  readonly minLots: number
  readonly minNotional: string | undefined
  /** 0 = the most traded coin. */
  readonly rank: number
}

/** How the outside sees an instrument; changed by the fault script only. */
export type ListingState = 'trading' | 'halted' | 'delisted'

/** A listing with its living book. */
export class Instrument {
  readonly listing: Listing
  readonly index: number
  readonly bids = new BookSide()
  readonly asks = new BookSide()
  /** Counts every level change, as Binance's update ids do. */
  updateId: number
  /** Wall time of the last change, epoch ms (the matching engine's time). */
  changedAt = 0
  state: ListingState = 'trading'
  /** Deviation of this market's middle from the fair price, as a fraction. */
  drift = 0
  driftAt = 0
  /** Facts of its rhythm and depth, set by the market. */
  meanIntervalMs = 400
  halfSpread = 1e-4
  /** Distance between neighbouring levels near the top, as a fraction of the price. */
  spacing = 1e-4
  maxLevels = 60
  levelQuote = 300
  /** Middle price 24 h ago, in the quote currency. */
  openPrice = 0
  lastPrice = 0

  constructor(listing: Listing, index: number, updateId: number) {
    this.listing = listing
    this.index = index
    this.updateId = updateId
  }

  get bestBid(): number {
    return -(this.bids.keys[0] ?? 0)
  }

  get bestAsk(): number {
    return this.asks.keys[0] ?? 0
  }
}
