import type { OpportunityRow } from '@makas/contract'
import type { RowRole } from '../../shared/keys/row-role.ts'

/** What a row can open, by its id. */
export type Openers = {
  readonly evidence: (id: string) => void
  /** What stands behind its net figure: of carry, the breakdown. */
  readonly net: (id: string) => void
  readonly simulation: (id: string) => void
  /** Opens the orders of a row, or says what keeps the reader from them (ROLE-04, ROLE-09 to ROLE-11). */
  readonly trade: (row: OpportunityRow) => void
  readonly role: RowRole
  /** Whether a press of the trade button is meant to trade (ROLE-09, ROLE-10). */
  readonly mayTrade: boolean
}
