import { DecimalText, IsoTime } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from '../market/exchange.ts'
import { SpotRow } from '../market/spot-row.ts'

/**
 * Why something that is held has no value: not in the identity table (`not-listed`), without a `LIVE` book that tells a
 * price, money of a test network, held where the shown market is not, or the market cannot be asked now.
 */
export const UNVALUED = ['not-listed', 'no-live-book', 'test-money', 'other-market', 'market-away'] as const

/** What is held of one asset; amounts are exact. */
export const PortfolioAsset = z.object({
  /** The identity table's name, as rows have it, and the amounts in coins; the exchange's own for what is not in it. */
  asset: z.string().min(1),
  /** What spot orders are paid from, or a futures wallet of its own. */
  wallet: z.enum(['trading', 'futures']),
  free: DecimalText,
  used: DecimalText,
  total: DecimalText,
  /** Of the total, half way between the best prices; null with its reason, never 0 for unknown. */
  usdt_value: z.number().nullable(),
  unvalued: z.enum(UNVALUED).nullable(),
})
export type PortfolioAsset = z.infer<typeof PortfolioAsset>

/** One connection. `unreachable`: nothing can be said of it now; `error`, `disabled`: as in its key record. */
export const PortfolioExchange = z.object({
  /** That of the key record. */
  id: z.string().min(1),
  exchange: ExchangeId,
  testnet: z.boolean(),
  is_demo: z.boolean(),
  status: z.enum(['connected', 'unreachable', 'error', 'disabled']),
  /** A sentence for people; null where the balances were read. */
  error: z.string().min(1).nullable(),
  balances: z.array(PortfolioAsset),
})
export type PortfolioExchange = z.infer<typeof PortfolioExchange>

/** `GET /api/portfolio/balances` (CALL-08, product-decisions.md 24). */
export const Portfolio = z.object({
  /** Of all that is valued, money of test networks left out; null where nothing was read or valued. */
  total_usdt: z.number().nullable(),
  /** Something that is or may be held is not in the total. */
  is_partial: z.boolean(),
  /** Assets of which there is any, by the names that rows have: what the filter `ownedOnly` needs (ENT-14). */
  owned: z.array(z.string().min(1)),
  /** When the first of the exchanges told; at most 5 s ago, a minute while very many ask. */
  as_of: IsoTime,
  exchanges: z.array(PortfolioExchange),
})
export type Portfolio = z.infer<typeof Portfolio>

/**
 * What keeps a person from the whole of a row. `market`: nothing, the books carry no more. `buy-balance`, `sell-balance`:
 * the quote currency where it is bought, the coins where it is sold. The rest: how much is affordable is not known,
 * because there is no connection, because it told no balance, or because the shown market is not the one with the money.
 */
export const LIMITED_BY = [
  'market',
  'buy-balance',
  'sell-balance',
  'buy-not-connected',
  'sell-not-connected',
  'buy-unknown',
  'sell-unknown',
  'other-market',
] as const

/** A spot row at the caller's own fees (product-decisions.md 25). */
export const PersonalRow = SpotRow.extend({
  /** In `size_currency`, at most `size`; 0 where what is held is below the smallest order, null where nobody knows. */
  affordable_size: z.number().nonnegative().nullable(),
  limited_by: z.enum(LIMITED_BY),
  /** Quote currency: what the affordable size leaves. */
  net_pnl_affordable: z.number().nonnegative().nullable(),
  /** Whose taker rates both legs are accounted for with. */
  fees_basis: z.enum(['own', 'mixed', 'public']),
})
export type PersonalRow = z.infer<typeof PersonalRow>

/** `GET /api/personalized-arbitrage` (CALL-09). */
export const PersonalRows = z.object({ opportunities: z.array(PersonalRow) })
export type PersonalRows = z.infer<typeof PersonalRows>
