import { z } from '../calls/zod.ts'
import { AssetName, everyRow, PairName, RowPrice } from './every-row.ts'
import { ExchangeId } from './exchange.ts'

const LegSide = z.enum(['buy', 'sell'])

/** Three trades of one exchange that end in more of the asset they began with (formulas.md § 4). */
export const TriRow = z.object({
  ...everyRow,
  mode: z.literal('tri'),
  exchange: ExchangeId,
  /** The asset that the cycle starts and ends with. */
  base_asset: AssetName,
  /** In words, such as `USDT→BTC→ETH→USDT`. */
  cycle: z.string().min(7).max(140),
  /** Percent: the product of the three best prices − 1. */
  gross_roi: z.number(),
  /** Percent of the amount spent, after everything. */
  net_roi: z.number(),
  /** Basis points. */
  total_fees_bp: z.number(),
  total_slippage_bp: z.number(),
  /** Offered to the first leg; like the next two fields in the start asset. */
  start_amount: z.number().nonnegative(),
  /** Spent by the first leg; equal to `size`. */
  executable_amount: z.number().nonnegative(),
  /** Gained. */
  net_pnl: z.number(),
  leg1_pair: PairName,
  leg1_side: LegSide,
  /** Average fill prices. */
  leg1_price: RowPrice,
  leg2_pair: PairName,
  leg2_side: LegSide,
  leg2_price: RowPrice,
  leg3_pair: PairName,
  leg3_side: LegSide,
  leg3_price: RowPrice,
})
export type TriRow = z.infer<typeof TriRow>
