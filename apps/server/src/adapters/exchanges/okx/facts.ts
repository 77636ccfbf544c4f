import { compare, type Decimal, type MarginTier, ofDecimal, type SettledRate } from '@makas/domain'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { arrayAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import {
  type BorrowRate,
  borrowFacts,
  optionalDecimal,
  optionalPositive,
  optionalTime,
  product,
  tierTable,
  wholeHours,
  yearlyOfDaily,
} from '../_shared/parse/perp-fields.ts'
import { marketOf } from './wire.ts'

/** The facts of one entry; null when any of its fields is malformed. */
type EntryFacts = readonly PerpFact[] | null

/** Longest time before a settlement in which its state is already `processing`. */
const SETTLING_MS = 60_000

/** Reads an entry of the `mark-price` channel or call; no facts for instruments other than swaps. */
export function readMark(entry: JsonObject): EntryFacts {
  const symbol = textAt(entry, 'instId')
  const mark = optionalPositive(entry, 'markPx')
  if (symbol === null || mark === 'malformed') return null
  return mark === null || marketOf(symbol) !== 'perp' ? [] : [{ kind: 'mark', symbol, mark, index: null }]
}

/** Reads an entry of the `funding-rate` channel or call (docs/exchanges/okx.md, Funding). X-Perps have no facts. */
export function readFunding(entry: JsonObject, now: number): EntryFacts {
  const symbol = textAt(entry, 'instId')
  const rate = optionalDecimal(entry, 'fundingRate')
  const time = optionalTime(entry, 'fundingTime')
  const next = optionalTime(entry, 'nextFundingTime')
  const settled = optionalDecimal(entry, 'settFundingRate')
  const previous = optionalTime(entry, 'prevFundingTime')
  const asOf = optionalTime(entry, 'ts')
  if (symbol === null || rate === 'malformed' || settled === 'malformed') return null
  if (time === 'malformed' || next === 'malformed' || previous === 'malformed' || asOf === 'malformed') return null
  if (marketOf(symbol) !== 'perp') return []
  const facts: PerpFact[] = []
  const state = textAt(entry, 'settState')
  const settledAt = time === null ? null : settlementOf(state, { time, next, previous, asOf: asOf ?? now })
  if (settled !== null && settledAt !== null) {
    facts.push({ kind: 'settled', symbol, rates: [{ time: settledAt, rate: settled }] })
  }
  facts.push({ kind: 'interval', symbol, hours: time === null || next === null ? null : wholeHours(next - time) })
  if (rate !== null || time !== null) facts.push({ kind: 'rate', symbol, rate, nextFundingAt: time })
  return facts
}

type FundingTimes = {
  readonly time: number
  readonly next: number | null
  readonly previous: number | null
  readonly asOf: number
}

/**
 * Time of the payment at `settFundingRate`, epoch ms: `fundingTime` while it is processed (the field moves on some time
 * later), else the previous settlement; where no field names the previous settlement, `fundingTime` less an interval.
 * Null where it cannot be determined.
 */
function settlementOf(state: string | null, { time, next, previous, asOf }: FundingTimes): number | null {
  if (state !== 'processing' && state !== 'settled') return null
  if (state === 'processing' && time - asOf <= SETTLING_MS) return time
  if (previous !== null) return previous < time ? previous : null
  return asOf >= time || next === null || next <= time ? null : time - (next - time)
}

/** Reads the body of `funding-rate-history`: one instrument, each entry a past payment. */
export function readHistory(data: readonly Json[]): EntryFacts {
  const bySymbol = new Map<string, SettledRate[]>()
  for (const item of data) {
    const entry = objectOf(item)
    const symbol = textAt(entry, 'instId')
    if (entry === null || symbol === null) return null
    const realized = optionalDecimal(entry, 'realizedRate')
    // `fundingRate` is the forecast, `realizedRate` what was charged. Older entries have `fundingRate` alone.
    const rate = realized === null ? optionalDecimal(entry, 'fundingRate') : realized
    const time = optionalTime(entry, 'fundingTime')
    if (rate === null || rate === 'malformed' || time === null || time === 'malformed') return null
    if (marketOf(symbol) !== 'perp') continue
    const rates = bySymbol.get(symbol) ?? []
    rates.push({ time, rate })
    bySymbol.set(symbol, rates)
  }
  return [...bySymbol].map(([symbol, rates]) => ({ kind: 'settled', symbol, rates }))
}

/** A row of `position-tiers`: its range in contracts, and its maintenance rate. */
type TierRow = { readonly tier: number; readonly from: Decimal; readonly upTo: Decimal; readonly mmr: Decimal }
/** The tiers of a swap as sent, in contracts; null rows: malformed. */
export type SentTiers = { readonly symbol: string; readonly rows: readonly TierRow[] | null }

/** Reads the body of `position-tiers`, by swap (one a family); null when it is malformed. */
export function readTiers(data: readonly Json[]): readonly SentTiers[] | null {
  const bySymbol = new Map<string, TierRow[] | null>()
  for (const item of data) {
    const entry = objectOf(item)
    const symbol = entry === null ? null : swapOf(entry)
    if (entry === null || symbol === null) return null
    const row = readTier(entry)
    const rows = bySymbol.get(symbol)
    if (rows === undefined) bySymbol.set(symbol, row === null ? null : [row])
    else if (row === null || rows === null) bySymbol.set(symbol, null)
    else rows.push(row)
  }
  return [...bySymbol].map(([symbol, rows]) => ({ symbol, rows }))
}

/** The swap of a row; where `instId` is empty the family names it. */
function swapOf(entry: JsonObject): string | null {
  const own = textAt(entry, 'instId') ?? ''
  if (marketOf(own) === 'perp') return own
  const family = [textAt(entry, 'instFamily'), textAt(entry, 'uly'), own].find((name) => name)
  return family === undefined ? null : `${family}-SWAP`
}

function readTier(entry: JsonObject): TierRow | null {
  const number = textAt(entry, 'tier')
  const from = optionalDecimal(entry, 'minSz')
  const upTo = optionalPositive(entry, 'maxSz')
  const mmr = optionalPositive(entry, 'mmr')
  const tier = number !== null && /^\d{1,4}$/.test(number) ? Number(number) : integerAt(entry, 'tier')
  if (tier === null || from === null || from === 'malformed' || upTo === null || upTo === 'malformed') return null
  return mmr === null || mmr === 'malformed' ? null : { tier, from, upTo, mmr }
}

/** Tiers in base units; null when the rows make no table. Each tier begins where the one before it ends. */
export function tiersInBase({ symbol, rows }: SentTiers, contractSize: Decimal): PerpFact | null {
  const ordered = [...(rows ?? [])].sort((a, b) => a.tier - b.tier)
  const tiers: MarginTier[] = []
  for (const [at, { tier, from, upTo, mmr }] of ordered.entries()) {
    const end = ordered[at - 1]?.upTo ?? from
    if (tier !== at + 1 || compare(ofDecimal(from), ofDecimal(end)) < 0) return null
    if (compare(ofDecimal(upTo), ofDecimal(from)) <= 0) return null
    tiers.push({ floor: product(end, contractSize), mmr })
  }
  const table = tierTable('quantity', tiers)
  return table === null ? null : { kind: 'tiers', symbol, table }
}

/**
 * Reads the body of `interest-rate-loan-quota`: daily borrow rates of coins, whether a level's quota lists them or they
 * have an entry of their own.
 */
export function readBorrowRates(data: readonly Json[]): readonly EntryFacts[] {
  const seen = new Set<string>()
  const reads: BorrowRate[] = []
  for (const item of data.map((one) => objectOf(one))) {
    for (const one of [...(arrayAt(item, 'basic') ?? []), ...(arrayAt(item, 'configCcyList') ?? [])]) {
      const entry = objectOf(one)
      const ticker = textAt(entry, 'ccy')
      if (entry === null || ticker === null) reads.push(null)
      else if (!seen.has(ticker)) {
        seen.add(ticker)
        reads.push(readBorrowRate(entry, ticker))
      }
    }
  }
  return borrowFacts(reads)
}

/** Reads one coin's borrow rate; a rate of zero means that the coin is not lent. */
function readBorrowRate(entry: JsonObject, ticker: string): BorrowRate {
  const daily = optionalDecimal(entry, 'rate')
  if (daily === 'malformed' || (daily !== null && daily.mantissa < 0n)) return null
  return { ticker, yearly: daily !== null && daily.mantissa > 0n ? yearlyOfDaily(daily) : null }
}
