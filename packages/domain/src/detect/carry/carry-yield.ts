import { type Decimal, decimalText } from '../../money/decimal.ts'
import { add, lowest, ONE, type Ratio } from '../../money/ratio.ts'
import { significant } from '../../money/rounding.ts'
import { leastCommonMultiple } from '../leg.ts'
import { wholeDays } from './carry-account.ts'

const YEAR_DAYS = 365n
/** Decimals of a yield in percent: the last digit is 10^-10 of the capital. */
const DECIMALS = 8
const UNITS = 10n ** 10n
/** Fraction bits of the quick comparison: with bounds this tight only ties and near-ties need the exact one. */
const POINT = 256n

/**
 * The net APY in percent, `100·((1 + netReturn)^(365/days) − 1)`, rounded half to even to 8 decimals and correct to the
 * last of them. The power is irrational in general, so it is never computed: a floating-point guess is compared with
 * its neighbours in whole numbers, and only the right one passes. Null where more than the capital is lost, which no
 * year can compound, and where the yield is beyond what a JSON number holds.
 */
export function netApyPercent(netReturn: Ratio, days: number): Decimal | null {
  const hold = wholeDays(days)
  const growth = add(ONE, netReturn)
  if (growth.n < 0n) return null
  const common = leastCommonMultiple(YEAR_DAYS, hold)
  const power = { up: common / hold, root: common / YEAR_DAYS }
  const guess = Number(UNITS) * Math.exp((Number(power.up) / Number(power.root)) * Math.log(near(growth)))
  if (!Number.isFinite(guess)) return null
  const units = nearestEven(BigInt(Math.round(guess)), comparison(growth, power))
  return { mantissa: units - UNITS, decimals: DECIMALS }
}

/** The nearest double; only for the guess. */
const near = (value: Ratio): number => Number(decimalText(significant(value, 17)))

/** The whole number next to a value ≥ 0, half to even, found from a guess by asking how the value compares with n/2. */
function nearestEven(guess: bigint, compareWithHalves: (halves: bigint) => number): bigint {
  // The result is the least m that is enough: the value lies below m + 1/2, or on it with an even m.
  const isEnough = (m: bigint) => {
    const order = compareWithHalves(2n * m + 1n)
    return order < 0 || (order === 0 && m % 2n === 0n)
  }
  let enough = guess
  let step = 1n
  while (!isEnough(enough)) {
    enough += step
    step *= 2n
  }
  let tooLittle = enough - 1n
  step = 1n
  while (tooLittle >= 0n && isEnough(tooLittle)) {
    enough = tooLittle
    tooLittle -= step
    step *= 2n
  }
  if (tooLittle < -1n) tooLittle = -1n
  while (enough - tooLittle > 1n) {
    const middle = (enough + tooLittle) / 2n
    if (isEnough(middle)) enough = middle
    else tooLittle = middle
  }
  return enough
}

type Power = { readonly up: bigint; readonly root: bigint }

/**
 * Compares `UNITS · growth^(up/root)` with `halves/2`: both sides to the power of `root`, first between bounds, then,
 * where those overlap, with every digit.
 */
function comparison(growth: Ratio, { up, root }: Power): (halves: bigint) => number {
  const grown = raised(bounds(growth.n, growth.d), up)
  return (halves) => {
    const asked = raised(bounds(halves, 2n * UNITS), root)
    if (grown.above < asked.below) return -1
    if (grown.below > asked.above) return 1
    const { n, d } = lowest(growth)
    const left = (2n * UNITS) ** root * n ** up
    const right = halves ** root * d ** up
    return left < right ? -1 : left > right ? 1 : 0
  }
}

/** A value between two whole multiples of 2^-POINT. */
type Bounds = { readonly below: bigint; readonly above: bigint }

function bounds(n: bigint, d: bigint): Bounds {
  const below = (n << POINT) / d
  return { below, above: below + 1n }
}

const product = (a: Bounds, b: Bounds): Bounds => ({
  below: (a.below * b.below) >> POINT,
  above: ((a.above * b.above) >> POINT) + 1n,
})

/** By repeated squaring; the exponent is at least 1. */
function raised(base: Bounds, exponent: bigint): Bounds {
  if (exponent === 1n) return base
  const half = raised(base, exponent / 2n)
  const squared = product(half, half)
  return exponent % 2n === 0n ? squared : product(squared, base)
}
