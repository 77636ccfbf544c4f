import type { OpportunityRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'
import { quantity } from '../../../shared/format/numbers.ts'
import { currencyOf, factsOf } from '../../../shared/opportunity/modes/modes.ts'

/** Initial amount in dollars, where the row carries that much. */
const USUAL = 100

/** The most that a row carries, in the currency of its trade. */
export const mostOf = (row: OpportunityRow) => factsOf(row.mode).most(row)

/** Initial amount, rounded down; in another currency than dollars all that the row carries. */
export function firstAmount(row: OpportunityRow): string {
  const most = mostOf(row)
  return quantity(isCapQuote(currencyOf(row)) ? Math.min(USUAL, most) : most)
}
