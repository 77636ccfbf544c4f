import { decimalText, divide, multiply, ofDecimal, parseDecimal, rounded, subtract } from '@makas/domain'

/** Decimals of a daily change in percent: more than a screen shows. */
const DECIMALS = 4

/** Percent change from an opening price to the last one, rounded to 4 decimals; null when one is no price above zero. */
export function percentChange(open: string | null, last: string | null): string | null {
  const from = parseDecimal(open ?? '')
  const to = parseDecimal(last ?? '')
  if (from === null || to === null || from.mantissa <= 0n || to.mantissa <= 0n) return null
  const change = divide(subtract(ofDecimal(to), ofDecimal(from)), ofDecimal(from))
  return decimalText(rounded(multiply(change, { n: 100n, d: 1n }), DECIMALS))
}

/** A fraction (`0.0015`) as percent (`0.15`), exactly; null when it is no number. */
export function percentOf(fraction: string | null): string | null {
  const value = parseDecimal(fraction ?? '')
  return value === null ? null : decimalText({ mantissa: value.mantissa * 100n, decimals: value.decimals })
}
