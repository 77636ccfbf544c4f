import {
  decimalText,
  exactText,
  PRIOR_MEDIAN_MS,
  priorConfidence,
  type Ratio,
  ratio,
  rowNumber,
  rowPrice,
  subtract,
} from '@makas/domain'
import type { MarketSource } from '../ports/published.ts'
import { levelTexts } from './captured-levels.ts'
import type { LegEvidence, SpotOpportunity } from './spot-opportunity.ts'

/** What changes without the offer changing. */
export type RowState = {
  readonly source: MarketSource
  readonly state: 'LIVE' | 'CLOSED'
  readonly ageMs: number
  readonly expiresInMs: number
  readonly latencyMs: number
}

const iso = (ms: number) => new Date(ms).toISOString()
const percent = ({ n, d }: Ratio) => rowNumber(ratio(n * 100n, d))
const decimalOrNull = (value: Parameters<typeof decimalText>[0] | null) => (value === null ? null : decimalText(value))

/** The API row of a spot opportunity, field by field as runtime.md names them. */
export function spotRow(opportunity: SpotOpportunity, state: RowState) {
  const { id, base, quote, account, legs } = opportunity
  const netRoi = percent({ n: account.net.n * account.cost.d, d: account.net.d * account.cost.n })
  return {
    id,
    mode: 'spot' as const,
    source: state.source,
    state: state.state,
    symbol: `${base}/${quote}`,
    base,
    quote,
    buy_exchange: legs[0].leg.slot.exchange,
    sell_exchange: legs[1].leg.slot.exchange,
    buy_price: rowPrice(account.buyPrice),
    sell_price: rowPrice(account.sellPrice),
    spread: percent(account.gross),
    slippage: percent(subtract(account.gross, account.grossDepth)),
    fees: percent({ n: account.fees.n * account.cost.d, d: account.fees.d * account.cost.n }),
    net_profit: netRoi,
    net_roi: netRoi,
    net_pnl: rowNumber(account.net),
    volume: rowNumber(account.volume),
    size: rowNumber(account.size),
    size_currency: base,
    depth_limited: account.depthLimited,
    ...agesOf(state),
    confidence_basis: 'prior' as const,
    ttl_ms: PRIOR_MEDIAN_MS.spot,
    detected_at: iso(opportunity.detectedAt),
    updated_at: iso(opportunity.updatedAt),
  }
}

/** The same offer a moment later: only its ages and what follows from them are new. */
export function withAges(row: SpotRow, state: RowState): SpotRow {
  return { ...row, ...agesOf(state) }
}

const agesOf = ({ ageMs, expiresInMs, latencyMs }: RowState) => ({
  age_ms: ageMs,
  expires_in_ms: expiresInMs,
  latency_ms: latencyMs,
  confidence: priorConfidence('spot', ageMs, latencyMs),
})

/** The evidence from which the row can be recomputed: exact texts only. */
export function spotEvidence({ account, legs }: SpotOpportunity) {
  return {
    legs: legs.map(presentLeg),
    size: exactText(account.size),
    gross: exactText(account.grossPart),
    slippage: exactText(account.slippagePart),
    fees: exactText(account.fees),
    net: exactText(account.net),
    cost: exactText(account.cost),
  }
}

function presentLeg({ leg, side, levels, bookTime, bookSeq, receivedAt }: LegEvidence) {
  const { slot, terms } = leg
  return {
    exchange: slot.exchange,
    market: slot.market,
    symbol: slot.symbol,
    side,
    levels: levelTexts(levels),
    multiplier: (10n ** BigInt(terms.multiplierDigits)).toString(),
    fee: decimalText(terms.fee),
    lot_step: decimalText(terms.lotStep),
    min_qty: decimalOrNull(terms.minQty),
    min_notional: decimalOrNull(terms.minNotional),
    book_time: bookTime,
    book_seq: bookSeq,
    received_at: receivedAt,
  }
}

export type SpotRow = ReturnType<typeof spotRow>
