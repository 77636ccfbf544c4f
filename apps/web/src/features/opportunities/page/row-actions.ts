import type { OpportunityRow } from '@makas/contract'
import type { RowRole } from '../../../shared/keys/row-role.ts'

/** The dialogs and actions that a row opens, by its id. */
export type RowActions = {
  readonly evidence: (id: string) => void
  /** Opens what the net figure consists of; for carry the breakdown. */
  readonly net: (id: string) => void
  readonly simulation: (id: string) => void
  /** Opens the order dialog, or says why this viewer may not trade (ROLE-04, ROLE-09 to ROLE-11). */
  readonly trade: (row: OpportunityRow) => void
  readonly role: RowRole
  /** Whether pressing the trade button can start a trade (ROLE-09, ROLE-10). */
  readonly mayTrade: boolean
}
