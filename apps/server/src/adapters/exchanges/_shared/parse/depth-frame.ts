import { type Book, type MarketKind, packDecimals, pow10, WIDE } from '@makas/domain'

/** Levels of a side, at most; exchanges send up to 5,000 (Binance), and sorting far more would block the loop. */
const MAX_LEVELS = 20_000
const FIRST_CAPACITY = 64
const MAX_DECIMALS = 18
/** No size of any market reaches it, as a whole number with its decimals: a longer one is a fault of the exchange. */
const MOST_SIZE = 10n ** 28n

const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => 10 ** power)
const LEVEL_NUMBER = /^(\d+)(?:\.(\d+))?$/

/**
 * One side's changes of a frame in the order sent, as whole numbers at one scale: the decimals of the longest text.
 * Reused from frame to frame.
 */
export class FrameSide {
  count = 0
  /** A price is `prices[i] / 10^priceDecimals`, a size `sizes[i] / 10^sizeDecimals`. */
  priceDecimals = 0
  sizeDecimals = 0
  /** A price passed 2^53 at the side's scale: no book can hold this side exactly. */
  isTooLong = false
  prices: Float64Array<ArrayBuffer> = new Float64Array(FIRST_CAPACITY)
  sizes: Float64Array<ArrayBuffer> = new Float64Array(FIRST_CAPACITY)
  /** Sizes beyond 2^53 at the side's scale, by their place among `sizes`, which has `WIDE` there. */
  wideSizes = new Map<number, bigint>()
  /** Decimals as sent, high byte price, low byte size; 0 where no checksum is over the texts. */
  texts = new Uint16Array(FIRST_CAPACITY)

  clear(): void {
    this.count = 0
    this.priceDecimals = 0
    this.sizeDecimals = 0
    this.isTooLong = false
    if (this.wideSizes.size > 0) this.wideSizes.clear()
  }

  /**
   * Adds a level from the digits and decimal counts of its texts. False for a price of zero and beyond `MAX_LEVELS`:
   * the frame is then refused whole.
   */
  push(price: number, priceDecimals: number, size: number | bigint, sizeDecimals: number, text: number): boolean {
    if (price === 0) return false
    const at = this.count
    if (at === this.prices.length && !this.grow()) return false
    this.prices[at] = this.#scaledPrice(price, priceDecimals)
    this.sizes[at] = this.#scaledSize(size, sizeDecimals, at)
    this.texts[at] = text
    this.count = at + 1
    return true
  }

  /**
   * `push` from two texts; false where one is no level number (reliability-matrix.md 8) or the price passes 2^53.
   */
  pushTexts(price: string, size: string, trims: boolean): boolean {
    const priceNumber = parseLevelDecimal(price, trims)
    const sizeNumber = parseLevelDecimal(size, trims)
    if (priceNumber === null || sizeNumber === null || typeof priceNumber.mantissa === 'bigint') return false
    const text = trims ? 0 : packDecimals(priceNumber.decimals, sizeNumber.decimals)
    return this.push(priceNumber.mantissa, priceNumber.decimals, sizeNumber.mantissa, sizeNumber.decimals, text)
  }

