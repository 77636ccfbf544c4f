import type { Opportunity } from './opportunity.ts'
import { moving, type RowState } from './present-leg.ts'
import { spotEvidence, spotRow } from './present-spot.ts'
import { triEvidence, triRow } from './present-tri.ts'

export type Row = ReturnType<typeof spotRow> | ReturnType<typeof triRow>

/** The API row of an opportunity, field by field as runtime.md names them. */
export function presentRow(opportunity: Opportunity, state: RowState): Row {
  switch (opportunity.mode) {
    case 'spot':
      return spotRow(opportunity, state)
    case 'tri':
      return triRow(opportunity, state)
  }
}

/** The same offer a moment later: only its ages and what follows from them are new. */
export function withAges<R extends Row>(row: R, state: RowState): R {
  return { ...row, ...moving(state) }
}

/** The evidence from which the row can be recomputed: exact texts only. */
export function presentEvidence(opportunity: Opportunity) {
  switch (opportunity.mode) {
    case 'spot':
      return spotEvidence(opportunity)
    case 'tri':
      return triEvidence(opportunity)
  }
}

/** What the rows of a mode are sorted by, best first. */
export function netReturn(row: Row): number {
  return row.net_roi
}
