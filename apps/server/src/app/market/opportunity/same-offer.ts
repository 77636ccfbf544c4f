import { sameCarryOffer } from './carry-opportunity.ts'
import type { Opportunity } from './opportunity.ts'
import { sameSpotOffer } from './spot-opportunity.ts'
import { sameTriOffer } from './tri-opportunity.ts'

/** Whether two evaluations of one route agree in all that a `changed` finding is about (http-and-settings.md, Findings). */
export function sameOffer(a: Opportunity, b: Opportunity): boolean {
  if (a === b) return true
  if (a.mode === 'spot') return b.mode === 'spot' && sameSpotOffer(a, b)
  if (a.mode === 'carry') return b.mode === 'carry' && sameCarryOffer(a, b)
  return b.mode === 'tri' && sameTriOffer(a, b)
}
