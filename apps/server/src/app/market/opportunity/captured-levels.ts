import { type BookSide, type BookSlot, type Decimal, decimalText, WIDE, wholeText } from '@makas/domain'

/** The untrimmed levels of one side, down to the last level that a size uses, as of one evaluation. */
export type CapturedLevels = {
  readonly prices: Float64Array
  readonly sizes: Float64Array
  /** Sizes beyond 2^53, by rank. */
  readonly wideSizes: ReadonlyMap<number, bigint>
  readonly priceDecimals: number
  readonly sizeDecimals: number
}

export function captureLevels(slot: BookSlot, side: BookSide, count: number): CapturedLevels {
  const prices = new Float64Array(count)
  const sizes = new Float64Array(count)
  side.read(0, count, prices, sizes)
  const { priceDecimals, sizeDecimals } = slot.book
  return { prices, sizes, wideSizes: wideSizesOf(side, prices, sizes), priceDecimals, sizeDecimals }
}

const NONE: ReadonlyMap<number, bigint> = new Map()

function wideSizesOf(side: BookSide, prices: Float64Array, sizes: Float64Array): ReadonlyMap<number, bigint> {
  if (!side.hasWideSizes) return NONE
  const wide = new Map<number, bigint>()
  for (const [rank, price] of prices.entries()) {
    if (sizes[rank] === WIDE) wide.set(rank, side.exactSize(price, WIDE))
  }
  return wide
}

/**
 * Levels as `[price, size]`, best first, in decimal text without trailing zeros; sizes in base units of the exchange,
 * contracts converted by `contractSize` (null: sizes are base units).
 */
export function levelTexts(levels: CapturedLevels, contractSize: Decimal | null): (readonly [string, string])[] {
  const { priceDecimals, sizeDecimals } = levels
  if (contractSize === null) {
    return Array.from(levels.prices, (price, rank) => [wholeText(price, priceDecimals), sizeText(levels, rank)])
  }
  return Array.from(levels.prices, (price, rank) => [
    wholeText(price, priceDecimals),
    decimalText({
      mantissa: exactSize(levels, rank) * contractSize.mantissa,
      decimals: sizeDecimals + contractSize.decimals,
    }),
  ])
}

const exactSize = ({ sizes, wideSizes }: CapturedLevels, rank: number) =>
  wideSizes.get(rank) ?? BigInt(sizes[rank] as number)

function sizeText({ sizes, wideSizes, sizeDecimals }: CapturedLevels, rank: number): string {
  const wide = wideSizes.get(rank)
  if (wide !== undefined) return decimalText({ mantissa: wide, decimals: sizeDecimals })
  return wholeText(sizes[rank] as number, sizeDecimals)
}

/** Whether two captures hold equal levels, even if their scales (numbers of decimals) differ. */
export function sameLevels(a: CapturedLevels, b: CapturedLevels): boolean {
  if (a.prices.length !== b.prices.length) return false
  if (a.priceDecimals === b.priceDecimals && a.sizeDecimals === b.sizeDecimals) {
    for (let rank = 0; rank < a.prices.length; rank++) {
      if (a.prices[rank] !== b.prices[rank] || a.sizes[rank] !== b.sizes[rank]) return false
      if (a.wideSizes.get(rank) !== b.wideSizes.get(rank)) return false
    }
    return true
  }
  const other = levelTexts(b, null)
  return levelTexts(a, null).every(([price, size], rank) => price === other[rank]?.[0] && size === other[rank]?.[1])
}
