import type { ExchangeId, MarketKind } from '@makas/domain'
import { BookSide } from './book-side.ts'

/** Caps of one limit order and of one market order, in lots and in value (quote); left out: not stated. */
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
  /** The simulator's own key by plain names: `BASE/QUOTE`, for a perpetual `BASE/QUOTE:QUOTE`. */
  readonly symbol: string
  /** The exchange's name of the base (`1000SATS`). */
  readonly baseName: string
  /** Coins in one unit of `baseName`. */
  readonly multiplier: number
  /** The market's id on the exchange's streams: BTCUSDT, BTC-USDT, BTC/USDT, BTC-USDT-SWAP, PF_XBTUSD. */
  readonly id: string
  /** The tick is 10^-priceDecimals. */
  readonly priceDecimals: number
  /** The lot is 10^-sizeDecimals (may be negative), in contracts where the exchange counts contracts. */
  readonly sizeDecimals: number
  /** Smallest order, in lots. */
  readonly minLots: number
  /** Smallest value of an order, in the quote; undefined: not stated. */
  readonly minNotional: string | undefined
  readonly most: LargestOrder
  /** Rank by trading volume; 0 is the most traded coin. */
  readonly rank: number
}

/** State that the exchange shows. Only the fault script changes it. */
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
