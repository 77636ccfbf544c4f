import type { OpportunityRow } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'

/** Keys of Kraken are spot keys: the perpetual of a carry row cannot be traded with one (product-decisions.md 24). */
export const lacksFutures = (row: OpportunityRow): boolean =>
  row.mode === 'carry' && !EXCHANGE_FACTS[row.exchange].hasOneKey
