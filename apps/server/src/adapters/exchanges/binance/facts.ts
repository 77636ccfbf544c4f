import type { SettledRate } from '@makas/domain'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { arrayOf, decimalAt, integerAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { optionalDecimal, optionalTime } from '../_shared/parse/perp-fields.ts'
import { isDatedSymbol } from './wire.ts'

/** The REST calls that bring facts. */
export type FactCall = 'premiumIndex' | 'fundingRate' | 'fundingInfo'

/** Funding interval, in hours, of symbols that `fundingInfo` does not list. */
const USUAL_INTERVAL_HOURS = 8
/** The all-market array mixes margin types since June 2026; `st` 2 is settled in coins. */
const COIN_MARGINED = 2

/**
 * The facts of a text about perpetuals, and whether it could not read some instruments. 'malformed': nothing of the
 * text counts.
 */
export type FactReading = { readonly facts: readonly PerpFact[]; readonly hasBad: boolean } | 'malformed'

/** The fields of one instrument's update, by the names of the stream or of `premiumIndex`. */
type MarkFields = Readonly<Record<'symbol' | 'mark' | 'index' | 'rate' | 'nextAt', string>>
const STREAM: MarkFields = { symbol: 's', mark: 'p', index: 'i', rate: 'r', nextAt: 'T' }
const PREMIUM_INDEX: MarkFields = {
  symbol: 'symbol',
  mark: 'markPrice',
  index: 'indexPrice',
  rate: 'lastFundingRate',
  nextAt: 'nextFundingTime',
}

/** Reads a parsed stream message; null when it is of no mark stream. */
export function readMarks(message: Json): FactReading | null {
  const outer = objectOf(message)
  const payload = outer?.has('stream') === true ? (outer.get('data') ?? null) : message
  const isNamed = /markPrice/.test(textAt(outer, 'stream') ?? '')
  const updates = arrayOf(payload) ?? [payload]
  const isMark = (update: Json) => textAt(objectOf(update), 'e') === 'markPriceUpdate'
  if (!isNamed && !updates.some(isMark)) return null
  return updates.every(isMark) ? readAll(updates, STREAM) : 'malformed'
}

/** Reads a body of `premiumIndex` (one symbol or all), `fundingRate` (payments of one or several) or `fundingInfo`. */
export function readFactBody(call: FactCall, body: Json): FactReading {
  switch (call) {
    // `lastFundingRate` is the running rate.
    case 'premiumIndex':
      return readAll(arrayOf(body) ?? [body], PREMIUM_INDEX)
    case 'fundingRate':
      return whole(readFundingRates(body))
    case 'fundingInfo':
      return readFundingInfo(body)
  }
}

function whole(facts: readonly PerpFact[] | null): FactReading {
  return facts === null ? 'malformed' : { facts, hasBad: false }
}

/** Reads all instruments: one that cannot be read leaves the others' facts valid (reliability-matrix.md 7). */
function readAll(updates: readonly Json[], fields: MarkFields): FactReading {
  const facts: PerpFact[] = []
  let hasBad = false
  for (const item of updates) {
    const update = objectOf(item)
    const symbol = textAt(update, fields.symbol)
    if (update === null || symbol === null || symbol === '') return 'malformed'
    if (isDatedSymbol(symbol) || integerAt(update, 'st') === COIN_MARGINED) continue
    const read = readOne(update, symbol, fields)
    if (read === null) hasBad = true
    else facts.push(...read)
  }
  return { facts, hasBad }
}

/** The facts of one instrument's update; null when any field is malformed, since then nothing of the update counts. */
function readOne(update: JsonObject, symbol: string, fields: MarkFields): readonly PerpFact[] | null {
  const mark = decimalAt(update, fields.mark)
  const index = optionalDecimal(update, fields.index)
  const rate = optionalDecimal(update, fields.rate)
  const nextFundingAt = optionalTime(update, fields.nextAt)
  if (mark === null || mark.mantissa <= 0n || index === 'malformed' || (index !== null && index.mantissa < 0n))
    return null
  if (rate === 'malformed' || nextFundingAt === 'malformed') return null
  const facts: PerpFact[] = [{ kind: 'mark', symbol, mark, index: index?.mantissa === 0n ? null : index }]
  // A symbol that will be settled no more has a rate of zero beside a time of zero.
  if (nextFundingAt !== null) facts.push({ kind: 'rate', symbol, rate, nextFundingAt })
  return facts
}

function readFundingRates(body: Json): readonly PerpFact[] | null {
  const list = arrayOf(body)
  if (list === null) return null
  const bySymbol = new Map<string, SettledRate[]>()
  for (const item of list) {
    const entry = objectOf(item)
    const symbol = textAt(entry, 'symbol')
    const time = integerAt(entry, 'fundingTime')
    const rate = decimalAt(entry, 'fundingRate')
    if (symbol === null || symbol === '' || time === null || time <= 0 || rate === null) return null
    const rates = bySymbol.get(symbol)
    if (rates === undefined) bySymbol.set(symbol, [{ time, rate }])
    else rates.push({ time, rate })
  }
  return [...bySymbol].map(([symbol, rates]) => ({ kind: 'settled', symbol, rates }))
}

/** Reads `fundingInfo`: an entry without its interval makes this symbol's interval unknown (F19), and no other's. */
function readFundingInfo(body: Json): FactReading {
  const list = arrayOf(body)
  if (list === null) return 'malformed'
  const hours = new Map<string, number>()
  const unknown: PerpFact[] = []
  let hasBad = false
  for (const item of list) {
    const entry = objectOf(item)
    const symbol = textAt(entry, 'symbol')
    const interval = integerAt(entry, 'fundingIntervalHours')
    if (symbol === null || symbol === '') return 'malformed'
    if (interval !== null && interval > 0) hours.set(symbol, interval)
    else {
      unknown.push({ kind: 'interval', symbol, hours: null })
      if (entry?.has('fundingIntervalHours') === true) hasBad = true
    }
  }
  return { facts: [{ kind: 'intervals', hours, otherwise: USUAL_INTERVAL_HOURS }, ...unknown], hasBad }
}
