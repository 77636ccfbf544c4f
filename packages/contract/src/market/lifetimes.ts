import { Count, IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { ConfidenceBasis } from './every-row.ts'
import { Mode } from './mode.ts'

/** Source of the episodes: the exchanges or the demo market, which has a store of its own (product-decisions.md 27). */
export const LifetimeSource = z.enum(['live', 'demo'])
export type LifetimeSource = z.infer<typeof LifetimeSource>

/** A probability or a share of cases. */
const Share = z.number().min(0).max(1)

/** The share of episodes that lasts longer than `ms`: one step of the Kaplan–Meier curve. */
const SurvivalPoint = z.object({ ms: Milliseconds, share: Share })

/** Forecasts between `from` and `to`: their count, their mean, and the share that came true. */
const ReliabilityBin = z.object({
  from: Share,
  to: Share,
  n: z.int().positive(),
  predicted: Share,
  observed: Share,
})

const lifetime = {
  mode: Mode,
  /** All episodes. */
  episodes: Count,
  /** Episodes whose end was seen. */
  ended: Count,
  /** Episodes of which only a lower bound is known (a gap, a stale leg, a shutdown). */
  censored: Count,
  /** `null` while less than half of the episodes are known to have ended. */
  median_ms: Milliseconds.nullable(),
  /** Ascending by `ms`; without a point before the first end, where the share is 1. */
  survival: z.array(SurvivalPoint),
  /** What confidence and time to live of the rows are based on. */
  basis: ConfidenceBasis,
  /** Mean squared error of the forecasts; `null` until one could be scored. */
  brier: z.number().min(0).max(1).nullable(),
  /** Ascending; only bins that hold forecasts. */
  reliability: z.array(ReliabilityBin),
}

/** Lifetimes of all routes of a mode. */
export const ModeLifetime = z.object(lifetime)
export type ModeLifetime = z.infer<typeof ModeLifetime>
/** Lifetimes of one route; its rows have the same `id`. */
const RouteLifetime = z.object({ id: z.string().min(1).max(128), ...lifetime })

/** `GET /api/lifetimes`: how long opportunities last, and how good our forecasts of their lifetimes were. */
export const Lifetimes = z.object({
  source: LifetimeSource,
  as_of: IsoTime,
  modes: z.array(ModeLifetime),
  routes: z.array(RouteLifetime),
})
export type Lifetimes = z.infer<typeof Lifetimes>
