import { type CarryAccount, compare, type FundingMean, type MarginStep } from '@makas/domain'
import type { Mark, PerpState } from '../legs/perp-facts.ts'
import { sameLevels } from './captured-levels.ts'
import type { Evaluated, LegEvidence } from './evaluation.ts'

/** One positive evaluation of a carry route, with all that is needed to recompute it. */
export type CarryOpportunity = Evaluated & {
  readonly mode: 'carry'
  readonly base: string
  readonly quote: string
  readonly account: CarryAccount
  readonly funding: FundingMean
  readonly intervalHours: number
  /** The mark of the evaluation. */
  readonly mark: Mark
  /** Null where the tiers are unknown. */
  readonly steps: readonly MarginStep[] | null
  /** What is known of the perpetual by now: the screen shows the current mark. */
  readonly facts: PerpState
  /** Spot, perpetual. */
  readonly legs: readonly [LegEvidence, LegEvidence]
}

/** Nothing that `changed` stands for differs: size, net, a price or a level (http-and-settings.md, Findings). */
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
