import type { ByMode } from '@makas/domain'
import type { Opportunity } from '../opportunity.ts'
import { carryEvidence, carryRow, refreshedCarryFields } from './present-carry.ts'
import { type RowContext, refreshedFields } from './present-leg.ts'
import { spotEvidence, spotRow } from './present-spot.ts'
import { triEvidence, triRow } from './present-tri.ts'

export type Row = ReturnType<typeof spotRow> | ReturnType<typeof carryRow> | ReturnType<typeof triRow>
type Evidence = ReturnType<typeof spotEvidence> | ReturnType<typeof carryEvidence> | ReturnType<typeof triEvidence>

/** The API row of an opportunity, field by field as numbers.md names them. */
export function presentRow(opportunity: Opportunity, state: RowContext): Row {
  switch (opportunity.mode) {
    case 'spot':
      return spotRow(opportunity, state)
    case 'carry':
      return carryRow(opportunity, state)
    case 'tri':
      return triRow(opportunity, state)
  }
}

/** A row of an unchanged offer, with its time-dependent fields (ages, outlook, mark) renewed. */
export function refreshed(row: Row, opportunity: Opportunity, state: RowContext): Row {
  const moved = opportunity.mode === 'carry' ? refreshedCarryFields(opportunity, state) : refreshedFields(state)
  return { ...row, ...moved }
}

/** The evidence from which the row can be recomputed: exact texts only. */
export function presentEvidence(opportunity: Opportunity): Evidence {
  switch (opportunity.mode) {
    case 'spot':
      return spotEvidence(opportunity)
    case 'carry':
      return carryEvidence(opportunity)
    case 'tri':
      return triEvidence(opportunity)
  }
}

/** Field of the return by which the rows of a mode are sorted, best first. */
export const NET_RETURN_FIELD: Readonly<ByMode<string>> = { spot: 'net_roi', carry: 'net_apy', tri: 'net_roi' }

/** The return by which the rows of a mode are sorted, best first. */
export function netReturn(row: Row): number {
  return row.mode === 'carry' ? row.net_apy : row.net_roi
}

/** The order of the listed rows, of which each has a net return and an id: best return first, then by id. */
export function isListedBefore(netReturn: number, id: string, otherReturn: number, otherId: string): boolean {
  const more = netReturn - otherReturn
  // Neither more nor less: equal, or NaN.
  return more > 0 || (!(more < 0) && id < otherId)
}
