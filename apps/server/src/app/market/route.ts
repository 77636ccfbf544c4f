import { CLOSED, type Episode, type Mode, type SpotRejection, type Standing } from '@makas/domain'
import type { MarketLeg } from './market-leg.ts'
import type { Opportunity } from './opportunity.ts'

/** Why a gap is no row now: what detection says, the states of the legs, and facts that nobody told. */
export type Rejection =
  | Exclude<SpotRejection, 'no-gap'>
  | 'stale'
  | 'crossed'
  | 'fee-unknown'
  | 'interval-unknown'
  | 'borrow-unknown'

/** A way to earn from some books: two exchanges, a coin and its perpetual, or a cycle. */
export abstract class Route {
  /** A pure function of the route (runtime.md): safe in an address. */
  readonly id: string
  abstract readonly mode: Mode
  /** In order of execution. */
  readonly legs: readonly MarketLeg[]
  standing: Standing = CLOSED
  /** The last positive evaluation, while open. */
  opportunity: Opportunity | null = null
  /** What the last evaluation said, if it was negative and there was a gap. */
  rejection: Rejection | null = null
  /** What its lifetime is measured by; null where none goes on, and always in a replay. */
  episode: Episode | null = null
  /** A gap above 5 % that fresh snapshots have confirmed (formulas.md § 6). */
  confirmed = false
  /** Its account waits for the next beat. */
  isWaiting = false

  constructor(id: string, legs: readonly MarketLeg[]) {
    this.id = id
    this.legs = legs
  }

  /** No row, no episode, nothing counted, nothing confirmed: as if it had never had a gap. */
  get isIdle(): boolean {
    return this.rejection === null && this.opportunity === null && this.episode === null && !this.confirmed
  }

  /** Idle, or counted for its fees alone: only other best prices, or legs that may be read no more, change that. */
  get isSettled(): boolean {
    const isCounted = this.rejection !== null && this.rejection !== 'fees'
    return !isCounted && this.opportunity === null && this.episode === null && !this.confirmed
  }

  /** It is open, or its best prices pay and its depth was found wanting: each look at it is a walk. */
  get isWalked(): boolean {
    const { rejection, episode } = this
    if (this.opportunity !== null) return true
    return episode === null && (rejection === 'slippage' || rejection === 'size' || rejection === 'quarantine')
  }

  /** Every leg is proven and fresh at `now` (ms). */
  isLive(now: number): boolean {
    for (const { slot } of this.legs) if (!slot.isLive(now)) return false
    return true
  }

  /** A leg whose best prices overlap may not be read. */
  get isCrossed(): boolean {
    for (const { slot } of this.legs) if (slot.isCrossed) return true
    return false
  }
}

/** Order of two routes by their ids, by code unit. */
export const byId = (a: Route, b: Route) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
