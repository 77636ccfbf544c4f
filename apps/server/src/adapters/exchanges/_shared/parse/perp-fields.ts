import {
  compare,
  type Decimal,
  type Instrument,
  type MarginTier,
  ONE,
  ofDecimal,
  parseDecimal,
  type TierTable,
} from '@makas/domain'
import type { PerpFact } from '../../../../app/ports/market/exchange-reader.ts'
import { type JsonObject, NumberText } from './json-text.ts'

const HOUR_MS = 3_600_000
/**
 * Digits of a number written out, at most; exchanges send far fewer. Exact arithmetic over longer ones would block the
 * loop, and a row cannot show `1e400`.
 */
const LONGEST_NUMBER = 100
const TOO_LARGE = 10n ** BigInt(LONGEST_NUMBER)
const TIME = /^\d{1,15}$/
const HOURS_A_YEAR = 8_760n
const DAYS_A_YEAR = 365n

/** The value of an optional key: null when it is absent or empty. */
type OptionalValue<T> = T | null | 'malformed'

/** A decimal under an optional key, which may also be empty or null. */
export function optionalDecimal(object: JsonObject, key: string): OptionalValue<Decimal> {
  const field = object.get(key)
  if (field === undefined || field === null || field === '') return null
  const text = field instanceof NumberText ? field.text : field
  if (typeof text !== 'string' || text.length > LONGEST_NUMBER) return 'malformed'
  const value = parseDecimal(text)
  return value !== null && isShort(value) ? value : 'malformed'
}

function isShort({ mantissa, decimals }: Decimal): boolean {
  return decimals <= LONGEST_NUMBER && mantissa < TOO_LARGE && -mantissa < TOO_LARGE
}

/** A price, amount or rate under an optional key; null for zero and less. */
export function optionalPositive(object: JsonObject, key: string): OptionalValue<Decimal> {
  const value = optionalDecimal(object, key)
  return value === null || value === 'malformed' || value.mantissa > 0n ? value : 'malformed'
}

/** Epoch ms under an optional key, a number or a text of digits; null for zero. */
export function optionalTime(object: JsonObject, key: string): OptionalValue<number> {
  const value = object.get(key)
  if (value === undefined || value === null || value === '') return null
  const text = value instanceof NumberText ? value.text : value
  if (typeof text !== 'string' || !TIME.test(text)) return 'malformed'
  return Number(text) || null
}

/** Ends that mean none: exchanges write 0, or a date about a hundred years from now. */
const NEVER_MS = Date.UTC(2100)

/** The life of a perpetual as its list states it, epoch ms, by the names of the fields. */
export function lifeOf(entry: JsonObject, listed: string, ends: string): Pick<Instrument, 'listedAt' | 'endsAt'> {
  const [listedAt, endsAt] = [optionalTime(entry, listed), optionalTime(entry, ends)]
  return {
    ...(typeof listedAt === 'number' ? { listedAt } : {}),
    ...(typeof endsAt === 'number' && endsAt < NEVER_MS ? { endsAt } : {}),
  }
}

/** A duration as whole hours; null where it is not positive or not whole: the interval is then unknown. */
export function wholeHours(ms: number): number | null {
  return ms > 0 && ms % HOUR_MS === 0 ? ms / HOUR_MS : null
}

export function yearlyOfHourly({ mantissa, decimals }: Decimal): Decimal {
  return { mantissa: mantissa * HOURS_A_YEAR, decimals }
}

export function yearlyOfDaily({ mantissa, decimals }: Decimal): Decimal {
  return { mantissa: mantissa * DAYS_A_YEAR, decimals }
}

export function product(a: Decimal, b: Decimal): Decimal {
  return { mantissa: a.mantissa * b.mantissa, decimals: a.decimals + b.decimals }
}

/**
 * A table of margin tiers; null unless its first floor is 0, floors ascend, and rates are fractions of the notional
 * that do not fall from tier to tier.
 */
export function tierTable(by: TierTable['by'], tiers: readonly MarginTier[]): TierTable | null {
  let before: MarginTier | null = null
  for (const tier of tiers) {
    if (tier.mmr.mantissa <= 0n || compare(ofDecimal(tier.mmr), ONE) >= 0) return null
    if (before === null ? tier.floor.mantissa !== 0n : !isAbove(tier, before)) return null
    before = tier
  }
  return before === null ? null : { by, tiers }
}

function isAbove(tier: MarginTier, before: MarginTier): boolean {
  const floors = compare(ofDecimal(tier.floor), ofDecimal(before.floor))
  return floors > 0 && compare(ofDecimal(tier.mmr), ofDecimal(before.mmr)) >= 0
}

/**
 * A coin's borrow rate as a list states it, a fraction per year; `yearly` is null where nobody lends the coin. Null:
 * malformed.
 */
export type BorrowRate = { readonly ticker: string; readonly yearly: Decimal | null } | null

/** The facts of a whole list of borrow rates: one that names all lent coins, and null for each malformed entry. */
export function borrowFacts(rates: readonly BorrowRate[]): readonly (readonly PerpFact[] | null)[] {
  const yearly = new Map<string, Decimal>()
  for (const rate of rates) if (rate !== null && rate.yearly !== null) yearly.set(rate.ticker, rate.yearly)
  return [[{ kind: 'borrow', yearly }], ...rates.filter((rate) => rate === null)]
}
