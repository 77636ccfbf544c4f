import { type BookSide, type BookSlot, type Decimal, decimalText, wholeText } from '@makas/domain'

/** The untrimmed levels of one side, down to the last one that a size uses, as of one evaluation. */
export type CapturedLevels = {
  readonly prices: Float64Array
  readonly sizes: Float64Array
  readonly priceDecimals: number
  readonly sizeDecimals: number
}

export function captureLevels(slot: BookSlot, side: BookSide, count: number): CapturedLevels {
  const prices = new Float64Array(count)
  const sizes = new Float64Array(count)
  side.read(0, count, prices, sizes)
  return { prices, sizes, priceDecimals: slot.book.priceDecimals, sizeDecimals: slot.book.sizeDecimals }
}

/**
 * Levels as `[price, size]`, best first, in decimal text without trailing zeros; sizes in base units of the exchange,
 * contracts converted by `contractSize` (null: sizes are base units).
 */
export function levelTexts(levels: CapturedLevels, contractSize: Decimal | null): (readonly [string, string])[] {
  const { priceDecimals, sizeDecimals } = levels
  if (contractSize === null) {
    return Array.from(levels.prices, (price, rank) => [
      wholeText(price, priceDecimals),
      wholeText(levels.sizes[rank] as number, sizeDecimals),
    ])
  }
  return Array.from(levels.prices, (price, rank) => [
    wholeText(price, priceDecimals),
    decimalText({
      mantissa: BigInt(levels.sizes[rank] as number) * contractSize.mantissa,
      decimals: sizeDecimals + contractSize.decimals,
    }),
  ])
}

/** Whether two captures hold equal levels, even if their scales (numbers of decimals) differ. */
export function sameLevels(a: CapturedLevels, b: CapturedLevels): boolean {
  if (a.prices.length !== b.prices.length) return false
  if (a.priceDecimals === b.priceDecimals && a.sizeDecimals === b.sizeDecimals) {
    for (let rank = 0; rank < a.prices.length; rank++) {
      if (a.prices[rank] !== b.prices[rank] || a.sizes[rank] !== b.sizes[rank]) return false
    }
    return true
  }
  const other = levelTexts(b, null)
  return levelTexts(a, null).every(([price, size], rank) => price === other[rank]?.[0] && size === other[rank]?.[1])
}
