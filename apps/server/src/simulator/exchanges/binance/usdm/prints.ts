import { fixedText, paddedText, signedText } from '../../../market/decimal-text.ts'
import { RATE_DECIMALS } from '../../../market/funding.ts'
import type { Listing } from '../../../market/instrument.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import type { Levels } from '../../../wire/book-view.ts'

/** A price with the tick's decimals; spot prints eight. */
export const priceText = (listing: Listing, key: number): string => fixedText(Math.abs(key), listing.priceDecimals)
export const sizeText = (listing: Listing, lots: number): string => fixedText(lots, listing.sizeDecimals)

/** `[["91250.1","0.500"],…]` */
export function levelsText(listing: Listing, levels: Levels): string {
  const parts = levels.keys.map(
    (key, i) => `["${priceText(listing, key)}","${sizeText(listing, levels.lots[i] as number)}"]`,
  )
  return `[${parts.join(',')}]`
}

/** Marks, index prices and rates print eight decimals. */
export const markText = ({ terms }: Perpetual, ticks: number): string => paddedText(ticks, terms.markDecimals, 8)
export const rateText = (rate: number): string => signedText(rate / 10 ** (RATE_DECIMALS - 8), 8, fixedText)
