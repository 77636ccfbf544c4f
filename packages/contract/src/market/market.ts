import { Count, IsoTime } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from './exchange.ts'
import { CountByMode } from './mode.ts'

/** `GET /api/market-stats` (product-decisions.md 24). */
export const MarketStats = z.object({
  /** Exchanges with at least one `LIVE` book. */
  active_exchanges: Count,
  total_opportunities: Count,
  by_mode: CountByMode,
  /**
   * Pairs among the carry rows, each of which is listed at 1x and at 2x; an engine of an earlier version leaves the
   * field out.
   */
  carry_pairs: Count.optional(),
  live_pairs: Count,
  /**
   * Routes whose latest evaluation has gross > 0 but which have no row now, by the reason (`fees`, `slippage`, `size`,
   * …).
   */
  rejected: z.record(z.string(), Count),
})
export type MarketStats = z.infer<typeof MarketStats>

/** One price per exchange and base with a `LIVE` book (product-decisions.md 24). */
export const CryptoPrice = z.object({
  symbol: z.string(),
  exchange: ExchangeId,
  price_usdt: z.number().positive(),
  /** `null` without a `LIVE` USDT/TRY book anywhere. */
  price_try: z.number().positive().nullable(),
  /** Percent from the exchange's own 24 h ticker; `null` until one was read. */
  change_24h: z.number().nullable(),
  updated_at: IsoTime,
})
export type CryptoPrice = z.infer<typeof CryptoPrice>

/** `GET /api/crypto-prices`. */
export const CryptoPrices = z.array(CryptoPrice)
