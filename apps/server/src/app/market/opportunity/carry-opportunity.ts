import { type CarryAccount, compare, type FundingMean, type MaintenanceTier } from '@makas/domain'
import type { Mark, PerpState } from '../legs/perp-facts.ts'
import { sameLevels } from './captured-levels.ts'
import type { LegEvidence, OpportunityBase } from './evaluation.ts'

/** One positive evaluation of a carry route, with all that is needed to recompute it. */
export type CarryOpportunity = OpportunityBase & {
  readonly mode: 'carry'
  readonly base: string
  readonly quote: string
  readonly account: CarryAccount
  readonly funding: FundingMean
  readonly intervalHours: number
  /** The mark price with which the route was evaluated. */
  readonly mark: Mark
  /** Null where the tiers are unknown. */
  readonly tiers: readonly MaintenanceTier[] | null
  /** The perpetual's facts, live: the row shows the current mark. */
  readonly facts: PerpState
  /** Spot first, then the perpetual. */
  readonly legs: readonly [LegEvidence, LegEvidence]
}

/**
 * Whether two evaluations agree in all that a `changed` finding is about: size, net, prices, levels (http-and-settings.md,
 * Findings).
 */
export function sameCarryOffer(a: CarryOpportunity, b: CarryOpportunity): boolean {
  return (
    compare(a.account.size, b.account.size) === 0 &&
    compare(a.account.net, b.account.net) === 0 &&
    compare(a.account.spotPrice, b.account.spotPrice) === 0 &&
    compare(a.account.perpPrice, b.account.perpPrice) === 0 &&
    sameLevels(a.legs[0].levels, b.legs[0].levels) &&
    sameLevels(a.legs[1].levels, b.legs[1].levels)
  )
}
