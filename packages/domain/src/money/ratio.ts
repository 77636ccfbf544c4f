import { type Decimal, decimalText, parseExact, pow10 } from './decimal.ts'

/** An exact fraction `n / d` with `d > 0`, not necessarily in lowest terms (reduced only where it is shown). */
export type Ratio = { readonly n: bigint; readonly d: bigint }

export const ZERO: Ratio = { n: 0n, d: 1n }
export const ONE: Ratio = { n: 1n, d: 1n }

/** Builds a fraction with a positive denominator. Throws a RangeError for a zero denominator. */
export function ratio(n: bigint, d: bigint = 1n): Ratio {
  if (d === 0n) throw new RangeError('a fraction has no zero denominator')
  return d < 0n ? { n: -n, d: -d } : { n, d }
}

export function ofDecimal(value: Decimal): Ratio {
  return { n: value.mantissa, d: pow10(value.decimals) }
}

/**
 * The fraction that a decimal text states.
 *
 * @throws RangeError where the text is no decimal
 */
export const ratioOfText = (text: string): Ratio => ofDecimal(parseExact(text))

export function add(a: Ratio, b: Ratio): Ratio {
  return a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
}

export function subtract(a: Ratio, b: Ratio): Ratio {
  return a.d === b.d ? { n: a.n - b.n, d: a.d } : { n: a.n * b.d - b.n * a.d, d: a.d * b.d }
}

export function multiply(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.n, d: a.d * b.d }
}

export function divide(a: Ratio, b: Ratio): Ratio {
  return ratio(a.n * b.d, a.d * b.n)
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The decimals of the powers of ten. */
const PLACES: ReadonlyMap<bigint, number> = new Map(Array.from({ length: 100 }, (_, places) => [pow10(places), places]))

/** The fraction in lowest terms. */
export function lowest({ n, d }: Ratio): Ratio {
  let a = n < 0n ? -n : n
  let b = d
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 1n || a === 0n ? { n: a === 0n ? 0n : n, d: a === 0n ? 1n : d } : { n: n / a, d: d / a }
}

/**
 * The exact value as text (http-and-settings.md, Evidence): a decimal without exponent or trailing zeros where it is
 * finite, else the fraction `p/q` in lowest terms.
 */
export function exactText(value: Ratio): string {
  // Most denominators are powers of ten: their text needs no lowest terms.
  const places = PLACES.get(value.d)
  if (places !== undefined) return decimalText({ mantissa: value.n, decimals: places })
  const { n, d } = lowest(value)
  let rest = d
  let twos = 0
  let fives = 0
  while (rest % 2n === 0n) {
    rest /= 2n
    twos++
  }
  while (rest % 5n === 0n) {
    rest /= 5n
    fives++
  }
  if (rest !== 1n) return `${n}/${d}`
  const decimals = Math.max(twos, fives)
  return decimalText({ mantissa: (n * pow10(decimals)) / d, decimals })
}
