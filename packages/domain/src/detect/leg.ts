import type { BookSlot } from '../book/book-slot.ts'
import { type Decimal, mantissaAt, pow10 } from '../money/decimal.ts'

/** The rules under which one instrument trades, in the exchange's own units. */
export type LegTerms = {
  /** Taker fee as a fraction of the quote amount. */
  readonly fee: Decimal
  /** Lot and minimums count base units, also where the book's sizes are contracts. */
  readonly lotStep: Decimal
  readonly minQty: Decimal | null
  readonly minNotional: Decimal | null
  /** Largest order that the exchange takes; left out, or null, where its list states no limit. */
  readonly maxQty?: Decimal | null
  readonly maxNotional?: Decimal | null
  /** Most open orders of an account on the instrument. */
  readonly maxOpenOrders?: number | null
  /** Step of prices, quote per unit of the exchange. */
  readonly tick?: Decimal | null
  /** 10^multiplierDigits coins are one unit of the exchange (1000PEPE: 3); prices are per unit. */
  readonly multiplierDigits: number
  /** Base units of one contract where the book's sizes are contracts (OKX swaps); null where they are base units. */
  readonly contractSize: Decimal | null
}

/**
 * A proven book with the terms under which its levels can be taken. The account says which side of the book is taken.
 */
export type Leg = { readonly slot: BookSlot; readonly terms: LegTerms }

/** Common scale of several legs: prices per coin and sizes in coins become whole numbers, exactly. */
export type Scale = { readonly price: number; readonly size: number }

/** The smallest scale at which every level, lot and minimum of the legs is a whole number. */
export function commonScale(legs: readonly Leg[]): Scale {
  let price = 0
  let size = 0
  for (const { slot, terms } of legs) {
    const digits = terms.multiplierDigits
    price = Math.max(price, slot.book.priceDecimals + digits)
    const contractDecimals = terms.contractSize?.decimals ?? 0
    size = Math.max(size, slot.book.sizeDecimals + contractDecimals - digits, terms.lotStep.decimals - digits)
    if (terms.minQty !== null) size = Math.max(size, terms.minQty.decimals - digits)
  }
  return { price, size }
}

export const ONE_UNIT: Decimal = { mantissa: 1n, decimals: 0 }

/** A quantity in base units of the exchange as coins at the scale. */
export function coins(quantity: Decimal, leg: Leg, scale: Scale): bigint {
  return mantissaAt(quantity, scale.size + leg.terms.multiplierDigits)
}

/** Whether a leg's own Σ(p·q) reaches its minimum notional, if it has one. */
export function reaches(notional: bigint, leg: Leg, scale: Scale): boolean {
  const minimum = leg.terms.minNotional
  if (minimum === null) return true
  const decimals = scale.price + scale.size
  return minimum.decimals <= decimals
    ? notional >= mantissaAt(minimum, decimals)
    : notional * pow10(minimum.decimals - decimals) >= minimum.mantissa
}

export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let x = a
  let y = b
  while (y !== 0n) [x, y] = [y, x % y]
  return (a / x) * b
}
