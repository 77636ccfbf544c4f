import { type Decimal, mantissaAt, parseExact, pow10 } from '../money/decimal.ts'

/** One side of a book with its trading rules, as it was captured: exact texts in the exchange's own units. */
export type CapturedSide = {
  /** Best first, `[price, size]`. */
  readonly levels: readonly (readonly [string, string])[]
  /** 10^multiplier_digits coins are one unit of the exchange. */
  readonly multiplier_digits: number
  readonly fee: string
  readonly lot_step: string
  readonly min_qty: string | null
  readonly min_notional: string | null
  /** Largest order that the exchange takes, by quantity and by value; left out where it is unknown. */
  readonly max_qty?: string | null | undefined
  readonly max_notional?: string | null | undefined
  /** Step of prices; left out where it is unknown. */
  readonly tick?: string | null | undefined
}

/**
 * Numbers of decimals at which all prices per coin, and all quantities of coins, of the given sides are whole numbers.
 */
export type CapturedScale = { readonly price: number; readonly size: number }

/** The smallest scale for both sides and for a quantity of coins. */
export function capturedScale(sides: readonly CapturedSide[], size: Decimal): CapturedScale {
  const scale = { price: 0, size: size.decimals }
  for (const side of sides) {
    const digits = side.multiplier_digits
    const quantities = [side.lot_step, side.min_qty, side.max_qty].filter((one) => one != null)
    for (const quantity of quantities) scale.size = Math.max(scale.size, parseExact(quantity).decimals)
    for (const [price, quantity] of side.levels) {
      scale.price = Math.max(scale.price, parseExact(price).decimals + digits)
      scale.size = Math.max(scale.size, parseExact(quantity).decimals)
    }
  }
  return scale
}

/** Units of an exchange as whole coins of the scale. */
export const capturedCoins = (units: string, side: CapturedSide, scale: CapturedScale): bigint =>
  mantissaAt(parseExact(units), scale.size) * pow10(side.multiplier_digits)

/** Levels as whole numbers of the scale, per coin. */
export function capturedLevels(side: CapturedSide, scale: CapturedScale): readonly { price: bigint; size: bigint }[] {
  return side.levels.map(([price, size]) => ({
    price: mantissaAt(parseExact(price), scale.price - side.multiplier_digits),
    size: capturedCoins(size, side, scale),
  }))
}

/**
 * The side with only as many levels as hold that quantity of coins. A fill of the quantity is the same from both sides.
 */
export function capturedFor(size: string, side: CapturedSide): CapturedSide {
  const wanted = parseExact(size)
  const scale = capturedScale([side], wanted)
  const most = mantissaAt(wanted, scale.size)
  let held = 0n
  const last = capturedLevels(side, scale).findIndex((level) => {
    held += level.size
    return held >= most
  })
  return last === -1 ? side : { ...side, levels: side.levels.slice(0, last + 1) }
}
