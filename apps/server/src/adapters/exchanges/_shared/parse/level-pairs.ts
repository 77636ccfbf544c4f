import { EXACT_DIGITS, PADDED_DECIMALS, scannedLevels, scannedTo, scanPadded, scanTexts } from '@makas/domain'
import type { ByteCursor } from './byte-cursor.ts'
import { type FrameSide, textOf } from './depth-frame.ts'
import type { Json } from './json-text.ts'

/** How an exchange writes its levels `["price","size",…]`. */
export type LevelForm = {
  /** No checksum is over the texts: zeros at the end of a fraction are left out. */
  readonly trims: boolean
  /** Every number has eight decimals. */
  readonly isPadded: boolean
  /** Texts of digits behind the size, which say nothing of the level. */
  readonly dead: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN = 0x5b
const CLOSE = 0x5d

/**
 * Scans `[["price","size"],…]` into a side, at the scale that it was begun with as far as that suffices. False declines.
 */
export function scanLevelTexts(cursor: ByteCursor, side: FrameSide, form: LevelForm): boolean {
  if (!cursor.takeByte(OPEN)) return false
  if (cursor.takeByte(CLOSE)) return true
  for (;;) {
    if (side.list !== null && scanUsual(cursor, side, side.list, form)) return true
    if (!scanLevel(cursor, side, form)) return false
    if (!cursor.takeByte(COMMA)) return cursor.takeByte(CLOSE)
  }
}

/** Scans levels as long as they are of the usual kind; true behind the last one, with its bracket. */
function scanUsual(cursor: ByteCursor, side: FrameSide, list: number, { trims, isPadded, dead }: LevelForm): boolean {
  const { priceDecimals, sizeDecimals } = side
  const most = Math.max(priceDecimals, sizeDecimals)
  if (isPadded && most <= PADDED_DECIMALS) {
    const hasEnded = scanPadded(cursor.at, list, side.count, priceDecimals, sizeDecimals)
    cursor.at = scannedTo()
    side.count = scannedLevels()
    if (hasEnded === 1) return true
  }
  if (most > EXACT_DIGITS) return false
  const hasEnded = scanTexts(cursor.at, list, side.count, priceDecimals, sizeDecimals, trims ? 0 : 1, dead)
  cursor.at = scannedTo()
  side.count = scannedLevels()
  return hasEnded === 1
}

/** One level of any numbers. */
function scanLevel(cursor: ByteCursor, side: FrameSide, { trims, dead }: LevelForm): boolean {
  if (!cursor.takeByte(OPEN) || !cursor.takeByte(QUOTE)) return false
  const price = cursor.decimal(trims)
  const priceDecimals = cursor.decimals
  if (price < 0 || !cursor.takeByte(QUOTE) || !cursor.takeByte(COMMA) || !cursor.takeByte(QUOTE)) return false
  const size = cursor.decimal(trims)
  const sizeDecimals = cursor.decimals
  if (size < 0 || !cursor.takeByte(QUOTE)) return false
  for (let skipped = 0; skipped < dead; skipped++) {
    if (!cursor.takeByte(COMMA) || !cursor.takeByte(QUOTE) || cursor.integer() < 0 || !cursor.takeByte(QUOTE))
      return false
  }
  const text = trims ? 0 : textOf(priceDecimals, sizeDecimals)
  return side.push(price, priceDecimals, size, sizeDecimals, text) && !side.isTooLong && cursor.takeByte(CLOSE)
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
