import { type Decimal, pow10 } from '../money/decimal.ts'
import type { Ratio } from '../money/ratio.ts'
import { tenPower } from '../money/ten-power.ts'

/**
 * An exact amount of an asset on its way through a cycle, `n / (d · 10^e)`: the powers of ten, which every unit brings
 * along, are kept apart, so that `d` is 1 until an amount is bought that no lots are made of.
 */
export type Amount = { readonly n: bigint; readonly d: bigint; readonly e: number }

export function amountOf({ mantissa, decimals }: Decimal): Amount {
  return { n: mantissa, d: 1n, e: decimals }
}

/** The same with `e` decimals: `n / d` units of 10^-e. */
export function inUnits({ n, d, e }: Amount, decimals: number): { readonly n: bigint; readonly d: bigint } {
  if (e === decimals) return { n, d }
  return e < decimals ? { n: n * pow10(decimals - e), d } : { n, d: d * pow10(e - decimals) }
}

/** What a share of so many decimals, such as what a fee leaves, is of an amount. */
export function share({ n, d, e }: Amount, { mantissa, decimals }: Decimal): Amount {
  return { n: n * mantissa, d, e: e + decimals }
}

/** The amount of which a share is this. */
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

/** As a double; NaN, which decides nothing, where a part of it is no double any more. */
export function about({ n, d, e }: Amount): number {
  const above = Number(n)
  const below = d === 1n ? 1 : Number(d)
  return Number.isFinite(above) && Number.isFinite(below) ? (above / below) * tenPower(-e) : Number.NaN
}
