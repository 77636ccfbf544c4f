import { parseDecimal, type SettledRate } from '@makas/domain'
import { scanIsoTime } from './iso-time.ts'

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const START = ascii('{"result":"success","rates":[')
const TIME_KEY = ascii('{"timestamp":"')
const AMOUNT_KEY = ascii('"fundingRate":')
const RATE_KEY = ascii('"relativeFundingRate":')
const SERVER_KEY = ascii(',"serverTime":"')
const QUOTE = 0x22
const COMMA = 0x2c
const CLOSE = 0x7d
const END = 0x5d
const ZERO = 48
/** Digits of an exponent, at most: more than a decimal may have. */
const MOST_EXPONENT_DIGITS = 3

type Cursor = { readonly bytes: Uint8Array; offset: number }

/**
 * The latest `most` payments of a history of years, in the shape that the exchange sends; null leaves any other text,
 * and a list whose times do not run in one direction, to the general parser.
 *
 * The general parser would block the engine's loop: for 35,000 payments (4.2 MB, four years) it takes 85 to 92 ms, this
 * scanner 14 to 16 ms. `JSON.parse` takes 10 to 11 ms but rounds the rates; with a reviver that keeps their texts 68 to
 * 76 ms (Node 24.21, 2026-11-27).
 */
export function scanHistory(bytes: Uint8Array, most: number): SettledRate[] | null {
  const cursor: Cursor = { bytes, offset: 0 }
  if (!take(cursor, START)) return null
  const times: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  do {
    if (!take(cursor, TIME_KEY)) return null
    const at = scanIsoTime(cursor)
    if (at < 0 || !takeByte(cursor, QUOTE) || !takeByte(cursor, COMMA)) return null
    const isAmountFirst = take(cursor, AMOUNT_KEY)
    if (isAmountFirst && (!skipNumber(cursor) || !takeByte(cursor, COMMA))) return null
    if (!take(cursor, RATE_KEY)) return null
    starts.push(cursor.offset)
    if (!skipNumber(cursor)) return null
    ends.push(cursor.offset)
    if (!isAmountFirst && (!takeByte(cursor, COMMA) || !take(cursor, AMOUNT_KEY) || !skipNumber(cursor))) return null
    if (!takeByte(cursor, CLOSE)) return null
    times.push(at)
  } while (takeByte(cursor, COMMA))
  if (!takeByte(cursor, END) || !isEnd(cursor) || times.length <= most) return null
  return latest(bytes, { times, starts, ends }, most)
}

/** The latest payments, the latest first; null where the order of the list is not clear. */
function latest(
  bytes: Uint8Array,
  { times, starts, ends }: Readonly<Record<'times' | 'starts' | 'ends', readonly number[]>>,
  most: number,
): SettledRate[] | null {
  const count = times.length
  const direction = Math.sign((times[1] as number) - (times[0] as number))
  for (let index = 1; index < count; index++) {
    if (Math.sign((times[index] as number) - (times[index - 1] as number)) !== direction || direction === 0) return null
  }
  const rates: SettledRate[] = []
  for (let rank = 0; rank < most; rank++) {
    const index = direction > 0 ? count - 1 - rank : rank
    const rate = parseDecimal(String.fromCharCode(...bytes.subarray(starts[index], ends[index])))
    if (rate === null) return null
    rates.push({ time: times[index] as number, rate })
  }
  return rates
}

/** The envelope's end, with or without the time in it. */
function isEnd(cursor: Cursor): boolean {
  const { bytes } = cursor
  if (take(cursor, SERVER_KEY)) {
    if (scanIsoTime(cursor) < 0 || !takeByte(cursor, QUOTE)) return false
  }
  return takeByte(cursor, CLOSE) && cursor.offset === bytes.length
}

function take(cursor: Cursor, literal: Uint8Array): boolean {
  const { bytes, offset: at } = cursor
  for (let offset = 0; offset < literal.length; offset++) if (bytes[at + offset] !== literal[offset]) return false
  cursor.offset = at + literal.length
  return true
}

function takeByte(cursor: Cursor, byte: number): boolean {
  if (cursor.bytes[cursor.offset] !== byte) return false
  cursor.offset++
  return true
}

/** Steps over a number in JSON's form. */
function skipNumber(cursor: Cursor): boolean {
  const { bytes } = cursor
  let { offset } = cursor
  if (bytes[offset] === 0x2d) offset++
  const whole = offset
  offset = skipDigits(bytes, offset)
  if (offset === whole || (bytes[whole] === ZERO && offset > whole + 1)) return false
  if (bytes[offset] === 0x2e) {
    const fraction = offset + 1
    offset = skipDigits(bytes, fraction)
    if (offset === fraction) return false
  }
  if (bytes[offset] === 0x65 || bytes[offset] === 0x45) {
    offset++
    if (bytes[offset] === 0x2b || bytes[offset] === 0x2d) offset++
    const exponent = offset
    offset = skipDigits(bytes, exponent)
    if (offset === exponent || offset - exponent > MOST_EXPONENT_DIGITS) return false
  }
  cursor.offset = offset
  return true
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from
  for (let byte = bytes[at]; byte !== undefined && byte >= ZERO && byte <= ZERO + 9; byte = bytes[++at]);
  return at
}
