import type { OpportunityRow } from '@makas/contract'
import { isCapQuote } from '@makas/domain'
import { quantity } from '../../../shared/format/numbers.ts'
import { currencyOf } from '../../../shared/opportunity/list/list-store.ts'

/** Dollars that stand in the field at first, where the row carries so much. */
const USUAL = 100

/** What a row carries at most, in the currency of its trade. Of carry about: what its coins come to at the mark. */
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

/** What stands in the field at first, cut and never rounded up; in another currency than dollars all that the row carries. */
export function firstAmount(row: OpportunityRow): string {
  const most = mostOf(row)
  return quantity(isCapQuote(currencyOf(row)) ? Math.min(USUAL, most) : most)
}
