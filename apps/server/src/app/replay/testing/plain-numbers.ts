/**
 * Fractions and texts for the reference, sharing nothing with the product: a number is a pair of bigints [n, d] with d
 * > 0. Slow on purpose.
 */
export type Fraction = readonly [n: bigint, d: bigint]

export const whole = (n: bigint): Fraction => [n, 1n]
export const ZERO: Fraction = [0n, 1n]

/** Exact value of a decimal text, exponent and sign included. Throws on anything else. */
export function fraction(text: string): Fraction {
  const known = read.get(text)
  if (known !== undefined) return known
  const value = readFraction(text)
  read.set(text, value)
  return value
}
const read = new Map<string, Fraction>()

function readFraction(text: string): Fraction {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (parts === null) throw new Error(`no decimal: ${text}`)
  const [, sign = '', digits = '', decimals = '', exponent = '0'] = parts
  const shift = BigInt(exponent) - BigInt(decimals.length)
  const value = BigInt(`${sign}${digits}${decimals}`)
  return shift >= 0n ? [value * 10n ** shift, 1n] : [value, 10n ** -shift]
}

/** Where one denominator divides the other, the larger one is used, so that long sums of decimals stay short. */
export function plus(a: Fraction, b: Fraction): Fraction {
  if (a[1] % b[1] === 0n) return [a[0] + b[0] * (a[1] / b[1]), a[1]]
  if (b[1] % a[1] === 0n) return [a[0] * (b[1] / a[1]) + b[0], b[1]]
  return [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
}
export const negative = (a: Fraction): Fraction => [-a[0], a[1]]
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negative(b))
export const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]]
/** a / b, with `b` above zero. */
export const over = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]]
export const less = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1]
export const same = (a: Fraction, b: Fraction): boolean => a[0] * b[1] === b[0] * a[1]
export const lesser = (a: Fraction, b: Fraction): Fraction => (less(a, b) ? a : b)

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const size = (n: bigint) => (n < 0n ? -n : n)
export function lowest([n, d]: Fraction): Fraction {
  const common = gcd(size(n), d)
  return common === 0n ? [0n, 1n] : [n / common, d / common]
}

/** Least common multiple of two fractions above zero. */
export function commonMultiple(a: Fraction, b: Fraction): Fraction {
  const x = a[0] * b[1]
  const y = b[0] * a[1]
  return lowest([(x / gcd(x, y)) * y, a[1] * b[1]])
}

/** Decimal text without exponent or trailing zeros, or `p/q` in lowest terms. */
export function exact(value: Fraction): string {
  const [n, d] = lowest(value)
  let [rest, decimals] = [d, 0]
  // Each decimal place is one factor of two and one of five.
  for (; rest % 10n === 0n; decimals++) rest /= 10n
  for (const prime of [2n, 5n]) for (; rest % prime === 0n; decimals++) rest /= prime
  return rest === 1n ? pointed((n * 10n ** BigInt(decimals)) / d, decimals) : `${n}/${d}`
}

function pointed(scaled: bigint, decimals: number): string {
  if (decimals === 0) return String(scaled)
  const digits = String(size(scaled)).padStart(decimals + 1, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The nearest multiple of 10^-decimals, half to even; `decimals` may be negative. */
function nearest([n, d]: Fraction, decimals: number): Fraction {
  const up = decimals > 0 ? 10n ** BigInt(decimals) : 1n
  const down = decimals < 0 ? 10n ** BigInt(-decimals) : 1n
  const top = size(n) * up
  const bottom = d * down
  let units = top / bottom
  const rest = (top % bottom) * 2n
  if (rest > bottom || (rest === bottom && units % 2n === 1n)) units += 1n
  return [(n < 0n ? -units : units) * down, up]
}

/** A row's figure: half to even to 8 decimals. */
export const figure = (value: Fraction): number => Number(exact(nearest(value, 8)))

/** A row's price: half to even to 12 significant digits. */
export function price(value: Fraction): number {
  for (let decimals = 40; ; decimals--) {
    const rounded = nearest(value, decimals)
    const digits = exact(times(rounded, decimals > 0 ? [10n ** BigInt(decimals), 1n] : [1n, 10n ** BigInt(-decimals)]))
    if (digits.replace('-', '').length <= 12) return Number(exact(rounded))
  }
}

/** The number without trailing zeros: equal prices get one key. */
export function trimmed(text: string): string {
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(text)) return exact(fraction(text))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
