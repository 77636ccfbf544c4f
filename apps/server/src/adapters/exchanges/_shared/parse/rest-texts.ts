import { arrayOf } from './json-fields.ts'
import { type Json, NumberText, parseJson } from './json-text.ts'

/** Change of a price over 24 h: percent as decimal text. */
export type DailyChangeText = { readonly symbol: string; readonly percent: string }

/** Levels of a REST book as sent, best first. `seq` is null where the exchange gives none. */
export type TopOfBook = {
  readonly bids: readonly (readonly [price: string, size: string])[]
  readonly asks: readonly (readonly [price: string, size: string])[]
  readonly seq: number | null
}

/** A REST body; undefined when it is no JSON. */
export function parseBody(text: string): Json | undefined {
  return parseJson(text)
}

/** Reads two lists of levels that begin with price and size, as texts or numbers; null when one is no such list. */
export function parseTopOf(
  bids: readonly Json[] | null,
  asks: readonly Json[] | null,
  seq: number | null,
): TopOfBook | null {
  const bidLevels = readSide(bids)
  const askLevels = readSide(asks)
  return bidLevels === null || askLevels === null ? null : { bids: bidLevels, asks: askLevels, seq }
}

function readSide(list: readonly Json[] | null): [string, string][] | null {
  if (list === null) return null
  const levels: [string, string][] = []
  for (const item of list) {
    const level = arrayOf(item)
    const price = numberText(level?.[0])
    const size = numberText(level?.[1])
    if (price === null || size === null) return null
    levels.push([price, size])
  }
  return levels
}

function numberText(value: Json | undefined): string | null {
  if (value instanceof NumberText) return value.text
  return typeof value === 'string' ? value : null
}
