import type { OpportunityRow } from '@makas/contract'
import { isCapQuote, type SimulatedLine, simulatedCarry, simulatedTrade } from '@makas/domain'
import { currencyOf } from '../../../shared/opportunity/list/list-store.ts'

/** Limits of a low yield, percent (CONST-27). */
const LOW = { roi: 1, apy: 6 } as const

/** Bounds and default of the amount (VALID-23). */
export const AMOUNTS = { least: 100, most: 50_000, usual: 1000 } as const

/** Currency of the amount and its bounds: the row's own where that is a dollar, else USD. */
export function amountCurrency(row: OpportunityRow): string {
  const currency = currencyOf(row)
  return isCapQuote(currency) ? currency : 'USD'
}

/** Applies the fixed costs to a row's received gross, or to a carry's yearly return; the last line is the net. */
export function simulate(row: OpportunityRow, amount: number): readonly SimulatedLine[] {
  switch (row.mode) {
    case 'spot':
      return simulatedTrade('spot', amount, row.spread)
    case 'tri':
      return simulatedTrade('tri', amount, row.gross_roi)
    case 'carry':
      return simulatedCarry(amount)
  }
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
