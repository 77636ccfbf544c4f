import { byMode, type Mode } from '@makas/domain'
import type { PublishedRow } from '../../app/engine-protocol/state.ts'
import { NET_RETURN_FIELD } from '../../app/market/opportunity/present/present.ts'
import { jsonIn } from './shard-texts.ts'

/** JSON key of the net return that sorts each mode's rows. */
const RETURN_KEY = byMode((mode) => `"${NET_RETURN_FIELD[mode]}":`)

/** Net return of a row; infinity where JSON has no number for it. */
export function netReturnIn({ json }: PublishedRow, mode: Mode): number {
  return numberAfter(json, RETURN_KEY[mode]) ?? Number.POSITIVE_INFINITY
}

/** Whether the row's ages can be read, and thus raised. */
export function isReadable({ json }: PublishedRow): boolean {
  const row = jsonIn(json)
  if (typeof row !== 'object' || row === null || !('age_ms' in row) || !('expires_in_ms' in row)) return false
  return typeof row.age_ms === 'number' && typeof row.expires_in_ms === 'number'
}

/** Whether one of the row's books is too old to be shown as live. */
export function isOver({ json }: PublishedRow): boolean {
  return (numberAfter(json, '"expires_in_ms":') ?? 0) <= 0
}

/**
 * The number after a key in JSON text. Quotation marks within JSON strings are escaped, so the key matches no string.
 */
function numberAfter(json: string, key: string): number | null {
  const at = json.indexOf(key)
  if (at < 0) return null
  const from = at + key.length
  const comma = json.indexOf(',', from)
  const text = json.slice(from, comma < 0 ? json.indexOf('}', from) : comma)
  return text === 'null' ? null : Number(text)
}
