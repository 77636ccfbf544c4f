import { compare, divide, multiply, type Ratio, ratio, subtract } from '../money/ratio.ts'

/**
 * Costs that the practice dialogs deduct from a trade, percent of its amount (CONST-24, CONST-25). They are totals for
 * the whole trade and constants, not the rates of any exchange: a row's own account never uses them.
 */
const TAKEN = {
  spot: { fees: ratio(10n, 100n), slippage: ratio(5n, 100n) },
  tri: { fees: ratio(30n, 100n), slippage: ratio(15n, 100n) },
} as const

/** Assumed borrowing cost of carry, percent of the notional a year (CONST-26). */
const BORROW_PERCENT = ratio(50n, 100n)
const YEAR_HOURS = 8_760n
const HUNDRED = ratio(100n)

/** The tour's trade (CONST-01): the most that it takes of the demo balance, in dollars, and its profit in percent. */
const TOUR_MOST = ratio(1_000n)
const TOUR_PERCENT = ratio(75n, 100n)

/** Profit of a practice trade of `amount` at a gross return in percent, in the asset of the amount. */
export function simulatedProfit(mode: 'spot' | 'tri', amount: Ratio, grossPercent: Ratio): Ratio {
  const { fees, slippage } = TAKEN[mode]
  return multiply(amount, hundredth(subtract(subtract(grossPercent, fees), slippage)))
}

/** Yield in percent a year on the notional, of a funding rate in percent that is paid every `intervalHours`. */
export function simulatedCarry(
  ratePercent: Ratio,
  intervalHours: number,
): { readonly gross: Ratio; readonly net: Ratio } {
  if (!Number.isSafeInteger(intervalHours) || intervalHours <= 0) {
    throw new RangeError(`no whole hours: ${intervalHours}`)
  }
  const gross = multiply(ratePercent, ratio(YEAR_HOURS, BigInt(intervalHours)))
  return { gross, net: subtract(gross, BORROW_PERCENT) }
}

/** Profit of the tour's trade with a demo balance. */
export function tourProfit(balance: Ratio): Ratio {
  return multiply(compare(balance, TOUR_MOST) > 0 ? TOUR_MOST : balance, hundredth(TOUR_PERCENT))
}

const hundredth = (percent: Ratio): Ratio => divide(percent, HUNDRED)
