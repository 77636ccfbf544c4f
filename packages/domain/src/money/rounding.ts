import { type Decimal, decimalText, pow10 } from './decimal.ts'
import type { Ratio } from './ratio.ts'

/** Rounds `n / d` (`d > 0`) to a whole number, half to even. The product rounds nowhere else. */
function roundHalfEven(n: bigint, d: bigint): bigint {
  const negative = n < 0n
  const size = negative ? -n : n
  let whole = size / d
  const twice = (size % d) * 2n
  if (twice > d || (twice === d && whole % 2n === 1n)) whole += 1n
  return negative ? -whole : whole
}

/** Rounded half to even to a number of decimals. */
export function rounded(value: Ratio, decimals: number): Decimal {
  return { mantissa: roundHalfEven(value.n * pow10(decimals), value.d), decimals }
}

/** A figure for a row's field: half to even to 8 decimals, as the nearest JSON number (http-and-settings.md, HTTP). */
export function rowNumber(value: Ratio): number {
  return nearest(rounded(value, 8))
}

/**
 * A price for a row: half to even to 12 significant digits, as the nearest JSON number (http-and-settings.md, HTTP).
 */
export function rowPrice(value: Ratio): number {
  return nearest(significant(value, 12))
}

const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)
/** Most decimals whose power of ten a number holds exactly. */
const EXACT_POWERS = 22

/**
 * The number nearest to a decimal. Where both numbers are exact, their division is the nearest number and needs no
 * text.
 */
function nearest(value: Decimal): number {
  const { mantissa, decimals } = value
  const isExact = decimals <= EXACT_POWERS && mantissa <= MOST_EXACT && mantissa >= -MOST_EXACT
  return isExact ? Number(mantissa) / 10 ** decimals : Number(decimalText(value))
}

/** Rounded half to even to a number of significant digits. */
export function significant(value: Ratio, digits: number): Decimal {
  if (value.n === 0n) return { mantissa: 0n, decimals: 0 }
  const size = value.n < 0n ? -value.n : value.n
  // The first guess of the magnitude is off by at most one; rounding up to a further digit stays exact.
  let decimals = digits - (size.toString().length - value.d.toString().length)
  let result = scaled(value, decimals)
  while (length(result) > digits) result = scaled(value, --decimals)
  return decimals >= 0 ? { mantissa: result, decimals } : { mantissa: result * pow10(-decimals), decimals: 0 }
}

function scaled(value: Ratio, decimals: number): bigint {
  return decimals >= 0
    ? roundHalfEven(value.n * pow10(decimals), value.d)
    : roundHalfEven(value.n, value.d * pow10(-decimals))
}

const length = (value: bigint) => (value < 0n ? -value : value).toString().length
