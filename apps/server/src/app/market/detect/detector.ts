import type { BookSlot } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import type { Judgement } from '../route/judgement.ts'
import type { Route } from '../route/route.ts'

/** One mode's detection: its routes, which of them a moved book concerns, and what an evaluation of each says now. */
export interface Detector<R extends Route = Route> {
  /** The routes that the last move concerns, in its first places; overwritten by the next move. */
  readonly found: readonly R[]
  /** Adds a leg and the routes that it makes possible. */
  join(leg: MarketLeg): void
  /** Takes out a leg with its routes; its book was lost before. */
  leave(leg: MarketLeg): void
  /**
   * All routes through this book that are not idle, perhaps also some idle routes, in id order: losing the book may
   * change them.
   */
  routesOf(leg: MarketLeg): readonly R[]
  /**
   * Puts the routes that have to be evaluated after a valid frame of a leg's book, at the time of the top-of-book
   * table, into `found`, in id order; returns how many. It counts steps between no gap and a gap that fees exceed
   * without an evaluation.
   */
  moved(number: number, slot: BookSlot): number
  /** The book may no longer be read: it is left out of screens until it moves again. */
  lost(leg: MarketLeg): void
  /**
   * A leg's fee, lots or freshness changed: its next move evaluates again the routes that were judged by best prices
   * alone.
   */
  termsChanged(leg: MarketLeg): void
  /**
   * Whether the best prices of a route still put it in the class it had when its depth was walked, so that the exact
   * account may wait for the tick. May be false without need. Never true where a row has to close or a gap has to go
   * into quarantine.
   */
  canWait(route: R): boolean
  /** Evaluates a route at `now` (ms); books may be in any state. */
  judge(route: R, now: number): Judgement
}
