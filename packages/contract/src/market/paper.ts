import { PAPER_SENTENCES } from '../calls/errors.ts'
import { DecimalText, IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { AssetName, PairName } from './every-row.ts'
import { ExchangeId } from './exchange.ts'
import { MarketSource } from './source.ts'

/**
 * Rules of the paper portfolio (CONST-01, CONST-22): virtual dollars at the `start`, `least` and `most` dollars of a
 * trade, most `trades` kept for a user.
 */
export const PAPER = { start: 10_000, least: 100, most: 10_000, trades: 500 } as const

/** `POST /api/paper-trades`: a spot row, and the most virtual dollars to put in. */
export const CreatePaperTradeBody = z.object({
  opportunity_id: z.string().min(1).max(128),
  amount: z
    .number()
    .min(PAPER.least, PAPER_SENTENCES.amount)
    .max(PAPER.most, PAPER_SENTENCES.amount)
    .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), { error: PAPER_SENTENCES.amount }),
})
export type CreatePaperTradeBody = z.infer<typeof CreatePaperTradeBody>

/** Why less was filled than ordered: the price had moved away, or a book was no longer live. */
const PAPER_SHORTFALLS = ['price', 'no-live-book'] as const

/** Sums in the quote currency, which counts as virtual dollars; exact. */
const PaperSums = z.object({
  /** Coins. */
  size: DecimalText,
  bought: DecimalText,
  sold: DecimalText,
  fees: DecimalText,
  net: DecimalText,
})

/** A trade on paper: what its books promised when it was ordered, and what they gave after the row's latency. */
export const PaperTrade = z.object({
  id: z.string().min(1),
  opportunity_id: z.string().min(1).max(128),
  source: MarketSource,
  symbol: PairName,
  base: AssetName,
  quote: AssetName,
  buy_exchange: ExchangeId,
  sell_exchange: ExchangeId,
  amount: DecimalText,
  /** Highest price that is paid. */
  limit_price: DecimalText,
  latency_ms: Milliseconds,
  /** `filled`: all of the order; `missed`: nothing. */
  status: z.enum(['filled', 'partial', 'missed']),
  shortfall: z.enum(PAPER_SHORTFALLS).nullable(),
  expected: PaperSums,
  got: PaperSums,
  ordered_at: IsoTime,
  filled_at: IsoTime,
})
export type PaperTrade = z.infer<typeof PaperTrade>

/** `GET /api/paper-trades`. */
export const PaperPortfolio = z.object({
  start: DecimalText,
  /** `start` plus every `net`. */
  balance: DecimalText,
  /** Newest first. */
  trades: z.array(PaperTrade).max(PAPER.trades),
})
export type PaperPortfolio = z.infer<typeof PaperPortfolio>
