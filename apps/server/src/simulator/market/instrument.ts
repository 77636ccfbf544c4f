import type { ExchangeId, MarketKind } from '@makas/domain'
import { BookSide } from './book-side.ts'

/** Most of one limit order and of one market order: lots, and value in the quote; absent where none is stated. */
export interface LargestOrder {
  readonly limitLots?: number
  readonly marketLots?: number
  readonly limitValue?: string
  readonly marketValue?: string
}

/** The fixed facts of a listed market. */
export interface Listing {
  readonly exchange: ExchangeId
  readonly kind: MarketKind
  /** Plain names of the coin and the quote (`SATS`, `USDT`). */
  readonly base: string
  readonly quote: string
  /** The simulator's own key, by plain names: `BASE/QUOTE`, of a perpetual `BASE/QUOTE:QUOTE`. */
  readonly symbol: string
  /** The exchange's name of the base (`1000SATS`), and how many coins one such unit is. */
  readonly baseName: string
  readonly multiplier: number
  /** The market's id on the exchange's streams: BTCUSDT, BTC-USDT, BTC/USDT, BTC-USDT-SWAP, PF_XBTUSD. */
  readonly id: string
  /** Tick = 10^-priceDecimals, lot = 10^-sizeDecimals (in contracts where the exchange counts those; may be negative). */
  readonly priceDecimals: number
  readonly sizeDecimals: number
  /** Smallest order in lots, and its smallest value in the quote (absent: the exchange states none). */
  readonly minLots: number
  readonly minNotional: string | undefined
  readonly most: LargestOrder
  /** Rank by trading volume; 0 is the most traded coin. */
  readonly rank: number
}

/** State that the exchange shows; only the fault script changes it. */
export type ListingState = 'trading' | 'halted' | 'delisted'

/** A listing with its order book. */
export class Instrument {
  readonly listing: Listing
  readonly index: number
  readonly bids = new BookSide()
  readonly asks = new BookSide()
  /** Count of level changes, as Binance's update ids. */
  updateId: number
  /** Epoch ms of the last change (the matching engine's time). */
  changedAt = 0
  state: ListingState = 'trading'
  /** Deviation of this market's mid price from the fair price, as a fraction. */
  drift = 0
  driftAt = 0
  /** Rhythm and depth, set by the market. */
  meanIntervalMs = 400
  halfSpread = 1e-4
  /** Distance between neighbouring levels near the top, as a fraction of the price. */
  spacing = 1e-4
  maxLevels = 60
  levelQuote = 300
  /** Mid price 24 h ago, in the quote currency. */
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
