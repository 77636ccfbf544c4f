import type { EvidenceLeg } from '@makas/contract'
import {
  add,
  compare,
  type Decimal,
  decimalText,
  divide,
  exactText,
  multiply,
  ofDecimal,
  parseDecimal,
  type Ratio,
  ratio,
  rounded,
  subtract,
  ZERO,
} from '@makas/domain'

/** One level of a leg, in coins and quote per coin, with the part that the size takes of it. */
export type TakenLevel = { readonly price: string; readonly quantity: string; readonly taken: string }

/** Exact text of the wire (`8.12526` or `p/q`) as a fraction. Throws a RangeError for anything else. */
export function exactValue(text: string): Ratio {
  const parts = /^(-?\d+)\/(\d+)$/.exec(text)
  if (parts) return ratio(BigInt(parts[1] ?? ''), BigInt(parts[2] ?? ''))
  const value = parseDecimal(text)
  if (!value) throw new RangeError('evidence carries a text that is no exact value')
  return ofDecimal(value)
}

export const minus = (value: Ratio): Ratio => subtract(ZERO, value)

/** The levels of a leg with what the size takes of each; sizes of multiplied tickers are turned into coins. */
export function takenLevels(leg: EvidenceLeg, size: string): readonly TakenLevel[] {
  const multiplier = exactValue(leg.multiplier)
  let left = exactValue(size)
  return leg.levels.map(([price, quantity]) => {
    const coins = multiply(exactValue(quantity), multiplier)
    const taken = compare(left, coins) < 0 ? left : coins
    left = subtract(left, taken)
    return {
      price: exactText(divide(exactValue(price), multiplier)),
      quantity: exactText(coins),
      taken: exactText(taken),
    }
  })
}

/** Quote currency that the size moves on a leg: the sum of price · quantity over the levels it takes. */
export function notional(leg: EvidenceLeg, size: string): Ratio {
  return takenLevels(leg, size).reduce(
    (sum, { price, taken }) => add(sum, multiply(exactValue(price), exactValue(taken))),
    ZERO,
  )
}

/** Decimals that all amounts need so that the digits on screen add up; null where one has no end. */
export function placesOf(amounts: readonly string[]): number | null {
  if (amounts.some((amount) => amount.includes('/'))) return null
  return Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
}

/**
 * Amounts whose last is the sum of the others, as decimals that still add up: every digit where they need at most
 * `most` decimals, else each as the step between two rounded running sums. So the first and the last are rounded as
 * they should be, and no line is further off than one unit of its last digit.
 */
export function addingUp(amounts: readonly string[], most: number): readonly string[] {
  const places = placesOf(amounts)
  if (places !== null && places <= most) return amounts
  const shown: string[] = []
  let sum = ZERO
  let before: Decimal = { mantissa: 0n, decimals: most }
  for (const amount of amounts.slice(0, -1)) {
    sum = add(sum, exactValue(amount))
    const reached = rounded(sum, most)
    shown.push(decimalText({ mantissa: reached.mantissa - before.mantissa, decimals: most }))
    before = reached
  }
  return [...shown, decimalText(before)]
}

/** An exact text that a reader can take in: as it is where it ends within 15 decimals, else rounded to 8. */
export function ending(text: string): string {
  const places = placesOf([text])
  return places !== null && places <= 15 ? text : decimalText(rounded(exactValue(text), 8))
}

/** For drawing only: the nearest number of an exact text. */
export function drawn(text: string): number {
  const [over, under] = text.split('/')
  return Number(over) / Number(under ?? 1)
}
