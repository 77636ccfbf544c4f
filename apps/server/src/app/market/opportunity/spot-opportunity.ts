import { compare, type SpotAccount } from '@makas/domain'
import { sameLevels } from './captured-levels.ts'
import type { LegEvidence, OpportunityBase } from './evaluation.ts'

/** One positive evaluation of a spot route, with all that is needed to recompute it. */
export type SpotOpportunity = OpportunityBase & {
  readonly mode: 'spot'
  readonly base: string
  readonly quote: string
  readonly account: SpotAccount
  readonly legs: readonly [LegEvidence, LegEvidence]
}

/**
 * Whether two evaluations agree in all that a `changed` finding is about: size, net, prices, levels (http-and-settings.md,
 * Findings).
 */
export function sameSpotOffer(a: SpotOpportunity, b: SpotOpportunity): boolean {
  return (
    compare(a.account.size, b.account.size) === 0 &&
    compare(a.account.net, b.account.net) === 0 &&
    compare(a.account.buyPrice, b.account.buyPrice) === 0 &&
    compare(a.account.sellPrice, b.account.sellPrice) === 0 &&
    sameLevels(a.legs[0].levels, b.legs[0].levels) &&
    sameLevels(a.legs[1].levels, b.legs[1].levels)
  )
}
