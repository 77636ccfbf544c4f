import type { BookSlot } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import type { Judgement } from '../route/judgement.ts'
import type { Route } from '../route/route.ts'

/** One mode's detection: which routes there are, which of them a moved book concerns, and what each is worth now. */
export interface Detector<R extends Route = Route> {
  /** The routes that the last move concerns, in its first places; used again by the next one. */
  readonly found: readonly R[]
  /** A leg became known: routes may come. */
  join(leg: MarketLeg): void
  /** Every route with a standing to lose through this book, in id order. */
  routesOf(leg: MarketLeg): readonly R[]
  /**
   * Puts the routes that have to be looked at after a valid frame of a leg's book, at the time of the top-of-book table, into
   * `found`, in id order; returns how many. Those that come or go between nothing and a gap that fees eat it has counted itself.
   */
  moved(number: number, slot: BookSlot): number
  /** The book may not be read any more: nothing is screened with it. */
  lost(leg: MarketLeg): void
  /** What its best prices were judged to mean may hold no longer: the next move is looked at, whatever it is. */
  termsChanged(leg: MarketLeg): void
  /**
   * Of a route that was walked: whether its best prices say the same as then, so that the exact account may wait for
   * the tick. It may say no without need, never yes where a row has to close or a gap is to be believed no more.
   */
  canWait(route: R): boolean
  /** Evaluates a route at `now` (ms); books may be in any state. */
  judge(route: R, now: number): Judgement
}
