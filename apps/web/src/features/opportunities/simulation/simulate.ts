import type { OpportunityRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'
import { currencyOf } from '../../../shared/opportunity/list/list-store.ts'

/** Assumed costs in percent (CONST-24 to CONST-26), read as totals for the whole trade (formulas.md § 7, G5). */
export const ASSUMED = {
  spot: { fees: 0.1, slippage: 0.05 },
  tri: { fees: 0.3, slippage: 0.15 },
  carry: { funding: 0.01, paymentsAYear: 3 * 365, borrow: 0.5, stopBelow: 4 },
} as const

/** Limits of a low yield, percent (CONST-27). */
const LOW = { roi: 1, apy: 6 } as const

/** Bounds and default of the amount (VALID-23). */
export const AMOUNTS = { least: 100, most: 50_000, usual: 1000 } as const

/** Currency of the amount and its bounds: the row's own where that is a dollar, else USD. */
export function amountCurrency(row: OpportunityRow): string {
  const currency = currencyOf(row)
  return isCapQuote(currency) ? currency : 'USD'
}

export type SimulatedLine = {
  readonly kind: 'gross' | 'funding' | 'fees' | 'slippage' | 'borrow' | 'net'
  readonly percent: number
  /** Decimal text with two decimals; the last line is the sum of the others. */
  readonly amount: string
}

/** Applies fixed assumptions to a row's received gross, or to a carry's yearly return; the last line is the net. */
export function simulate(row: OpportunityRow, amount: number): readonly SimulatedLine[] {
  switch (row.mode) {
    case 'spot':
      return added(amount, [
        { kind: 'gross', percent: row.spread },
        { kind: 'fees', percent: -ASSUMED.spot.fees },
        { kind: 'slippage', percent: -ASSUMED.spot.slippage },
      ])
    case 'tri':
      return added(amount, [
        { kind: 'gross', percent: row.gross_roi },
        { kind: 'fees', percent: -ASSUMED.tri.fees },
        { kind: 'slippage', percent: -ASSUMED.tri.slippage },
      ])
    case 'carry':
      return added(amount, [
        { kind: 'funding', percent: ASSUMED.carry.funding * ASSUMED.carry.paymentsAYear },
        { kind: 'borrow', percent: -ASSUMED.carry.borrow },
      ])
  }
}

type Part = { readonly kind: Exclude<SimulatedLine['kind'], 'net'>; readonly percent: number }

/** Rounds each part to hundredths and takes the net as their sum, so that the shown digits add up. */
function added(amount: number, parts: readonly Part[]): readonly SimulatedLine[] {
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

/** Whether the listed yield is so low that a small move may eat it (CONST-27). */
export function isLowYield(row: OpportunityRow): boolean {
  switch (row.mode) {
    case 'spot':
      return row.net_roi <= LOW.roi
    case 'carry':
      return row.net_apy <= LOW.apy
    case 'tri':
      return false
  }
}
