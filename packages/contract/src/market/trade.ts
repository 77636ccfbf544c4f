import { TRADE_SENTENCES } from '../calls/errors.ts'
import { DecimalText, ExactText, IsoTime } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { AssetName } from './every-row.ts'
import { ExchangeId } from './exchange.ts'
import { Mode } from './mode.ts'
import { MarketSource } from './source.ts'

/** Most trades of a list, newest first. */
export const MOST_TRADES = 100

/** `POST /api/trades` and `POST /api/trades/plan`: a row, and the most to put in, in the currency of its sums. */
export const TradeBody = z.object({
  opportunity_id: z.string().min(1).max(128),
  amount: z
    .string()
    .max(24)
    .regex(/^\d+(\.\d{1,8})?$/, TRADE_SENTENCES.amount)
    .refine((text) => /[1-9]/.test(text), { error: TRADE_SENTENCES.amount }),
})
export type TradeBody = z.infer<typeof TradeBody>

/** Where a trade's orders go: an exchange's test network, or the built-in simulated exchanges. Never to real money. */
export const TradeWorld = z.enum(['testnet', 'demo'])
export type TradeWorld = z.infer<typeof TradeWorld>

/** Sums of a trade, exact, in its currency. */
const TradeSums = z.object({ spent: ExactText, received: ExactText, fees: ExactText, net: ExactText })

/** One order of the plan; prices and quantities in the exchange's own units. */
const PlannedLeg = z.object({
  exchange: ExchangeId,
  market: z.enum(['spot', 'perp']),
  symbol: z.string().min(1).max(64),
  side: z.enum(['buy', 'sell']),
  base: AssetName,
  quote: AssetName,
  quantity: DecimalText,
  /** Worst price of a fill. */
  limit_price: DecimalText,
  /** The connection that pays for the order. */
  connection: z.string().min(1),
})

const plan = {
  opportunity_id: z.string().min(1).max(128),
  mode: Mode,
  source: MarketSource,
  world: TradeWorld,
  /** The pair, or the cycle in words. */
  name: z.string().min(3).max(140),
  /** The currency of all sums. */
  asset: AssetName,
  amount: DecimalText,
  legs: z.array(PlannedLeg).min(2).max(3),
  expected: TradeSums,
}

/** `POST /api/trades/plan`: what would be ordered now. Nothing is sent. */
export const TradePlan = z.object(plan)
export type TradePlan = z.infer<typeof TradePlan>

/** Why an exchange did not take an order; `never-arrived`: the exchange does not know the order. */
export const ORDER_REFUSALS = [
  'balance',
  'size',
  'price',
  'instrument',
  'permission',
  'key',
  'busy',
  'never-arrived',
  'other',
] as const

export const TradeOrder = z.object({
  /** The order's id at the exchange, by which it can be looked up there. */
  client_id: z.string().min(1).max(36),
  /** Place of its leg in `legs`. */
  leg: z.int().min(0).max(2),
  /** `unwind`: gives back what another leg did not take up. */
  purpose: z.enum(['open', 'unwind']),
  side: z.enum(['buy', 'sell']),
  quantity: DecimalText,
  /** `null`: at the market's price. */
  limit_price: DecimalText.nullable(),
  /** `sending`: the result is not known yet. `unknown`: it will never be known. */
  state: z.enum(['sending', 'filled', 'partial', 'unfilled', 'refused', 'unknown']),
  refusal: z.enum(ORDER_REFUSALS).nullable(),
  filled: DecimalText,
  /** Average fill price; `null` where nothing was filled. */
  price: ExactText.nullable(),
  /** Fees as they were taken: asset and amount. */
  fees: z.array(z.object({ asset: z.string().min(1), amount: DecimalText })),
  sent_at: IsoTime,
  done_at: IsoTime.nullable(),
})
export type TradeOrder = z.infer<typeof TradeOrder>

/** A trade of real orders on test networks; `open`: a part is left that the trade's owner has to give back. */
export const Trade = z.object({
  id: z.string().min(1),
  ...plan,
  status: z.enum(['running', 'complete', 'partial', 'missed', 'unwound', 'open']),
  orders: z.array(TradeOrder),
  /**
   * The sums so far. `left`, a part of `net`: the value of coins bought and not sold (negative: sold and not bought).
   */
  got: TradeSums.extend({ left: ExactText }),
  /** Coins that the orders of known outcome left, by leg; negative: sold and not bought back. */
  left: z.array(z.object({ leg: z.int().min(0).max(2), asset: AssetName, quantity: ExactText })),
  started_at: IsoTime,
  ended_at: IsoTime.nullable(),
  /**
   * Time at which the running trade was restored from a copy. Orders sent since are read from the exchanges, and no
   * more are sent. `null`: it was not restored.
   */
  restored_at: IsoTime.nullable(),
})
export type Trade = z.infer<typeof Trade>

/** `GET /api/trades`. */
export const Trades = z.object({ trades: z.array(Trade).max(MOST_TRADES) })
export type Trades = z.infer<typeof Trades>

/**
 * Paths of the calls that tell whether new trades are taken, and stop or resume them. They stand apart from `PATHS`,
 * which every page loads.
 */
export const TRADING_PATHS = { state: '/api/trading', admin: '/api/admin/trading' } as const

/** `GET /api/trading`: time since which an admin has stopped all new trades; null: they are taken. */
export const TradingState = z.object({ stopped_at: IsoTime.nullable() })
export type TradingState = z.infer<typeof TradingState>

/** `PUT /api/admin/trading`. */
export const TradingBody = z.object({ is_stopped: z.boolean() })
export type TradingBody = z.infer<typeof TradingBody>
