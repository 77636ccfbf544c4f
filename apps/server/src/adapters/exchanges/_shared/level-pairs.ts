import type { ByteCursor } from './byte-cursor.ts'
import type { FrameSide } from './depth-frame.ts'
import type { Json } from './json-text.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN = 0x5b
const CLOSE = 0x5d
const DOT = 0x2e
const ZERO = 48

/** So many digits before a dot, and so many behind it, surely fit an int32 each. */
const INT_DIGITS = 9
const POWERS = Float64Array.from({ length: INT_DIGITS + 1 }, (_, power) => 10 ** power)

/**
 * Scans `[["price","size"],…]` into a side. With `dead` texts more in each level (OKX: a dead field and the number of
 * orders) those must be digits and are skipped. False declines.
 *
 * Most of all work is done here, so the usual numbers are read in place, by loops over local variables: calls and
 * writes to the cursor cost as much as the digits. `ByteCursor.decimal` reads the others, and says what a number is.
 */
export function scanLevelTexts(cursor: ByteCursor, side: FrameSide, trims: boolean, dead: number): boolean {
  if (!cursor.takeByte(OPEN)) return false
  if (cursor.takeByte(CLOSE)) return true
  const { bytes } = cursor
  let { prices, sizes, priceDecimals, sizeDecimals, count } = side
  let at = cursor.at
  for (;;) {
    if (bytes[at] !== OPEN) return false
    at++
    if (count === prices.length) {
      if (!side.grow()) return false
      ;({ prices, sizes, priceDecimals, sizeDecimals } = side)
    }
    for (let column = 0; column < 2; column++) {
      if (bytes[at] !== QUOTE) return false
      const start = ++at
      let whole = 0
      let digit = (bytes[at] as number) - ZERO
      const leads = digit
      for (; digit >>> 0 <= 9; digit = (bytes[++at] as number) - ZERO) whole = (Math.imul(whole, 10) + digit) | 0
      const dot = at
      let end = at
      if (bytes[at] === DOT) {
        do end++
        while (((bytes[end] as number) - ZERO) >>> 0 <= 9)
        at = end
        if (trims) while (bytes[end - 1] === ZERO) end--
      }
      let decimals = Math.max(0, end - dot - 1)
      let mantissa = whole
      const length = dot - start
      if (
        length === 0 ||
        length > INT_DIGITS ||
        decimals > INT_DIGITS ||
        at === dot + 1 ||
        (leads === 0 && length > 1)
      ) {
        cursor.at = start
        mantissa = cursor.decimal(trims)
        if (mantissa < 0) return false
        decimals = cursor.decimals
        at = cursor.at
      } else if (decimals > 0) {
        let fraction = 0
        for (let from = dot + 1; from < end; from++)
          fraction = (Math.imul(fraction, 10) + (bytes[from] as number) - ZERO) | 0
        mantissa = whole * (POWERS[decimals] as number) + fraction
        if (mantissa > Number.MAX_SAFE_INTEGER) return false
      }
      if (bytes[at] !== QUOTE) return false
      at++
      if (column === 0) {
        if (bytes[at] !== COMMA) return false
        at++
        // A price of zero is never one (reliability.md 8).
        if (mantissa === 0) return false
        prices[count] = mantissa
        priceDecimals[count] = decimals
      } else {
        sizes[count] = mantissa
        sizeDecimals[count] = decimals
      }
    }
    count++
    for (let skipped = 0; skipped < dead; skipped++) {
      if (bytes[at] !== COMMA || bytes[at + 1] !== QUOTE) return false
      cursor.at = at + 2
      if (cursor.integer() < 0 || bytes[cursor.at] !== QUOTE) return false
      at = cursor.at + 1
    }
    if (bytes[at] !== CLOSE) return false
    at++
    if (bytes[at] !== COMMA) break
    at++
  }
  side.count = count
  cursor.at = at
  return cursor.takeByte(CLOSE)
}

/** The same from parsed JSON: every level an array of exactly `length` texts. False: the frame is refused. */
export function readLevelTexts(list: Json | undefined, side: FrameSide, trims: boolean, length: number): boolean {
  if (!Array.isArray(list)) return false
  for (const level of list) {
    if (!Array.isArray(level) || level.length !== length) return false
    if (!level.every((text): text is string => typeof text === 'string')) return false
    const [price, size] = level
    if (price === undefined || size === undefined || !side.pushTexts(price, size, trims)) return false
  }
  return true
}
