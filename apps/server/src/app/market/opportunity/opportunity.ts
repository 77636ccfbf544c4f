import type { CarryOpportunity } from './carry-opportunity.ts'
import type { SpotOpportunity } from './spot-opportunity.ts'
import type { TriOpportunity } from './tri-opportunity.ts'

/** One positive evaluation of a route of any mode. */
export type Opportunity = SpotOpportunity | CarryOpportunity | TriOpportunity
