import type { Judgement } from './judgement.ts'
import type { MarketLeg } from './market-leg.ts'
import type { Route } from './route.ts'

/** One mode's detection: which routes there are, which of them a moved book concerns, and what each is worth now. */
export interface Detector<R extends Route = Route> {
  /** A leg became known, or its terms changed: routes may come. */
  join(leg: MarketLeg): void
  /** Every route with a standing to lose through this book, in id order. */
  routesOf(leg: MarketLeg): readonly R[]
  /** The routes that a valid frame of this book may have changed, in id order. */
  moved(leg: MarketLeg): readonly R[]
  /** The book may not be read any more: nothing is screened with it. */
  lost(leg: MarketLeg): void
  /** What its best prices were judged to mean may hold no longer: the next move is looked at, whatever it is. */
  doubt(leg: MarketLeg): void
  /**
   * Of a route that was walked: whether its best prices say the same as then, so that the exact account may wait for
   * the beat. It may say no without need, never yes where a row has to close or a gap is to be believed no more.
   */
  canWait(route: R): boolean
  /** Evaluates a route at `now` (ms); books may be in any state. */
  judge(route: R, now: number): Judgement
}
