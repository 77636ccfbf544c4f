import { ExchangeId } from './exchange.ts'
import { SpotRow } from './row.ts'
import { DecimalText, ExactText } from './scalars.ts'
import { z } from './zod.ts'

/** `[price, quantity]` in the exchange's own units, as exact decimal text. */
export const EvidenceLevel = z.tuple([DecimalText, DecimalText])
export type EvidenceLevel = z.infer<typeof EvidenceLevel>

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
  net: ExactText,
  cost: ExactText,
})
export type SpotEvidence = z.infer<typeof SpotEvidence>

/** `GET /api/opportunities/{id}/evidence`: row and evidence of one and the same evaluation. */
export const EvidenceAnswer = z.object({ row: SpotRow, evidence: SpotEvidence })
export type EvidenceAnswer = z.infer<typeof EvidenceAnswer>
