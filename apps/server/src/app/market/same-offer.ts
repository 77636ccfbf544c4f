import type { Opportunity } from './opportunity.ts'
import { sameSpotOffer } from './spot-opportunity.ts'

/** Nothing that `changed` stands for differs between two evaluations of one route (runtime.md, Findings). */
export function sameOffer(a: Opportunity, b: Opportunity): boolean {
  return a === b || sameSpotOffer(a, b)
}
