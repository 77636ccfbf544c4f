import {
  assetOf,
  type Decimal,
  type FeeOverrides,
  type Instrument,
  isCapQuote,
  parseDecimal,
  takerFee,
} from '@makas/domain'
import type { Identity } from './market-leg.ts'

/** Names of an instrument by the reviewed identity table; null = not compared (product-decisions.md 26). */
export function identify({ exchange, market, baseTicker, quoteTicker }: Instrument): Identity | null {
  const base = assetOf(exchange, market, baseTicker)
  const quote = assetOf(exchange, market, quoteTicker)
  if (base === null || quote === null || quote.multiplier !== 1n || base.asset.id === quote.asset.id) return null
  const digits = base.multiplier.toString().length - 1
  return { base: base.asset.id, quote: quote.asset.id, multiplierDigits: digits }
}

/** The taker fee of an instrument by the public schedule and its overrides; null = unknown. */
export function feeOf(overrides: FeeOverrides | undefined) {
  return ({ exchange, market, specialFee }: Instrument, { base, quote }: Identity): Decimal | null => {
    const fee = takerFee({ exchange, market, base, quote, special: specialFee }, overrides)
    return fee === null ? null : parseDecimal(fee.fee)
  }
}

/** The cap of the buy leg's notional, for dollar quotes only (formulas.md § 1). */
export function capOf(cap: Decimal) {
  return (quote: string): Decimal | null => (isCapQuote(quote) ? cap : null)
}
