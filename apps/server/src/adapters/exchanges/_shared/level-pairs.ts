import type { ByteCursor } from './byte-cursor.ts'
import type { FrameSide } from './depth-frame.ts'
import type { Json } from './json-text.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN = 0x5b
const CLOSE = 0x5d

/** What stands between the numbers of a level as one little-endian word: `","` and a byte more, and `["`. */
const BETWEEN = 0x222c22
const BETWEEN_MASK = 0xffffff

/**
 * Scans `[["price","size"],…]` into a side. With `dead` texts more in each level (OKX: a dead field and the number of
 * orders) those must be digits and are skipped. False declines.
 */
export function scanLevelTexts(cursor: ByteCursor, side: FrameSide, trims: boolean, dead: number): boolean {
  if (!cursor.takeByte(OPEN)) return false
  if (cursor.takeByte(CLOSE)) return true
  do {
    if (!cursor.takePair(OPEN, QUOTE)) return false
    const price = cursor.decimal(trims)
    if (price < 0) return false
    const priceDecimals = cursor.decimals
    if (!cursor.takeWord(BETWEEN, BETWEEN_MASK, 3)) return false
    const size = cursor.decimal(trims)
    if (size < 0 || !side.push(price, priceDecimals, size, cursor.decimals)) return false
    for (let skipped = 0; skipped < dead; skipped++) {
      if (!cursor.takeWord(BETWEEN, BETWEEN_MASK, 3) || cursor.integer() < 0) return false
    }
    if (!cursor.takePair(QUOTE, CLOSE)) return false
  } while (cursor.takeByte(COMMA))
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
