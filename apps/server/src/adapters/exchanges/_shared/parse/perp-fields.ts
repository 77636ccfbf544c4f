import { compare, type Decimal, type MarginTier, ONE, ofDecimal, parseDecimal, type TierTable } from '@makas/domain'
import { type JsonObject, NumberText } from './json-text.ts'

const HOUR_MS = 3_600_000
/**
 * No exchange sends numbers near this long, written out. Exact arithmetic over longer ones would hold up all else, and
 * `1e400` is no number that a row can show.
 */
const LONGEST_NUMBER = 100
const TOO_LARGE = 10n ** BigInt(LONGEST_NUMBER)
const TIME = /^\d{1,15}$/
const HOURS_A_YEAR = 8_760n
const DAYS_A_YEAR = 365n

/** What stands under a key that may be left out: null when it is absent or empty. */
type Optional<T> = T | null | 'malformed'

/** A decimal that may be left out, empty or null. */
export function optionalDecimal(object: JsonObject, key: string): Optional<Decimal> {
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

/** A price, an amount or a rate above zero, which may be left out: zero and less are none. */
export function optionalPositive(object: JsonObject, key: string): Optional<Decimal> {
  const value = optionalDecimal(object, key)
  return value === null || value === 'malformed' || value.mantissa > 0n ? value : 'malformed'
}

/** Epoch ms as a number or a text of digits, which may be left out; zero says that there is none. */
export function optionalTime(object: JsonObject, key: string): Optional<number> {
  const value = object.get(key)
  if (value === undefined || value === null || value === '') return null
  const text = value instanceof NumberText ? value.text : value
  if (typeof text !== 'string' || !TIME.test(text)) return 'malformed'
  return Number(text) || null
}

/** Whole hours of a length of time; null where it is none or not whole: then no interval is known. */
export function wholeHours(ms: number): number | null {
  return ms > 0 && ms % HOUR_MS === 0 ? ms / HOUR_MS : null
}

export function yearlyOfHourly({ mantissa, decimals }: Decimal): Decimal {
  return { mantissa: mantissa * HOURS_A_YEAR, decimals }
}

export function yearlyOfDaily({ mantissa, decimals }: Decimal): Decimal {
  return { mantissa: mantissa * DAYS_A_YEAR, decimals }
}

/** The exact product of two decimals. */
export function product(a: Decimal, b: Decimal): Decimal {
  return { mantissa: a.mantissa * b.mantissa, decimals: a.decimals + b.decimals }
}

/**
 * A table of margin tiers, or null for what is none: the first floor is 0, floors ascend, and each rate is a part of
 * the notional that does not fall with it.
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
