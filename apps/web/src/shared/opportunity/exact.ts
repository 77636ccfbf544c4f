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

/** A level of a leg (coins, quote per coin), with the part that the size takes of the level. */
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

/** The levels of a leg, each with the part that the size takes; sizes of multiplied tickers are converted to coins. */
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

/** Notional of a leg at a size, in quote currency: the sum of price · quantity over the levels taken. */
export function notional(leg: EvidenceLeg, size: string): Ratio {
  return takenLevels(leg, size).reduce(
    (sum, { price, taken }) => add(sum, multiply(exactValue(price), exactValue(taken))),
    ZERO,
  )
}

/** Share of an amount in another amount, whole percent. Rounded down, so that a part never reads as 100. */
export function wholePercent(part: string, all: string): number {
  const { n, d } = divide(exactValue(part), exactValue(all))
  return Number((n * 100n) / d)
}

/** Number of decimals that shows all amounts exactly; null if an amount has endless decimals. */
export function placesOf(amounts: readonly string[]): number | null {
  if (amounts.some((amount) => amount.includes('/'))) return null
  return Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
}

/**
 * Amounts, of which the last is the sum of the others, as decimals that still add up. Exact if they need at most `most`
 * decimals. Else each is the difference of two rounded running sums: the first and the last are rounded correctly, and
 * no line is off by more than one unit of its last digit.
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

/** An exact text for readers: unchanged if it has at most 15 decimals, else rounded to 8. */
export function ending(text: string): string {
  const places = placesOf([text])
  return places !== null && places <= 15 ? text : decimalText(rounded(exactValue(text), 8))
}

/** The nearest double of an exact text; for drawing only. */
export function drawn(text: string): number {
  const [over, under] = text.split('/')
  return Number(over) / Number(under ?? 1)
}
