import { type Decimal, parseDecimal } from '@makas/domain'
import { CallRefusal, unreachable } from './account-api.ts'

/** The value at a path in an answer; undefined where nothing is there. Only own properties count. */
export const at = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string | number, unknown>>)[name]
        : undefined,
    value,
  )

/** A boolean; null for anything else. */
export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** True if any is true, else null if any is unknown, else false. */
export const anyOn = (flags: readonly (boolean | null)[]): boolean | null =>
  flags.includes(true) ? true : flags.includes(null) ? null : false

/** A list of strings; null for anything else. */
export const words = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null

/** Whether a word is on the list; null where there is no list. */
export const has = (list: readonly string[] | null, word: string): boolean | null =>
  list === null ? null : list.includes(word)

/** Whether a permission's name, perhaps one newer than this code, means withdrawal. */
export const isWithdrawal = (word: string): boolean => /withdraw/i.test(word)

/** A list. @throws CallRefusal for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new CallRefusal(unreachable('unreadable'))
}

/** The entries of an object. @throws CallRefusal for anything else. */
export function entriesOf(value: unknown): (readonly [string, unknown])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw new CallRefusal(unreachable('unreadable'))
}

const MOST_NAME = 40

/** The name of an asset. @throws CallRefusal for anything else. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:-]+$/.test(value) && value.length <= MOST_NAME) return value
  throw new CallRefusal(unreachable('unreadable'))
}

/** An exchange's id, a whole number or text. @throws CallRefusal for anything else. */
export function idOf(value: unknown): string {
  const text = Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && /^[\w.-]{1,64}$/.test(text)) return text
  throw new CallRefusal(unreachable('unreadable'))
}

const MOST_DIGITS = 64

/** An exact amount from its text. @throws CallRefusal for anything else, numbers too: they went through a float. */
export function amountOf(value: unknown): Decimal {
  const parsed = typeof value === 'string' && value.length <= MOST_DIGITS ? parseDecimal(value) : null
  if (parsed === null) throw new CallRefusal(unreachable('unreadable'))
  return parsed
}

/** Whole numbers that a float does not hold stay text: some of Binance's perpetuals have order ids of 19 digits. */
const exactIntegers = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value

/** Parsed JSON; undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, exactIntegers)
  } catch {
    return undefined
  }
}
