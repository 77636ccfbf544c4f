import { CLOSED, type SpotRejection, type Standing } from '@makas/domain'
import type { MarketLeg } from './market-leg.ts'
import type { SpotOpportunity } from './spot-opportunity.ts'

/** Why a gap is no row now; `fee-unknown` and the states of the legs beside what detection says. */
export type Rejection = Exclude<SpotRejection, 'no-gap'> | 'stale' | 'crossed' | 'fee-unknown'

/** Buying on one exchange and selling on another, same base and quote. */
export class SpotRoute {
  /** A pure function of the route (runtime.md): safe in an address. */
  readonly id: string
  readonly buy: MarketLeg
  readonly sell: MarketLeg
  standing: Standing = CLOSED
  /** The last positive evaluation, while open. */
  opportunity: SpotOpportunity | null = null
  /** What the last evaluation said, if it was negative and there was a gap. */
  rejection: Rejection | null = null
  /** A gap above 5 % that fresh snapshots have confirmed (formulas.md § 6). */
  confirmed = false

  constructor(buy: MarketLeg, sell: MarketLeg) {
    const { base, quote } = buy.identity
    this.id = `spot.${base}-${quote}.${buy.slot.exchange}.${sell.slot.exchange}`
    this.buy = buy
    this.sell = sell
  }

  /** No row, nothing counted, nothing confirmed: as if it had never had a gap. */
  get isIdle(): boolean {
    return this.rejection === null && this.opportunity === null && !this.confirmed
  }
}
