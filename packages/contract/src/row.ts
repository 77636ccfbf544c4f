import { ExchangeId } from './exchange.ts'
import { Count, IsoTime, Milliseconds } from './scalars.ts'
import { MarketSource } from './source.ts'
import { z } from './zod.ts'

/** `prior` is our assumption, `measured` comes from this installation's own episodes (formulas.md § 5). */
export const ConfidenceBasis = z.enum(['prior', 'measured'])
export type ConfidenceBasis = z.infer<typeof ConfidenceBasis>

/** `LIVE` while the route is listed; `CLOSED` in kept evidence and in the `closed` lines of a replay. */
export const RowState = z.enum(['LIVE', 'CLOSED'])
export type RowState = z.infer<typeof RowState>

/** The fields every row carries, whatever its mode. Numbers are rounded for the screen; evidence has the exact values. */
const everyRow = {
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
  size_currency: z.string().min(1).max(32),
  /** The walk used one side to its last known level: the true maximum is unknown. */
  depth_limited: z.boolean(),
}

/** One cross-exchange gap that pays after fees and slippage (formulas.md § 1). */
export const SpotRow = z.object({
  ...everyRow,
  mode: z.literal('spot'),
  symbol: z.string().min(3).max(64),
  base: z.string().min(1).max(32),
  quote: z.string().min(1).max(32),
  buy_exchange: ExchangeId,
  sell_exchange: ExchangeId,
  /** Percent: 100 · gross at the best prices. */
  spread: z.number(),
  /** Percent: 100 · (gross − gross through the depth). */
  slippage: z.number(),
  /** Percent of cost after everything; the same figure as `net_roi`. */
  net_profit: z.number(),
  net_roi: z.number(),
  /** Percent of cost, both legs together. */
  fees: z.number(),
  /** Average fill prices to 12 significant digits. */
  buy_price: z.number().positive(),
  sell_price: z.number().positive(),
  /** Quote currency: size · average buy price. */
  volume: z.number().nonnegative(),
  /** Quote currency. */
  net_pnl: z.number(),
})
export type SpotRow = z.infer<typeof SpotRow>

/** Every mode's row; carry and triangular join this union with their own `mode`. */
export const OpportunityRow = z.discriminatedUnion('mode', [SpotRow])
export type OpportunityRow = z.infer<typeof OpportunityRow>

export const OpportunityRows = z.array(OpportunityRow)

/** The modes that are served today. */
export const MODES = ['spot'] as const
export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

/** How many rows of each mode; a mode that is not served yet is absent. */
export const CountByMode = z.object({ spot: Count })
