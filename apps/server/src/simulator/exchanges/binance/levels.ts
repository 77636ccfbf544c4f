import { paddedText } from '../../market/decimal-text.ts'
import type { Listing } from '../../market/instrument.ts'
import type { Levels } from '../../wire/book-view.ts'

/** Binance prints every price and size with eight decimals. */
const WIDTH = 8

export const priceText = (listing: Listing, key: number): string =>
  paddedText(Math.abs(key), listing.priceDecimals, WIDTH)
export const sizeText = (listing: Listing, lots: number): string => paddedText(lots, listing.sizeDecimals, WIDTH)

/** `[["91250.01000000","0.50000000"],…]` */
export function levelsText(listing: Listing, levels: Levels): string {
  const parts = levels.keys.map(
    (key, i) => `["${priceText(listing, key)}","${sizeText(listing, levels.lots[i] as number)}"]`,
  )
  return `[${parts.join(',')}]`
}
