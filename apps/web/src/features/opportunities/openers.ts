import type { OpportunityRow } from '@makas/contract'

/** What the reader may do with a row (OPP-37 to OPP-40): look how it would go, connect an exchange first, or trade. */
type RowRole = 'simulate' | 'connect' | 'trade'

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
