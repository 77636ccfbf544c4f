import type { OpportunityRow } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'

/** Kraken's keys are for spot alone: no key trades the perpetual of a carry row there (product-decisions.md 24). */
export const lacksFutures = (row: OpportunityRow): boolean =>
  row.mode === 'carry' && !EXCHANGE_FACTS[row.exchange].hasOneKey
