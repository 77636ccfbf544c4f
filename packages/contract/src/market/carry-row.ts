import { IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { AssetName, everyRow, PairName, RowPrice } from './every-row.ts'
import { ExchangeId } from './exchange.ts'

/** `long-spot`: spot bought, perpetual sold. `reverse`: spot borrowed and sold, perpetual bought. */
const CarrySide = z.enum(['long-spot', 'reverse'])

/**
 * Why there is no liquidation price, as a machine word; the site has a sentence for each. `no-tiers`: the margin tiers
 * are not known. `never`: no price above zero would liquidate (a bought perpetual without leverage).
 */
const LIQUIDATION_UNKNOWN = ['no-tiers', 'never'] as const
export const LiquidationUnknown = z.enum(LIQUIDATION_UNKNOWN)
export type LiquidationUnknown = z.infer<typeof LiquidationUnknown>

/**
 * A spot market and a perpetual of one exchange whose funding pays more than its costs over the hold (formulas.md § 2,
 * 3).
 */
export const CarryRow = z.object({
  ...everyRow,
  mode: z.literal('carry'),
  exchange: ExchangeId,
  symbol: PairName,
  base: AssetName,
  quote: AssetName,
  side: CarrySide,
  leverage: z.literal([1, 2]),
  /** The hold period that every figure of the row assumes. */
  hold_days: z.number().positive(),
  /** Mean of the settled rates, percent per 8 h whatever the interval. */
  funding_rate: z.number(),
  /** The last settled rate alone, percent per 8 h. */
  last_funding_rate: z.number(),
  /** The instrument's own hours between two payments. */
  funding_interval_h: z.number().positive(),
  /** `null` until the exchange names the time. */
  next_funding_at: IsoTime.nullable(),
  /** Counted once; like the next three fields percent of the spot notional, for the whole hold. */
  basis: z.number(),
  /** Of two fills. */
  spot_fees: z.number(),
  /** Of two fills. */
  perp_fees: z.number(),
  /** Of four fills. */
  total_slippage: z.number(),
  /** Percent of the capital a year, without compounding. */
  net_apr: z.number(),
  /** Percent of the capital a year, with compounding. */
  net_apy: z.number(),
  /** Quote currency. */
  daily_pnl: z.number(),
  net_pnl: z.number(),
  /** Quote currency: the perpetual's initial margin. */
  margin_required: z.number().nonnegative(),
  /** `null` where the funding of a day does not even pay the borrowing of a day. */
  break_even_days: z.number().nonnegative().nullable(),
  /** The mark at publication, newer than the evaluation: a changed mark alone changes no row. */
  mark_price: RowPrice,
  mark_age_ms: Milliseconds,
  /** `null` with the reason in `liquidation_unknown`. */
  liquidation_price: RowPrice.nullable(),
  /** Distance from the current mark in percent; `null` like the price. */
  liquidation_distance: z.number().nullable(),
  liquidation_unknown: LiquidationUnknown.nullable(),
})
export type CarryRow = z.infer<typeof CarryRow>
