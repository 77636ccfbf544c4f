import type { Decimal, MarginTier, SettledRate, TierTable } from '@makas/domain'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { arrayAt, decimalAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { optionalDecimal, optionalTime, tierTable } from '../_shared/parse/perp-fields.ts'
import { parseIsoTime } from './iso-time.ts'

/** Linear multi-collateral perpetuals; inverse perpetuals (`PI_`) are books only. */
const LINEAR = /^PF_[A-Z0-9]+$/
const HOUR_MS = 3_600_000
/** Values from here on (1973) are epoch ms, smaller values the ms until a payment. */
const EPOCH_FROM_MS = 1e11
const NO_RATE: Decimal = { mantissa: 0n, decimals: 0 }
/** Payments kept of a history of years: more than any mean takes (formulas.md § 2). */
export const MOST_PAYMENTS = 200

export function isLinear(symbol: string): boolean {
  return LINEAR.test(symbol)
}

/** Reads a message of the `ticker` feed; no facts for anything but a linear perpetual, null when it is malformed. */
export function readTicker(message: JsonObject): readonly PerpFact[] | null {
  const symbol = textAt(message, 'product_id')
  if (symbol === null) return null
  if (!isLinear(symbol)) return []
  const mark = readMark(message, symbol, 'markPrice', 'index')
  const rate = readRate(message)
  const nextFundingAt = readNextFunding(message)
  if (mark === null || rate === 'malformed' || nextFundingAt === 'malformed') return null
  return [mark, { kind: 'rate', symbol, rate, nextFundingAt }]
}

/** Reads an entry of `/tickers`, without its rates, which are absolute amounts. Null when it is malformed. */
export function readTickerEntry(item: Json): readonly PerpFact[] | null {
  const entry = objectOf(item)
  const symbol = textAt(entry, 'symbol')?.toUpperCase() ?? null
  if (entry === null || symbol === null) return null
  if (!isLinear(symbol)) return []
  const mark = readMark(entry, symbol, 'markPrice', 'indexPrice')
  return mark === null ? null : [mark]
}

function readMark(object: JsonObject, symbol: string, markKey: string, indexKey: string): PerpFact | null {
  const mark = decimalAt(object, markKey)
  const index = optionalDecimal(object, indexKey)
  if (mark === null || mark.mantissa <= 0n || index === 'malformed' || (index !== null && index.mantissa < 0n))
    return null
  return { kind: 'mark', symbol, mark, index: index?.mantissa === 0n ? null : index }
}

/**
 * The rate of the hour that has begun, as a fraction. The last rate before the next-funding time moves forward is what
 * that hour paid. A ticker is always whole and leaves out zero values: null only where the absolute rate is present and
 * the fraction is not.
 */
function readRate(message: JsonObject): Decimal | null | 'malformed' {
  const relative = optionalDecimal(message, 'relative_funding_rate')
  if (relative !== null) return relative
  const absolute = optionalDecimal(message, 'funding_rate')
  if (absolute === 'malformed') return 'malformed'
  return absolute === null || absolute.mantissa === 0n ? NO_RATE : null
}

/**
 * The next payment, epoch ms. A small value is the ms until the payment, which is on the full hour: the documented
 * form.
 */
function readNextFunding(message: JsonObject): number | null | 'malformed' {
  const time = optionalTime(message, 'next_funding_rate_time')
  if (time === null || time === 'malformed' || time >= EPOCH_FROM_MS) return time
  const now = integerAt(message, 'time')
  return now === null ? null : Math.round((now + time) / HOUR_MS) * HOUR_MS
}

/** Reads `/historical-funding-rates` of one symbol, the latest `MOST_PAYMENTS` payments; null when it is malformed. */
export function readHistory(body: JsonObject, symbol: string): PerpFact | null {
  const list = arrayAt(body, 'rates')
  if (list === null) return null
  const rates: SettledRate[] = []
  for (const item of list) {
    const entry = objectOf(item)
    const time = parseIsoTime(textAt(entry, 'timestamp') ?? '')
    const rate = decimalAt(entry, 'relativeFundingRate')
    if (time < 0 || rate === null) return null
    rates.push({ time, rate })
  }
  if (rates.length > MOST_PAYMENTS) rates.sort((a, b) => b.time - a.time).splice(MOST_PAYMENTS)
  return { kind: 'settled', symbol, rates }
}

/** The margin tiers of a linear perpetual's list entry, by notional; null where they make no table. */
export function readMarginLevels(entry: JsonObject): TierTable | null {
  const tiers: MarginTier[] = []
  for (const item of arrayAt(entry, 'marginLevels') ?? []) {
    const level = objectOf(item)
    const floor = decimalAt(level, 'numNonContractUnits')
    const mmr = decimalAt(level, 'maintenanceMargin')
    if (floor === null || mmr === null) return null
    tiers.push({ floor, mmr })
  }
  return tierTable('notional', tiers)
}
