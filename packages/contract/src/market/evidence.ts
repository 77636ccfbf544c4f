import { DecimalText, ExactText } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { CarryRow } from './carry-row.ts'
import { ExchangeId } from './exchange.ts'
import { SpotRow } from './spot-row.ts'
import { TriRow } from './tri-row.ts'

/** `[price, quantity]` in the exchange's own units, as exact decimal text. */
const EvidenceLevel = z.tuple([DecimalText, DecimalText])

/** One leg of the trade, in order of execution, with all that is needed to compute it again. */
export const EvidenceLeg = z.object({
  exchange: ExchangeId,
  market: z.enum(['spot', 'perp']),
  /** The exchange's own name of the instrument. */
  symbol: z.string().min(1).max(64),
  side: z.enum(['buy', 'sell']),
  /** The untrimmed prefix of the side, best first, down to the last level of which the size takes a part. */
  levels: z.array(EvidenceLevel),
  /** How many coins one unit of the exchange's ticker is (1000 for 1000PEPE); prices are per unit. */
  multiplier: DecimalText,
  /** Taker fee as a fraction: `0.001` is 0.1 %. */
  fee: DecimalText,
  /** `null` where the exchange states none. */
  lot_step: DecimalText.nullable(),
  min_qty: DecimalText.nullable(),
  min_notional: DecimalText.nullable(),
  /** Largest order that the exchange takes, by quantity and by value; left out by older servers. */
  max_qty: DecimalText.nullable().optional(),
  max_notional: DecimalText.nullable().optional(),
  /** Step of prices; left out by older servers. */
  tick: DecimalText.nullable().optional(),
  /** Most open orders of an account on the instrument; left out by older servers. */
  max_open_orders: z.number().int().nullable().optional(),
  /** The exchange's event time of the last frame, epoch ms; the receive time where the frame has none. */
  book_time: z.number(),
  /** The exchange's sequence number; `null` where its protocol has none. */
  book_seq: z.union([z.number(), z.string()]).nullable(),
  /** Epoch ms. */
  received_at: z.number(),
})
export type EvidenceLeg = z.infer<typeof EvidenceLeg>

/** The exact parts of a spot row in quote currency: `gross − slippage − fees = net`, to the last digit. */
export const SpotEvidence = z.object({
  legs: z.tuple([EvidenceLeg, EvidenceLeg]),
  /** Base currency, in coins. */
  size: ExactText,
  gross: ExactText,
  slippage: ExactText,
  fees: ExactText,
  /** More would have paid, but an exchange takes no larger order. */
  order_limited: z.boolean().optional(),
  net: ExactText,
  cost: ExactText,
})
export type SpotEvidence = z.infer<typeof SpotEvidence>

/** Floor (a notional in quote currency), maintenance margin rate from there on, amount that makes it continuous. */
const EvidenceTier = z.tuple([ExactText, DecimalText, ExactText])

/**
 * The exact parts of a carry row, money in quote currency:
 * `funding − slippage_entry − slippage_exit − fees − borrow = net`, to the last digit.
 */
export const CarryEvidence = z.object({
  /** Spot, perpetual. */
  legs: z.tuple([EvidenceLeg, EvidenceLeg]),
  /** Base currency, in coins: the size of both legs. */
  size: ExactText,
  /** Equal to `size`; the name that it has in the formulas of carry (formulas.md § 2). */
  qty: ExactText,
  /** Best price of the spot at the entry, per coin. */
  s0: ExactText,
  /** Best price of the perpetual at the entry, per coin. */
  p0: ExactText,
  /** The mark that the funding was computed with, per coin. */
  mark: ExactText,
  /** Settled rates of the mean as the exchange sent them, oldest first. */
  rates: z.array(DecimalText),
  /** Hours that each rate was paid for. */
  intervals: z.array(DecimalText),
  last_rate: DecimalText,
  interval_h: DecimalText,
  hold_days: DecimalText,
  leverage: DecimalText,
  /** A fraction a year; 0 where the spot is bought outright. */
  borrow_rate: ExactText,
  funding: ExactText,
  slippage_entry: ExactText,
  slippage_exit: ExactText,
  fees: ExactText,
  borrow: ExactText,
  /** More would have paid, but an exchange takes no larger order. */
  order_limited: z.boolean().optional(),
  net: ExactText,
  capital: ExactText,
  /** `[floor, mmr, cum]`, ascending; `null` where the exchange states none. */
  tiers: z.array(EvidenceTier).nullable(),
})
export type CarryEvidence = z.infer<typeof CarryEvidence>

/** A leg of a cycle, with the amounts that went through it. */
export const TriLeg = EvidenceLeg.extend({
  /** Base of the pair, in coins. */
  ordered: ExactText,
  /** Amount of the asset given. */
  spent: ExactText,
  /** Amount of the asset got, after its fee. */
  received: ExactText,
  /** What the leg before delivered and this leg could not spend; 0 for the first leg. */
  dust: ExactText,
})
export type TriLeg = z.infer<typeof TriLeg>

/** The exact parts of a triangular row in the start asset; what the last leg received − what the first spent = net. */
export const TriEvidence = z.object({
  legs: z.tuple([TriLeg, TriLeg, TriLeg]),
  size: ExactText,
  start_amount: ExactText,
  /** More would have paid, but an exchange takes no larger order. */
  order_limited: z.boolean().optional(),
  net: ExactText,
})
export type TriEvidence = z.infer<typeof TriEvidence>

/** `GET /api/opportunities/{id}/evidence` of each mode: row and evidence of one evaluation. */
export const SpotAnswer = z.object({ row: SpotRow, evidence: SpotEvidence })
export type SpotAnswer = z.infer<typeof SpotAnswer>
export const CarryAnswer = z.object({ row: CarryRow, evidence: CarryEvidence })
export type CarryAnswer = z.infer<typeof CarryAnswer>
export const TriAnswer = z.object({ row: TriRow, evidence: TriEvidence })
export type TriAnswer = z.infer<typeof TriAnswer>

export const EvidenceAnswer = z.union([SpotAnswer, CarryAnswer, TriAnswer])
export type EvidenceAnswer = z.infer<typeof EvidenceAnswer>
