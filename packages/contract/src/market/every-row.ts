import { IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { MarketSource } from './source.ts'

/** `prior` is our assumption, `measured` comes from this installation's own episodes (formulas.md § 5). */
export const ConfidenceBasis = z.enum(['prior', 'measured'])
export type ConfidenceBasis = z.infer<typeof ConfidenceBasis>

/** `LIVE` while the route is listed; `CLOSED` in kept evidence and in the `closed` lines of a replay. */
const RowState = z.enum(['LIVE', 'CLOSED'])

/** A coin or currency as the identity table names it. */
export const AssetName = z.string().min(1).max(32)
/** Two assets as a pair, such as `BTC/USDT`. */
export const PairName = z.string().min(3).max(64)

/** A price to 12 significant digits. */
export const RowPrice = z.number().positive()

/**
 * The fields that every row carries, whatever its mode. Numbers are rounded for the screen; evidence has the exact
 * values.
 */
export const everyRow = {
  /** A pure function of the route, such as `spot.BTC-USDT.okx.binance`. */
  id: z.string().min(1).max(128),
  source: MarketSource,
  state: RowState,
  /** Age of the oldest leg's book when the row was written. */
  age_ms: Milliseconds,
  /** Smallest freshness limit − age over the legs; at 0 the row no longer counts as fresh. */
  expires_in_ms: z.number(),
  updated_at: IsoTime,
  detected_at: IsoTime,
  latency_ms: Milliseconds,
  /** 0–100. */
  confidence: z.number().min(0).max(100),
  confidence_basis: ConfidenceBasis,
  ttl_ms: Milliseconds,
  size: z.number().nonnegative(),
  size_currency: AssetName,
  /** The walk used one side to its last known level, so the true maximum is unknown. */
  depth_limited: z.boolean(),
}
