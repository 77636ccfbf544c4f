import type { OpportunityRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'
import { quantity } from '../../../shared/format/numbers.ts'
import { currencyOf } from '../../../shared/opportunity/list/list-store.ts'

/** Initial amount in dollars, where the row carries that much. */
const USUAL = 100

/** The most that a row carries, in the currency of its trade; for carry an estimate: its coins at the mark price. */
export function mostOf(row: OpportunityRow): number {
  switch (row.mode) {
    case 'spot':
      return row.volume
    case 'carry':
      return row.size * row.mark_price
    case 'tri':
      return row.executable_amount
  }
}

/** Initial amount, rounded down; in another currency than dollars all that the row carries. */
export function firstAmount(row: OpportunityRow): string {
  const most = mostOf(row)
  return quantity(isCapQuote(currencyOf(row)) ? Math.min(USUAL, most) : most)
}
