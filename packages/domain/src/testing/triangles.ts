import fc from 'fast-check'
import type { TriangularLegs } from '../detect/triangular/triangular.ts'
import { legOf } from './legs.ts'
import type { PlainTriangularLeg } from './plain-triangular.ts'

export type PlainTriangle = readonly [PlainTriangularLeg, PlainTriangularLeg, PlainTriangularLeg]

/** The plain legs as detection takes them. */
export function legsOf(plain: PlainTriangle): TriangularLegs {
  const [first, second, third] = plain.map((leg) => ({
    leg: legOf(leg.side === 'buy' ? 'asks' : 'bids', leg),
    side: leg.side,
  })) as unknown as TriangularLegs
  return [first, second, third]
}

/** Decimal text of a whole number of units of 10^-decimals. */
function text(units: number, decimals: number): string {
  if (decimals < 0) return text(units * 10 ** -decimals, 0)
  const digits = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Most of one order: lots, and value in units of the start asset's worth. */
type Maxima = { readonly maxQty: fc.Arbitrary<number | null>; readonly maxNotional: fc.Arbitrary<number | null> }
const NO_MAXIMA: Maxima = { maxQty: fc.constant(null), maxNotional: fc.constant(null) }
export const MAXIMA: Maxima = {
  maxQty: fc.constantFrom(null, null, null, null, 40, 700),
  maxNotional: fc.constantFrom(null, null, null, null, 150, 2_000),
}

/** A leg before its prices. Sizes, lots and minimums are in units of the start asset's worth. */
const shapeOf = (maxima: Maxima) =>
  fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    /** The price in units of 10^-decimals: four to six digits. */
    units: fc.integer({ min: 9_000, max: 900_000 }),
    decimals: fc.integer({ min: 2, max: 7 }),
    /** Each level is worse than the one before by some units of the price's last digit. */
    levels: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000 })), {
      minLength: 1,
      maxLength: 8,
    }),
    sizeDigits: fc.integer({ min: 0, max: 6 }),
    fee: fc.constantFrom('0', '0.00075', '0.001', '0.002', '0.008'),
    lot: fc.tuple(fc.constantFrom(1, 25, 3), fc.integer({ min: -1, max: 4 })),
    minQty: fc.constantFrom(null, 3, 20),
    minNotional: fc.constantFrom(null, null, 5, 100),
    ...maxima,
    multiplier: fc.constantFrom(1n, 1n, 1n, 1000n),
  })
type Shape = ReturnType<typeof shapeOf> extends fc.Arbitrary<infer T> ? T : never

/**
 * Three legs whose best prices multiply to about 1 + gap millionths: the other two legs give the price of the third.
 */
export function triangle(
  gap: { readonly min: number; readonly max: number },
  maxima = NO_MAXIMA,
): fc.Arbitrary<PlainTriangle> {
  const shape = shapeOf(maxima)
  return fc.tuple(shape, shape, shape, fc.integer(gap)).map(([first, second, third, millionths]) => {
    const before = rateOf(first) * rateOf(second)
    const rate = (1 + millionths / 1e6) / before
    const price = (third.side === 'buy' ? 1 / rate : rate) * Number(third.multiplier)
    // Six or seven significant digits, as exchanges have them.
    const decimals = Math.max(0, Math.min(15, 6 - Math.floor(Math.log10(price))))
    const solved = { ...third, units: Math.max(1, Math.round(price * 10 ** decimals)), decimals }
    // What one unit of the start asset is worth in the asset given to each leg, and in the asset got from it.
    const worth = [1, rateOf(first), before, 1]
    const at = (leg: Shape, index: number) => plain(leg, worth[index] as number, worth[index + 1] as number)
    return [at(first, 0), at(second, 1), at(solved, 2)]
  })
}

function rateOf({ side, units, decimals, multiplier }: Shape): number {
  const price = units / 10 ** decimals / Number(multiplier)
  return side === 'buy' ? 1 / price : price
}

function plain(leg: Shape, given: number, got: number): PlainTriangularLeg {
  const { side, units, decimals, levels, sizeDigits, fee, lot, minQty, minNotional, maxQty, maxNotional, multiplier } =
    leg
  const [base, quote] = side === 'buy' ? [got, given] : [given, got]
  // Units of the exchange for one unit of the start asset, and the decimals that make a digit about one such unit.
  const perStart = base / Number(multiplier)
  const magnitude = -Math.floor(Math.log10(perStart))
  const [digit, finer] = lot
  const lotDecimals = magnitude + finer
  const sizeDecimals = Math.max(0, Math.min(15, magnitude + sizeDigits))
  const texts: (readonly [string, string])[] = []
  let price = units
  for (const [step, size] of levels) {
    const whole = Math.round(perStart * size * 10 ** sizeDecimals)
    if (price > 0 && whole > 0 && whole < 2 ** 53) texts.push([text(price, decimals), text(whole, sizeDecimals)])
    price += side === 'buy' ? step : -step
  }
  return {
    side,
    levels: texts,
    fee,
    lot: text(digit, lotDecimals),
    minQty: minQty === null ? null : text(minQty, lotDecimals),
    minNotional: minNotional === null ? null : text(Math.ceil(quote * minNotional), 0),
    maxQty: maxQty === null ? null : text(maxQty, lotDecimals),
    maxNotional: maxNotional === null ? null : text(Math.ceil(quote * maxNotional), 0),
    multiplier,
  }
}
