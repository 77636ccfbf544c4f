import { Count, IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { MarketSource } from './source.ts'

/** Most hours that a history may go back (`most`), and the hours that it goes back by default (`usual`). */
const HISTORY_HOURS = { most: 168, usual: 24 } as const

/** Query of a history call. */
export const HistoryQuery = z.object({
  hours: z.coerce.number().int().min(1).max(HISTORY_HOURS.most).default(HISTORY_HOURS.usual),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

/** One recorded moment of a route: its row opened, changed (at most one a second is kept), or closed. */
export const HistoryPoint = z.object({
  t: IsoTime,
  event: z.enum(['opened', 'changed', 'closed']),
  /** Why the row closed; `null` for any other point. */
  reason: z.string().min(1).max(32).nullable(),
  /** The figure by which the list of its mode is sorted, percent; `null` where there is none. */
  net_return: z.number().nullable(),
  net_pnl: z.number(),
  size: z.number().nonnegative(),
  /** Age of the oldest book at that moment. */
  age_ms: Milliseconds,
  /** SHA-256 of the evidence of that evaluation, as JSON. */
  evidence_hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

/** `GET /api/opportunities/{id}/history`: the life of the row's route. */
export const RouteHistory = z.object({
  id: z.string().min(1).max(128),
  /**
   * The market that is shown and whose history this is; histories of two markets never mix (product-decisions.md 27).
   */
  source: MarketSource,
  from: IsoTime,
  to: IsoTime,
  /** Points recorded between `from` and `to`; where there are too many for a chart, `points` are fewer. */
  recorded: Count,
  /** Oldest first, each as it was recorded. */
  points: z.array(HistoryPoint),
})
export type RouteHistory = z.infer<typeof RouteHistory>
