import { type Book, type Cycles, isSell, type Leg, marketOf } from '@makas/domain'
import { VALUE_USD } from './triangular-market.ts'

/** Start amount of every cycle, in dollars, as the user of a bot would set it. */
const INVESTMENT = 1_000
/** Share that a taker fee of 0.1 % leaves of a conversion. */
export const KEPT = 0.999

/** One conversion of a cycle. */
type Step = { readonly book: Book; readonly isSell: boolean; readonly priceUnit: number; readonly sizeUnit: number }
/** A cycle with its start amount, in its start asset. */
export type Walk = { readonly amount: number; readonly steps: readonly [Step, Step, Step] }

export function walkOf(cycles: Cycles, cycle: number, legs: readonly Leg[]): Walk {
  const step = (at: number): Step => {
    const conversion = cycles.conversions[cycle * 3 + at] as number
    const { book } = (legs[marketOf(conversion)] as Leg).slot
    const [priceUnit, sizeUnit] = [10 ** -book.priceDecimals, 10 ** -book.sizeDecimals]
    return { book, isSell: isSell(conversion), priceUnit, sizeUnit }
  }
  const start = VALUE_USD[cycles.assets[cycle * 3] as string] as number
  return { amount: INVESTMENT / start, steps: [step(0), step(1), step(2)] }
}

/** Whether a walk through the levels of three books returns more than the start amount. */
export function gains({ amount, steps: [first, second, third] }: Walk): boolean {
  return convert(convert(convert(amount, first), second), third) > amount
}

/** Walks the levels of a side with an amount; returns the proceeds after the fee, 0 where the levels do not suffice. */
function convert(amount: number, { book, isSell, priceUnit, sizeUnit }: Step): number {
  const side = isSell ? book.bids : book.asks
  let rest = amount
  let got = 0
  for (let rank = 0; rank < side.count; rank++) {
    const price = side.priceAt(rank) * priceUnit
    const size = side.sizeAt(rank) * sizeUnit
    const taken = isSell ? size : size * price
    if (taken >= rest) return (got + (isSell ? rest * price : rest / price)) * KEPT
    rest -= taken
    got += isSell ? size * price : size
  }
  return 0
}