  /** A price at this side's scale, which is widened for it and for all levels before it. */
  #scaledPrice(mantissa: number, decimals: number): number {
    if (decimals > this.priceDecimals) this.#widenPrices(decimals)
    const value = mantissa * (POWERS[this.priceDecimals - decimals] as number)
    if (value > Number.MAX_SAFE_INTEGER) this.isTooLong = true
    return value
  }

  /** A size at this side's scale, which is widened likewise; `WIDE` where it passes 2^53. `at`: its place. */
  #scaledSize(mantissa: number | bigint, decimals: number, at: number): number {
    if (decimals > this.sizeDecimals) this.#widenSizes(decimals)
    const added = this.sizeDecimals - decimals
    const value = Number(mantissa) * (POWERS[added] as number)
    if (value <= Number.MAX_SAFE_INTEGER) return value
    this.wideSizes.set(at, BigInt(mantissa) * pow10(added))
    return WIDE
  }

  copy(): FrameSide {
    const { count } = this
    const twin = new FrameSide()
    twin.count = count
    twin.priceDecimals = this.priceDecimals
    twin.sizeDecimals = this.sizeDecimals
    twin.isTooLong = this.isTooLong
    twin.prices = this.prices.slice(0, count)
    twin.sizes = this.sizes.slice(0, count)
    twin.wideSizes = new Map(this.wideSizes)
    twin.texts = this.texts.slice(0, count)
    return twin
  }

  /** Doubles the room for levels; false beyond `MAX_LEVELS`. */
  grow(): boolean {
    const capacity = this.prices.length * 2
    if (capacity > MAX_LEVELS * 2) return false
    const { prices, sizes, texts } = this
    this.prices = new Float64Array(capacity)
    this.prices.set(prices)
    this.sizes = new Float64Array(capacity)
    this.sizes.set(sizes)
    this.texts = new Uint16Array(capacity)
    this.texts.set(texts)
    return true
  }

  #widenPrices(decimals: number): void {
    const factor = POWERS[decimals - this.priceDecimals] as number
    this.priceDecimals = decimals
    for (let at = 0; at < this.count; at++) {
      const value = (this.prices[at] as number) * factor
      if (value > Number.MAX_SAFE_INTEGER) this.isTooLong = true
      this.prices[at] = value
    }
  }

  #widenSizes(decimals: number): void {
    const factor = POWERS[decimals - this.sizeDecimals] as number
    this.sizeDecimals = decimals
    for (let at = 0; at < this.count; at++) {
      const before = this.sizes[at] as number
      const value = before * factor
      if (value > Number.MAX_SAFE_INTEGER) {
        this.wideSizes.set(at, (this.wideSizes.get(at) ?? BigInt(before)) * BigInt(factor))
        this.sizes[at] = WIDE
      } else this.sizes[at] = value
    }
  }
}

/**
 * A book frame of any exchange, read whole and checked before any of its levels changes a book. Numbers that the frame
 * does not carry are NaN.
 */
export class DepthFrame {
  /** Set only where one socket carries both markets. */
  market: MarketKind = 'spot'
  channel = ''
  symbol = ''
  /** The levels are a whole book, not changes. */
  snapshot = false
  /** The exchange's event time, epoch ms. */
  eventTime = Number.NaN
  /** Id of the first update in the frame. */
  first = Number.NaN
  /** Id of the last update in the frame. */
  last = Number.NaN
  /** Id of the last update in the frame before. */
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
    this.bids.clear()
    this.asks.clear()
  }

  /** Sets all levels; false when the book cannot hold them exactly and must be dropped. */
  applyTo(book: Book): boolean {
    const { bids, asks } = this
    return !bids.isTooLong && !asks.isTooLong && book.setAll(bids, asks)
  }

  /** A copy to be kept, since this frame is reused. */
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

/**
 * Whole digits, as a number to 2^53, and decimals of a level number: digits, or digits, a dot and digits. Null where it
 * is none or absurdly long.
 */
function parseLevelDecimal(text: string, trims: boolean): { mantissa: number | bigint; decimals: number } | null {
  const parts = LEVEL_NUMBER.exec(text)
  if (parts === null) return null
  const sent = parts[2] ?? ''
  const fraction = trims ? sent.replace(/0+$/, '') : sent
  if (fraction.length > MAX_DECIMALS) return null
  const mantissa = BigInt(`${parts[1]}${fraction}`)
  if (mantissa > MOST_SIZE) return null
  const isWide = mantissa > BigInt(Number.MAX_SAFE_INTEGER)
  return { mantissa: isWide ? mantissa : Number(mantissa), decimals: fraction.length }
}
