import { firstByte, fourDigits, otherThanDigits } from './ascii-words.ts'
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
const DOT = 0x2e
const ZERO = 48

/** So many digits before a dot surely fit an int32. */
const WHOLE_DIGITS = 9
/** A number of so many digits is surely below 2^53. */
const EXACT_DIGITS = 15
/** Decimals of a padded number. */
const DECIMALS = 8
const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power)
const UNITS = Int32Array.from({ length: DECIMALS + 1 }, (_, power) => 10 ** power)
/** For so many digits that count, the bytes of a word that must be zeros. */
const PADDING = Int32Array.of(0xffffffff, 0xffffff00, 0xffff0000, 0xff000000, 0)
const ZEROS = 0x30303030
const TOP_BIT = 0x80000000
/** `","` and `"],[` as they stand in memory, lowest byte first. */
const BETWEEN_TEXTS = 0x222c22
const THREE_BYTES = 0xffffff
const BETWEEN_LEVELS = 0x5b2c5d22

/**
 * Scans `[["price","size"],…]` into a side, at the scale that it was begun with as far as that suffices. False declines.
 */
export function scanLevelTexts(cursor: ByteCursor, side: FrameSide, form: LevelForm): boolean {
  if (!cursor.takeByte(OPEN)) return false
  if (cursor.takeByte(CLOSE)) return true
  for (;;) {
    const most = Math.max(side.priceDecimals, side.sizeDecimals)
    if (form.isPadded && most <= DECIMALS && scanPadded(cursor, side)) return true
    if (most <= EXACT_DIGITS && scanShort(cursor, side, form)) return true
    if (!scanLevel(cursor, side, form)) return false
    if (!cursor.takeByte(COMMA)) return cursor.takeByte(CLOSE)
  }
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

/*
 * The two that follow do most of all work. They read levels as long as these are of the usual kind: few whole digits, and
 * a fraction that the side's scale has room for. They end true behind the last one, with its bracket, or false where
 * one begins that is not usual. So numbers are read in place, by words of four digits, and nothing is called that the
 * compiler does not put in place: behind a call it would look anew where every array lies.
 */

/** Scans levels whose numbers have eight decimals, each digit of them at a known place. */
function scanPadded(cursor: ByteCursor, side: FrameSide): boolean {
  const { bytes, view } = cursor
  const { prices, sizes, texts, priceDecimals, sizeDecimals } = side
  const pricePower = POWERS[priceDecimals] as number
  const sizePower = POWERS[sizeDecimals] as number
  // Of the eight digits as many count as the scale has decimals, and the others must be zeros. Shifted out of its word, a
  // digit counts nothing; by 32 nothing is shifted, but those words are all zeros.
  const priceZeros = PADDING[Math.min(4, priceDecimals)] as number
  const priceLastZeros = PADDING[Math.max(0, priceDecimals - 4)] as number
  const priceShift = 32 - 8 * Math.min(4, priceDecimals)
  const priceLastShift = 32 - 8 * Math.max(0, priceDecimals - 4)
  const priceUnit = UNITS[Math.max(0, priceDecimals - 4)] as number
  const sizeZeros = PADDING[Math.min(4, sizeDecimals)] as number
  const sizeLastZeros = PADDING[Math.max(0, sizeDecimals - 4)] as number
  const sizeShift = 32 - 8 * Math.min(4, sizeDecimals)
  const sizeLastShift = 32 - 8 * Math.max(0, sizeDecimals - 4)
  const sizeUnit = UNITS[Math.max(0, sizeDecimals - 4)] as number
  const most = prices.length
  let count = side.count
  let at = cursor.at
  let ended = false
  while (!ended && count < most && bytes[at] === OPEN && bytes[at + 1] === QUOTE) {
    let next = at + 2
    let priceWhole = 0
    const priceStart = next
    for (let digit = (bytes[next] as number) - ZERO; digit >>> 0 <= 9; digit = (bytes[++next] as number) - ZERO)
      priceWhole = (Math.imul(priceWhole, 10) + digit) | 0
    const priceFirst = view.getInt32(next + 1, true)
    const priceLast = view.getInt32(next + 5, true)
    if (bytes[next] !== DOT || !isWhole(bytes[priceStart] as number, next - priceStart, priceDecimals)) break
    if ((otherThanDigits(priceFirst) | otherThanDigits(priceLast)) !== 0) break
    if ((((priceFirst ^ ZEROS) & priceZeros) | ((priceLast ^ ZEROS) & priceLastZeros)) !== 0) break
    const priceFraction = Math.imul(fourDigits(priceFirst << priceShift), priceUnit)
    const price = priceWhole * pricePower + priceFraction + fourDigits(priceLast << priceLastShift)
    next += 1 + DECIMALS
    // A price of zero is never one (reliability.md 8).
    if (price === 0 || (view.getInt32(next, true) & THREE_BYTES) !== BETWEEN_TEXTS) break
    next += 3
    let sizeWhole = 0
    const sizeStart = next
    for (let digit = (bytes[next] as number) - ZERO; digit >>> 0 <= 9; digit = (bytes[++next] as number) - ZERO)
      sizeWhole = (Math.imul(sizeWhole, 10) + digit) | 0
    const sizeFirst = view.getInt32(next + 1, true)
    const sizeLast = view.getInt32(next + 5, true)
    if (bytes[next] !== DOT || !isWhole(bytes[sizeStart] as number, next - sizeStart, sizeDecimals)) break
    if ((otherThanDigits(sizeFirst) | otherThanDigits(sizeLast)) !== 0) break
    if ((((sizeFirst ^ ZEROS) & sizeZeros) | ((sizeLast ^ ZEROS) & sizeLastZeros)) !== 0) break
    const sizeFraction = Math.imul(fourDigits(sizeFirst << sizeShift), sizeUnit)
    const size = sizeWhole * sizePower + sizeFraction + fourDigits(sizeLast << sizeLastShift)
    next += 1 + DECIMALS
    if (view.getInt32(next, true) !== BETWEEN_LEVELS) {
      if (bytes[next] !== QUOTE || bytes[next + 1] !== CLOSE || bytes[next + 2] !== CLOSE) break
      ended = true
    }
    at = next + 3
    prices[count] = price
    sizes[count] = size
    texts[count++] = 0
  }
  side.count = count
  cursor.at = at
  return ended
}

/** Scans levels whose numbers have as many digits as they need. */
function scanShort(cursor: ByteCursor, side: FrameSide, { trims, dead }: LevelForm): boolean {
  const { bytes, view } = cursor
  const { prices, sizes, texts, priceDecimals, sizeDecimals } = side
  const pricePower = POWERS[priceDecimals] as number
  const sizePower = POWERS[sizeDecimals] as number
  const most = prices.length
  let count = side.count
  let at = cursor.at
  let ended = false
  while (!ended && count < most && bytes[at] === OPEN && bytes[at + 1] === QUOTE) {
    let next = at + 2
    let priceWhole = 0
    const priceStart = next
    for (let digit = (bytes[next] as number) - ZERO; digit >>> 0 <= 9; digit = (bytes[++next] as number) - ZERO)
      priceWhole = (Math.imul(priceWhole, 10) + digit) | 0
    if (!isWhole(bytes[priceStart] as number, next - priceStart, priceDecimals)) break
    let price = priceWhole * pricePower
    let priceSent = 0
    if (bytes[next] === DOT) {
      const from = ++next
      let fraction = 0
      let word = view.getInt32(next, true)
      let ends = otherThanDigits(word)
      while (ends === 0) {
        fraction = fraction * 10_000 + fourDigits(word)
        next += 4
        word = view.getInt32(next, true)
        ends = otherThanDigits(word)
      }
      const rest = firstByte(ends)
      next += rest
      priceSent = next - from
      if (priceSent === 0 || priceSent > priceDecimals) break
      fraction = fraction * (POWERS[rest] as number) + fourDigits(lastBytes(word, rest))
      price += fraction * (POWERS[priceDecimals - priceSent] as number)
    }
    // A price of zero is never one (reliability.md 8).
    if (price === 0 || (view.getInt32(next, true) & THREE_BYTES) !== BETWEEN_TEXTS) break
    next += 3
    let sizeWhole = 0
    const sizeStart = next
    for (let digit = (bytes[next] as number) - ZERO; digit >>> 0 <= 9; digit = (bytes[++next] as number) - ZERO)
      sizeWhole = (Math.imul(sizeWhole, 10) + digit) | 0
    if (!isWhole(bytes[sizeStart] as number, next - sizeStart, sizeDecimals)) break
    let size = sizeWhole * sizePower
    let sizeSent = 0
    if (bytes[next] === DOT) {
      const from = ++next
      let fraction = 0
      let word = view.getInt32(next, true)
      let ends = otherThanDigits(word)
      while (ends === 0) {
        fraction = fraction * 10_000 + fourDigits(word)
        next += 4
        word = view.getInt32(next, true)
        ends = otherThanDigits(word)
      }
      const rest = firstByte(ends)
      next += rest
      sizeSent = next - from
      if (sizeSent === 0 || sizeSent > sizeDecimals) break
      fraction = fraction * (POWERS[rest] as number) + fourDigits(lastBytes(word, rest))
      size += fraction * (POWERS[sizeDecimals - sizeSent] as number)
    }
    let isDead = true
    for (let skipped = 0; skipped < dead && isDead; skipped++) {
      const digits = firstByte(otherThanDigits(view.getInt32(next + 3, true)) | TOP_BIT)
      isDead = (view.getInt32(next, true) & THREE_BYTES) === BETWEEN_TEXTS && digits > 0 && digits < 3
      if (digits > 1 && bytes[next + 3] === ZERO) isDead = false
      next += 3 + digits
    }
    if (!isDead) break
    if (view.getInt32(next, true) !== BETWEEN_LEVELS) {
      if (bytes[next] !== QUOTE || bytes[next + 1] !== CLOSE || bytes[next + 2] !== CLOSE) break
      ended = true
    }
    at = next + 3
    prices[count] = price
    sizes[count] = size
    texts[count++] = trims ? 0 : textOf(priceSent, sizeSent)
  }
  side.count = count
  cursor.at = at
  return ended
}

/** Whole digits that begin so, and are so many, are a number in JSON's form, exact with so many decimals. */
function isWhole(first: number, length: number, decimals: number): boolean {
  return length > 0 && length <= WHOLE_DIGITS && length + decimals <= EXACT_DIGITS && (first !== ZERO || length === 1)
}

/** The first bytes of a word, fewer than four, as the last of one whose other bytes are zeros. */
function lastBytes(word: number, count: number): number {
  return (word << (24 - 8 * count)) << 8
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
