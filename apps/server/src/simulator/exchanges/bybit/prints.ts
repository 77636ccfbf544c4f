import { fixedText, shortText, signedText } from '../../market/decimal-text.ts'
import { RATE_DECIMALS } from '../../market/funding.ts'
import type { Listing } from '../../market/instrument.ts'
import type { Perpetual } from '../../market/perpetual.ts'
import type { Levels } from '../../wire/book-view.ts'

/** Spot prints no trailing zeros, linear all decimals of the step. */
const textOf = ({ kind }: Listing) => (kind === 'spot' ? shortText : fixedText)

export const priceText = (listing: Listing, key: number): string =>
  textOf(listing)(Math.abs(key), listing.priceDecimals)
/** A removed level has size `0` in both categories. */
export const sizeText = (listing: Listing, lots: number): string =>
  lots === 0 ? '0' : textOf(listing)(lots, listing.sizeDecimals)

/** `[["65114.30","10.470"],…]` */
export function levelsText(listing: Listing, levels: Levels): string {
  const parts = levels.keys.map(
    (key, i) => `["${priceText(listing, key)}","${sizeText(listing, levels.lots[i] as number)}"]`,
  )
  return `[${parts.join(',')}]`
}

export const markText = ({ terms }: Perpetual, ticks: number): string => fixedText(ticks, terms.markDecimals)
export const rateText = (rate: number): string => signedText(rate, RATE_DECIMALS)
