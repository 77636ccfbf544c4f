import { compare, type Decimal, ofDecimal, parseDecimal } from '@makas/domain'
import { type Json, type JsonObject, NumberText } from './json-text.ts'

const INTEGER = /^-?\d+$/

export function objectOf(value: Json | undefined): JsonObject | null {
  return value instanceof Map ? value : null
}

export function arrayOf(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? value : null
}

/** The object under a key, or null. */
export function objectAt(object: JsonObject | null, key: string): JsonObject | null {
  return objectOf(object?.get(key))
}

/** The array under a key, or null. */
export function arrayAt(object: JsonObject | null, key: string): readonly Json[] | null {
  return arrayOf(object?.get(key))
}

/** The text under a key, or null when there is none (a number is no text). */
export function textAt(object: JsonObject | null, key: string): string | null {
  const value = object?.get(key)
  return typeof value === 'string' ? value : null
}

/** The whole number under a key as a double, or null when it is none or passes 2^53. */
export function integerAt(object: JsonObject | null, key: string): number | null {
  const value = object?.get(key)
  if (!(value instanceof NumberText) || !INTEGER.test(value.text)) return null
  const number = Number(value.text)
  return Number.isSafeInteger(number) ? number : null
}

/** Digits of a sequence id that are kept where a double cannot hold it. */
const SEQUENCE_DIGITS = 15

/**
 * A sequence id, as a whole number under a key: its last 15 digits where it passes 2^53, and null where there is none.
 * Ids are compared with their neighbours only, and neighbours agree in the digits before; where the digits before
 * change, once in 10^15, the book is asked for again.
 */
export function sequenceAt(object: JsonObject | null, key: string): number | null {
  const value = object?.get(key)
  if (!(value instanceof NumberText) || !INTEGER.test(value.text)) return null
  const number = Number(value.text)
  if (Number.isSafeInteger(number)) return number
  return Number(value.text.slice(-SEQUENCE_DIGITS)) * Math.sign(number)
}

/** The decimal under a key, written as a number or as a text, sign and exponent exactly; null when it is none. */
export function decimalAt(object: JsonObject | null, key: string): Decimal | null {
  const value = object?.get(key)
  if (value instanceof NumberText) return parseDecimal(value.text)
  return typeof value === 'string' ? parseDecimal(value) : null
}

/** `decimalAt` for a rule of an instrument list: zero and less mean that there is no such rule. */
export function ruleAt(object: JsonObject | null, key: string): Decimal | null {
  const value = decimalAt(object, key)
  return value !== null && value.mantissa > 0n ? value : null
}

/** The smallest of rules of which any may be absent; null where all are. */
export function leastOf(...rules: readonly (Decimal | null)[]): Decimal | null {
  return rules.reduce((least, rule) => {
    if (rule === null || least === null) return least ?? rule
    return compare(ofDecimal(rule), ofDecimal(least)) < 0 ? rule : least
  }, null)
}

/** A request id as sent back, a text or a number; null when there is none. */
export function idAt(object: JsonObject | null, key: string): string | null {
  const value = object?.get(key)
  if (value instanceof NumberText) return value.text
  return typeof value === 'string' && value !== '' ? value : null
}
