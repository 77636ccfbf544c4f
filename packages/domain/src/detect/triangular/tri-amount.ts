import { type Decimal, pow10 } from '../../money/decimal.ts'
import type { Ratio } from '../../money/ratio.ts'
import { tenPower } from '../../money/ten-power.ts'

/**
 * An exact amount of an asset on its way through a cycle, `n / (d · 10^e)`: powers of ten, which every unit brings
 * along, are kept apart, so that `d` stays 1 until a purchase without lots divides by a price.
 */
export type Amount = { readonly n: bigint; readonly d: bigint; readonly e: number }

export function amountOf({ mantissa, decimals }: Decimal): Amount {
  return { n: mantissa, d: 1n, e: decimals }
}

/** An amount as a fraction `n / d` of units of 10^-decimals. */
export function inUnits({ n, d, e }: Amount, decimals: number): { readonly n: bigint; readonly d: bigint } {
  if (e === decimals) return { n, d }
  return e < decimals ? { n: n * pow10(decimals - e), d } : { n, d: d * pow10(e - decimals) }
}

/** The product of an amount and a decimal share, such as 1 − fee. */
export function share({ n, d, e }: Amount, { mantissa, decimals }: Decimal): Amount {
  return { n: n * mantissa, d, e: e + decimals }
}

/** The amount of which the given amount is this share. */
export function whole({ n, d, e }: Amount, { mantissa, decimals }: Decimal): Amount {
  if (e >= decimals) return { n, d: d * mantissa, e: e - decimals }
  return { n: n * pow10(decimals - e), d: d * mantissa, e: 0 }
}

export function difference(a: Amount, b: Amount): Amount {
  const e = Math.max(a.e, b.e)
  const x = inUnits(a, e)
  const y = inUnits(b, e)
  return x.d === y.d ? { n: x.n - y.n, d: x.d, e } : { n: x.n * y.d - y.n * x.d, d: x.d * y.d, e }
}

export function ratioOf({ n, d, e }: Amount): Ratio {
  return { n, d: d === 1n ? pow10(e) : d * pow10(e) }
}

/** How many times `b` is in `a`. */
export function timesIn(a: Amount, b: Amount): Ratio {
  const e = Math.max(a.e, b.e)
  const x = inUnits(a, e)
  const y = inUnits(b, e)
  return { n: x.n * y.d, d: x.d * y.n }
}

/** An amount as a double; NaN, for which every comparison fails, where a part of it exceeds a double. */
export function about({ n, d, e }: Amount): number {
  const above = Number(n)
  const below = d === 1n ? 1 : Number(d)
  return Number.isFinite(above) && Number.isFinite(below) ? (above / below) * tenPower(-e) : Number.NaN
}
