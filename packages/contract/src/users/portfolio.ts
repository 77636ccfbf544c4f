import { DecimalText, IsoTime } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from '../market/exchange.ts'
import { SpotRow } from '../market/spot-row.ts'

/**
 * Why a held asset has no value: it is not in the identity table (`not-listed`), it has no `LIVE` book with a price, it
 * is money of a test network, another market than the shown market holds it, or the market cannot be asked now.
 */
const UNVALUED = ['not-listed', 'no-live-book', 'test-money', 'other-market', 'market-away'] as const

/** The holdings of one asset; amounts are exact. */
export const PortfolioAsset = z.object({
  /**
   * Name in the identity table, as in rows; for an asset that is not in the table the exchange's own name. Amounts are
   * in coins.
   */
  asset: z.string().min(1),
  /** The wallet that pays spot orders, or a separate futures wallet. */
  wallet: z.enum(['trading', 'futures']),
  free: DecimalText,
  used: DecimalText,
  total: DecimalText,
  /** Value of the total at the mid price; null with its reason, never 0 for unknown. */
  usdt_value: z.number().nullable(),
  unvalued: z.enum(UNVALUED).nullable(),
})
export type PortfolioAsset = z.infer<typeof PortfolioAsset>

/** One connection. `unreachable`: its state is not known now; `error`, `disabled`: as in its key record. */
export const PortfolioExchange = z.object({
  /** Id of the key record. */
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
  /** Sum of all values without money of test networks; null where nothing was read or valued. */
  total_usdt: z.number().nullable(),
  /** Whether a holding, known or possible, is missing from the total. */
  is_partial: z.boolean(),
  /** Assets with a balance, by the names that rows have: for the filter `ownedOnly` (ENT-14). */
  owned: z.array(z.string().min(1)),
  /** Time of the oldest exchange answer; at most 5 s ago, a minute under high load. */
  as_of: IsoTime,
  exchanges: z.array(PortfolioExchange),
})
export type Portfolio = z.infer<typeof Portfolio>

/**
 * What limits the affordable size. `market`: only the depth of the books. `buy-balance`, `sell-balance`: the quote
 * currency at the buying exchange, the coins at the selling exchange. The others: the affordable size is unknown,
 * because there is no connection, the connection gave no balance, or the shown market is not the market that holds the
 * money.
 */
const LIMITED_BY = [
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
  /**
   * In `size_currency`, at most `size`; 0 where the balances are below the smallest order, null where they are unknown.
   */
  affordable_size: z.number().nonnegative().nullable(),
  limited_by: z.enum(LIMITED_BY),
  /** Net PnL of the affordable size, in quote currency. */
  net_pnl_affordable: z.number().nonnegative().nullable(),
  /** Taker rates of the account: own ones for both legs, for one leg, or public ones. */
  fees_basis: z.enum(['own', 'mixed', 'public']),
})
export type PersonalRow = z.infer<typeof PersonalRow>

/** `GET /api/personalized-arbitrage` (CALL-09). */
export const PersonalRows = z.object({ opportunities: z.array(PersonalRow) })
export type PersonalRows = z.infer<typeof PersonalRows>
