import { decimalText, type LegTerms, type Ratio, ratio, rowNumber } from '@makas/domain'
import type { MarketSource } from '../../../ports/market/market-source.ts'
import { levelTexts } from '../captured-levels.ts'
import type { Ages, LegEvidence, OpportunityBase } from '../evaluation.ts'
import type { Outlook } from '../outlook.ts'

/** What a row shows besides its offer: source, state, time, ages and outlook. */
export type RowContext = {
  readonly source: MarketSource
  readonly state: 'LIVE' | 'CLOSED'
  /** The market's clock, epoch ms. */
  readonly time: number
  readonly ages: Ages
  readonly outlook: Outlook
}

export const iso = (ms: number) => new Date(ms).toISOString()
export const percent = ({ n, d }: Ratio) => rowNumber(ratio(n * 100n, d))
/** Exact decimal text, or null where there is no number. */
export const decimalOrNull = (value: Parameters<typeof decimalText>[0] | null) =>
  value === null ? null : decimalText(value)

/** The largest order and the step of prices, as evidence and paper trades name them. */
export const mostOf = ({ maxQty, maxNotional, tick }: LegTerms) => ({
  max_qty: decimalOrNull(maxQty ?? null),
  max_notional: decimalOrNull(maxNotional ?? null),
  tick: decimalOrNull(tick ?? null),
})

/** Fields common to all modes that `refreshed` renews while the offer stays the same. */
export const refreshedFields = ({ ages, outlook }: RowContext) => ({
  age_ms: ages.ageMs,
  expires_in_ms: ages.expiresInMs,
  latency_ms: ages.latencyMs,
  confidence: outlook.confidence,
  confidence_basis: outlook.basis,
  ttl_ms: outlook.ttlMs,
})

/** When a row opened and when it was last evaluated. */
export const times = ({ detectedAt, updatedAt }: OpportunityBase) => ({
  detected_at: iso(detectedAt),
  updated_at: iso(updatedAt),
})

const presented = new WeakMap<LegEvidence, ReturnType<typeof fieldsOf>>()

/** A leg of the evidence as numbers.md names its fields; levels and rules in the exchange's units. */
export function presentLeg(leg: LegEvidence) {
  // Both leverages of a carry pair have the same legs, and history and visitors ask for the same evaluation.
  const known = presented.get(leg)
  if (known !== undefined) return known
  const fields = fieldsOf(leg)
  presented.set(leg, fields)
  return fields
}

function fieldsOf({ leg, side, levels, bookTime, bookSeq, receivedAt }: LegEvidence) {
  const { slot, terms } = leg
  return {
    exchange: slot.exchange,
    market: slot.market,
    symbol: slot.symbol,
    side,
    levels: levelTexts(levels, terms.contractSize),
    multiplier: (10n ** BigInt(terms.multiplierDigits)).toString(),
    fee: decimalText(terms.fee),
    lot_step: decimalText(terms.lotStep),
    min_qty: decimalOrNull(terms.minQty),
    min_notional: decimalOrNull(terms.minNotional),
    ...mostOf(terms),
    max_open_orders: terms.maxOpenOrders ?? null,
    book_time: bookTime,
    book_seq: bookSeq,
    received_at: receivedAt,
  }
}
