import { compare, type Decimal, type MarginTier, ofDecimal, type SettledRate } from '@makas/domain'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { arrayAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import {
  type BorrowRate,
  borrowFacts,
  optionalDecimal,
  optionalPositive,
  optionalTime,
  product,
  tierTable,
  yearlyOfHourly,
} from '../_shared/parse/perp-fields.ts'

/** The facts of one entry; null when any of its fields is malformed. */
type EntryFacts = readonly PerpFact[] | null

/** Longest funding interval accepted, in hours; exchanges have far shorter intervals. */
const MOST_HOURS = 24 * 7

/** A ticker's last mark and index, which hold until a change carries new values. */
export class TickerMemory {
  mark: Decimal | null = null
  index: Decimal | null = null
}

/**
 * Reads a linear ticker, whole or changed fields only (docs/exchanges/bybit.md, Funding): an absent field is unchanged,
 * an empty one is removed. The memory changes only when the whole entry can be read.
 */
export function readTicker(entry: JsonObject, symbol: string, isWhole: boolean, memory: TickerMemory): EntryFacts {
  const mark = optionalPositive(entry, 'markPrice')
  const index = optionalPositive(entry, 'indexPrice')
  const rate = optionalDecimal(entry, 'fundingRate')
  const nextFundingAt = optionalTime(entry, 'nextFundingTime')
  const hours = optionalHours(entry)
  if (mark === 'malformed' || index === 'malformed' || rate === 'malformed') return null
  if (nextFundingAt === 'malformed' || hours === 'malformed') return null
  if (isWhole || entry.has('markPrice')) memory.mark = mark
  if (isWhole || entry.has('indexPrice')) memory.index = index
  const facts: PerpFact[] = []
  if (memory.mark !== null) facts.push({ kind: 'mark', symbol, mark: memory.mark, index: memory.index })
  if (entry.has('fundingIntervalHour')) facts.push({ kind: 'interval', symbol, hours })
  if (rate !== null || nextFundingAt !== null) facts.push({ kind: 'rate', symbol, rate, nextFundingAt })
  return facts
}

/** The funding interval, which Bybit sends as whole hours; null for zero and empty. */
function optionalHours(entry: JsonObject): number | null | 'malformed' {
  const hours = optionalDecimal(entry, 'fundingIntervalHour')
  if (hours === null || hours === 'malformed') return hours
  const whole = hours.mantissa / 10n ** BigInt(hours.decimals)
  if (hours.mantissa < 0n || whole * 10n ** BigInt(hours.decimals) !== hours.mantissa) return 'malformed'
  return whole <= BigInt(MOST_HOURS) ? Number(whole) || null : 'malformed'
}

/** The list of `funding/history`: payments that have happened. */
export function readHistory(list: readonly Json[]): EntryFacts {
  const bySymbol = new Map<string, SettledRate[]>()
  for (const item of list) {
    const entry = objectOf(item)
    const symbol = textAt(entry, 'symbol')
    if (entry === null || symbol === null) return null
    const rate = optionalDecimal(entry, 'fundingRate')
    const time = optionalTime(entry, 'fundingRateTimestamp')
    if (rate === null || rate === 'malformed' || time === null || time === 'malformed') return null
    const rates = bySymbol.get(symbol) ?? []
    rates.push({ time, rate })
    bySymbol.set(symbol, rates)
  }
  return [...bySymbol].map(([symbol, rates]) => ({ kind: 'settled', symbol, rates }))
}

/** A row of `risk-limit`: the position value that it ends at, and its rate. */
type TierRow = { readonly upTo: Decimal; readonly mmr: Decimal }

/** The list of `risk-limit`, by symbol; a symbol's rows are never parted between two pages. */
export function readTiers(list: readonly Json[]): readonly EntryFacts[] {
  const bySymbol = new Map<string, (TierRow | null)[]>()
  const reads: EntryFacts[] = []
  for (const item of list) {
    const entry = objectOf(item)
    const symbol = textAt(entry, 'symbol')
    if (entry === null || symbol === null) reads.push(null)
    else {
      const rows = bySymbol.get(symbol) ?? []
      rows.push(readTier(entry))
      bySymbol.set(symbol, rows)
    }
  }
  for (const [symbol, rows] of bySymbol) reads.push(tiersOf(symbol, rows))
  return reads
}

function readTier(entry: JsonObject): TierRow | null {
  const upTo = optionalPositive(entry, 'riskLimitValue')
  const maintenance = optionalPositive(entry, 'maintenanceMargin')
  const initial = optionalPositive(entry, 'initialMargin')
  const leverage = optionalPositive(entry, 'maxLeverage')
  if (upTo === null || upTo === 'malformed' || maintenance === null || maintenance === 'malformed') return null
  if (initial === null || initial === 'malformed' || leverage === null || leverage === 'malformed') return null
  const unit = unitOf(product(initial, leverage))
  return unit === null ? null : { upTo, mmr: { ...maintenance, decimals: maintenance.decimals + unit } }
}

/**
 * Decimals to add to the rates: 0 for fractions, 2 for percent (the documentation's older form). The product of initial
 * rate and highest leverage tells which: it is near 1 for fractions, near 100 for percent. Null when it is neither.
 */
function unitOf(rateTimesLeverage: Decimal): 0 | 2 | null {
  const { mantissa, decimals } = rateTimesLeverage
  const isNear = (whole: bigint) => {
    const one = whole * 10n ** BigInt(decimals)
    return mantissa * 2n >= one && mantissa <= one * 2n
  }
  if (isNear(1n)) return 0
  return isNear(100n) ? 2 : null
}

function tiersOf(symbol: string, rows: readonly (TierRow | null)[]): EntryFacts {
  const known = rows.filter((row) => row !== null)
  const order = (a: TierRow, b: TierRow) => compare(ofDecimal(a.upTo), ofDecimal(b.upTo))
  known.sort(order)
  // Two tiers with the same end: the order of their rates is unknown.
  const isTwice = known.some((row, at) => at > 0 && order(row, known[at - 1] as TierRow) === 0)
  if (known.length < rows.length || isTwice) return null
  const tiers: MarginTier[] = known.map(({ mmr }, at) => ({
    floor: known[at - 1]?.upTo ?? { mantissa: 0n, decimals: 0 },
    mmr,
  }))
  const table = tierTable('notional', tiers)
  return table === null ? null : [{ kind: 'tiers', symbol, table }]
}

/** The names of the lowest user level in `spot-margin-trade/data`. */
const ORDINARY = /^(No VIP|VIP-?0)$/

/** Reads `spot-margin-trade/data`: borrow rates of users without a VIP level. Null when the result is malformed. */
export function readBorrowRates(result: JsonObject | null): readonly EntryFacts[] | null {
  const levels = arrayAt(result, 'vipCoinList')?.map((level) => objectOf(level))
  const ordinary = levels?.find((level) => ORDINARY.test(textAt(level, 'vipLevel') ?? ''))
  const coins = ordinary === undefined ? [] : arrayAt(ordinary, 'list')
  return levels === undefined || coins === null
    ? null
    : borrowFacts(coins.map((coin) => readBorrowRate(objectOf(coin))))
}

/** Reads one coin's borrow rate; a rate of zero means that the coin is not lent. */
function readBorrowRate(entry: JsonObject | null): BorrowRate {
  const ticker = textAt(entry, 'currency')
  if (entry === null || ticker === null) return null
  const hourly = optionalDecimal(entry, 'hourlyBorrowRate')
  if (hourly === 'malformed' || (hourly !== null && hourly.mantissa < 0n)) return null
  const isLent = hourly !== null && hourly.mantissa > 0n && entry.get('borrowable') !== false
  return { ticker, yearly: isLent ? yearlyOfHourly(hourly) : null }
}
