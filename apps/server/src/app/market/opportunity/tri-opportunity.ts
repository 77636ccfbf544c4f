import { compare, type ExchangeId, type TriangularAccount } from '@makas/domain'
import { sameLevels } from './captured-levels.ts'
import type { LegEvidence, OpportunityBase } from './evaluation.ts'

/** One positive evaluation of a cycle, with all that is needed to recompute it. */
export type TriOpportunity = OpportunityBase & {
  readonly mode: 'tri'
  readonly exchange: ExchangeId
  /** The start asset, then the assets after the first and the second trade. */
  readonly assets: readonly [string, string, string]
  /** Pair of each step, such as `BTC/USDT`. */
  readonly pairs: readonly [string, string, string]
  readonly account: TriangularAccount
  readonly legs: readonly [LegEvidence, LegEvidence, LegEvidence]
}

/**
 * Whether two evaluations agree in all that a `changed` finding is about: size, net, prices, levels (http-and-settings.md,
 * Findings).
 */
export function sameTriOffer(a: TriOpportunity, b: TriOpportunity): boolean {
  return (
    compare(a.account.spent, b.account.spent) === 0 &&
    compare(a.account.net, b.account.net) === 0 &&
    a.account.legs.every((leg, at) => compare(leg.price, (b.account.legs[at] ?? leg).price) === 0) &&
    a.legs.every((leg, at) => sameLevels(leg.levels, (b.legs[at] ?? leg).levels))
  )
}
