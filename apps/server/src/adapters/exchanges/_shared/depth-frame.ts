import type { Book, BookSide, MarketKind } from '@makas/domain'

/** More levels a side than any exchange sends (Binance: 5,000): sorting in a flood of them would stop the process. */
const MAX_LEVELS = 20_000
const FIRST_CAPACITY = 64
const MAX_DECIMALS = 18

const LEVEL_NUMBER = /^(\d+)(?:\.(\d+))?$/

/** One side's changes of a frame: whole digits and decimals as sent, in the order sent. Reused from frame to frame. */
export class FrameSide {
  count = 0
  prices = new Float64Array(FIRST_CAPACITY)
  sizes = new Float64Array(FIRST_CAPACITY)
  priceDecimals = new Uint8Array(FIRST_CAPACITY)
  sizeDecimals = new Uint8Array(FIRST_CAPACITY)

  /** False for a price of zero and for a flood of levels: the frame is then refused whole. */
  push(price: number, priceDecimals: number, size: number, sizeDecimals: number): boolean {
    if (price === 0) return false
    const at = this.count
    if (at === this.prices.length && !this.grow()) return false
    this.prices[at] = price
    this.priceDecimals[at] = priceDecimals
    this.sizes[at] = size
    this.sizeDecimals[at] = sizeDecimals
    this.count = at + 1
    return true
  }

  /** `push` from two texts; false where one is no level number (reliability.md 8) or passes 2^53. */
  pushTexts(price: string, size: string, trims: boolean): boolean {
    const priceNumber = levelNumber(price, trims)
    const sizeNumber = levelNumber(size, trims)
    if (priceNumber === null || sizeNumber === null) return false
    return this.push(priceNumber.mantissa, priceNumber.decimals, sizeNumber.mantissa, sizeNumber.decimals)
  }

  /** Sets every level of this side. False when a number passes 2^53 at the book's scale: the book is then not exact. */
  applyTo(book: Book, side: BookSide): boolean {
    const { count, prices, sizes, priceDecimals, sizeDecimals } = this
    for (let at = 0; at < count; at++) {
      const price = prices[at] as number
      const size = sizes[at] as number
      if (!book.set(side, price, priceDecimals[at] as number, size, sizeDecimals[at] as number)) return false
    }
    return true
  }

  copy(): FrameSide {
    const { count } = this
    const twin = new FrameSide()
    twin.count = count
    twin.prices = this.prices.slice(0, count)
    twin.sizes = this.sizes.slice(0, count)
    twin.priceDecimals = this.priceDecimals.slice(0, count)
    twin.sizeDecimals = this.sizeDecimals.slice(0, count)
    return twin
  }

  /** Makes room for more levels; false when there are more than any exchange sends. */
  grow(): boolean {
    const capacity = this.prices.length * 2
    if (capacity > MAX_LEVELS * 2) return false
    const { prices, sizes, priceDecimals, sizeDecimals } = this
    this.prices = new Float64Array(capacity)
    this.prices.set(prices)
    this.sizes = new Float64Array(capacity)
    this.sizes.set(sizes)
    this.priceDecimals = new Uint8Array(capacity)
    this.priceDecimals.set(priceDecimals)
    this.sizeDecimals = new Uint8Array(capacity)
    this.sizeDecimals.set(sizeDecimals)
    return true
  }
}

/**
 * A book frame of any exchange, whole and checked, before a single level of it touches a book. Numbers that the frame
 * does not carry are NaN.
 */
export class DepthFrame {
  /** Only where one socket carries both markets. */
  market: MarketKind = 'spot'
  channel = ''
  symbol = ''
  /** The levels are all there is, not changes. */
  snapshot = false
  /** The exchange's event time, epoch ms. */
  eventTime = Number.NaN
  /** First and last update that the frame contains, and the last of the frame before it. */
  first = Number.NaN
  last = Number.NaN
  previous = Number.NaN
  checksum = Number.NaN
  bids = new FrameSide()
  asks = new FrameSide()

  clear(): void {
    this.channel = ''
    this.symbol = ''
    this.snapshot = false
    this.eventTime = Number.NaN
    this.first = Number.NaN
    this.last = Number.NaN
    this.previous = Number.NaN
    this.checksum = Number.NaN
    this.bids.count = 0
    this.asks.count = 0
  }

  /** Sets all levels; false when the book is no longer exact and must be dropped. */
  applyTo(book: Book): boolean {
    return this.bids.applyTo(book, book.bids) && this.asks.applyTo(book, book.asks)
  }

  /** A frame of its own, to be kept while this one is reused. */
  copy(): DepthFrame {
    const twin = new DepthFrame()
    twin.market = this.market
    twin.channel = this.channel
    twin.symbol = this.symbol
    twin.snapshot = this.snapshot
    twin.eventTime = this.eventTime
    twin.first = this.first
    twin.last = this.last
    twin.previous = this.previous
    twin.checksum = this.checksum
    twin.bids = this.bids.copy()
    twin.asks = this.asks.copy()
    return twin
  }
}

/** Whole digits and decimals of a level number: digits, or digits, a dot and digits; else, or beyond 2^53, null. */
export function levelNumber(text: string, trims: boolean): { mantissa: number; decimals: number } | null {
  const parts = LEVEL_NUMBER.exec(text)
  if (parts === null) return null
  const sent = parts[2] ?? ''
  const fraction = trims ? sent.replace(/0+$/, '') : sent
  if (fraction.length > MAX_DECIMALS) return null
  const mantissa = BigInt(`${parts[1]}${fraction}`)
  if (mantissa > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return { mantissa: Number(mantissa), decimals: fraction.length }
}
