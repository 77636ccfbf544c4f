/**
 * Costs that the simulation deducts, in percent (CONST-24 to CONST-26): totals for the whole trade (formulas.md § 7,
 * G5) and constants, not the rates of any exchange. A row's own account never uses them.
 */
export const SIMULATED_COSTS = {
  spot: { fees: 0.1, slippage: 0.05 },
  tri: { fees: 0.3, slippage: 0.15 },
  /** `funding` comes with each payment, `borrow` is paid per year. A yield below `stopBelow` ends the position. */
  carry: { funding: 0.01, paymentsAYear: 3 * 365, borrow: 0.5, stopBelow: 4 },
} as const

export type SimulatedLine = {
  readonly kind: 'gross' | 'funding' | 'fees' | 'slippage' | 'borrow' | 'net'
  readonly percent: number
  /** Decimal text with two decimals; the last line is the sum of the others. */
  readonly amount: string
}

/** Simulates a trade of `amount` at a gross return in percent; the last line is the net. */
export function simulatedTrade(mode: 'spot' | 'tri', amount: number, grossPercent: number): readonly SimulatedLine[] {
  const { fees, slippage } = SIMULATED_COSTS[mode]
  return withNet(amount, [
    { kind: 'gross', percent: grossPercent },
    { kind: 'fees', percent: -fees },
    { kind: 'slippage', percent: -slippage },
  ])
}

/** Simulates a carry position with a notional of `amount` for a year; the last line is the net. */
export function simulatedCarry(amount: number): readonly SimulatedLine[] {
  const { funding, paymentsAYear, borrow } = SIMULATED_COSTS.carry
  return withNet(amount, [
    { kind: 'funding', percent: funding * paymentsAYear },
    { kind: 'borrow', percent: -borrow },
  ])
}

type Part = { readonly kind: Exclude<SimulatedLine['kind'], 'net'>; readonly percent: number }

/** Rounds each part to hundredths and takes the net as their sum, so that the shown digits add up. */
function withNet(amount: number, parts: readonly Part[]): readonly SimulatedLine[] {
  let sum = 0
  const lines = parts.map(({ kind, percent }): SimulatedLine => {
    // Amounts have two decimals and percents eight: a product in doubles is far from any half of a hundredth.
    const hundredths = Math.round(amount * percent)
    sum += hundredths
    return { kind, percent, amount: inHundredths(hundredths) }
  })
  return [
    ...lines,
    { kind: 'net', percent: parts.reduce((all, { percent }) => all + percent, 0), amount: inHundredths(sum) },
  ]
}

function inHundredths(count: number): string {
  const digits = String(Math.abs(count)).padStart(3, '0')
  return `${count < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Most of the demo balance that the trade of the tour takes, in dollars (CONST-01, STATE-13). */
const TOUR_MOST = 1_000

/** Amount of the tour's trade: the lesser of its most and the balance (STATE-13). */
export const tourAmount = (balance: number): number => Math.min(TOUR_MOST, balance)

/** Profit of an amount at a return in percent of the amount (STATE-14). */
export const tourProfit = (amount: number, returnPercent: number): number => (amount * returnPercent) / 100
