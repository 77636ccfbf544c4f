import { z } from '../calls/zod.ts'
import { AssetName, everyRow, PairName, RowPrice } from './every-row.ts'
import { ExchangeId } from './exchange.ts'

/** One cross-exchange gap that pays after fees and slippage (formulas.md § 1). */
export const SpotRow = z.object({
  ...everyRow,
  mode: z.literal('spot'),
  symbol: PairName,
  base: AssetName,
  quote: AssetName,
  buy_exchange: ExchangeId,
  sell_exchange: ExchangeId,
  /** Percent: 100 · gross at the best prices. */
  spread: z.number(),
  /** Percent: 100 · (gross − gross through the depth). */
  slippage: z.number(),
  /** Percent of cost after everything; equal to `net_roi`. */
  net_profit: z.number(),
  net_roi: z.number(),
  /** Percent of cost, both legs together. */
  fees: z.number(),
  /** Average fill prices. */
  buy_price: RowPrice,
  sell_price: RowPrice,
  /** Quote currency: size · average buy price. */
  volume: z.number().nonnegative(),
  /** Quote currency. */
  net_pnl: z.number(),
})
export type SpotRow = z.infer<typeof SpotRow>
