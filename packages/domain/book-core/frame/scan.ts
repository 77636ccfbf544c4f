import { LIST_CAPACITY, LIST_SIZES, LIST_TEXTS } from '../layout'
import { FRAME } from '../memory'
import {
  EXACT_DIGITS,
  eightDigits,
  numberDecimals,
  numberLength,
  otherThanDigits,
  PADDED_DECIMALS,
  pow10,
  scanNumber,
} from './digits'
import { LEVELS_IGNORED_BITS, LEVELS_KEEP_TEXTS, STEP_IS_OBJECTS, STEP_IS_PADDED } from './shape'
import {
  areFew,
  bothValues,
  digitsAt,
  isBegun,
  lanesOf,
  layoutOf,
  limitsOf,
  looksSo,
  unfolded,
  within,
} from './simd-decimal'

/*
 * Levels of the usual kind: few digits, and no more decimals than the scale. Each scan begins at a level and returns 1
 * behind the last level and its bracket, or 0 at a level that is unusual. `SCANNED` then has where it ended, and how
 * many levels the list has.
 */

/** Result of the last scan. */
export const SCANNED: usize = memory.data(8, 16)
/** Offset in the frame where the scan ended. */
export const SCANNED_TO: usize = 0
/** Number of levels in the scan's list. */
export const SCANNED_LEVELS: usize = 4

const DOT: u8 = 0x2e
const ZERO: u8 = 0x30
/** The bytes of `["`, `","`, `"],[`, `"]]`, lowest first. */
const OPEN_TEXT: u16 = 0x225b
const BETWEEN_TEXTS: u32 = 0x222c22
const BETWEEN_LEVELS: u32 = 0x5b2c5d22
const AFTER_LEVELS: u32 = 0x5d5d22
const THREE_BYTES: u32 = 0xffffff
/** The bytes of `{"price"`, `,"qty":`, `},` and `}]`, lowest first. */
const PRICE_KEY: u64 = 0x226563697270227b
const COLON: u8 = 0x3a
const COMMA: u8 = 0x2c
const CLOSE: u8 = 0x5d
const QUOTES: usize = memory.data<u64>([0x2222222222222222, 0x2222222222222222], 16)
const DOTS: usize = memory.data<u64>([0x2e2e2e2e2e2e2e2e, 0x2e2e2e2e2e2e2e2e], 16)
const SIZE_KEY: u64 = 0x3a22797471222c
const SEVEN_BYTES: u64 = 0xffffffffffffff
const NEXT_OBJECT: u16 = 0x2c7d
const LAST_OBJECT: u16 = 0x5d7d

/** Most bytes of a number, read as one vector. */
const LONGEST: u32 = 16
/** Most digits of an ignored text, read as one word. */
const MOST_IGNORED_DIGITS: u32 = 8
/** Decimals of a number that has a dot and nothing behind it, or far too many: more than any scale has. */
const NO_DECIMALS: u32 = 255

// @inline
function scanned(at: usize, count: usize, hasEnded: u32): u32 {
  store<u32>(SCANNED, (at - FRAME) as u32, SCANNED_TO)
  store<u32>(SCANNED, count as u32, SCANNED_LEVELS)
  return hasEnded
}

/** A number of `whole` digits and eight decimals, of which those beyond the scale must be zeros; else -1. */
// @inline
function paddedNumber(at: usize, whole: u32, decimals: u32, padding: u64, power: u64): i64 {
  const word = load<u64>(at)
  const fraction = load<u64>(at + (whole as usize) + 1)
  const bits = whole << 3
  const isPadded =
    ((whole - 1 < 8) as u32) &
    ((otherThanDigits(word) << (64 - bits) === 0) as u32) &
    ((((fraction ^ 0x3030303030303030) & padding) === 0) as u32) &
    ((otherThanDigits(fraction) === 0) as u32) &
    ((load<u8>(at + (whole as usize)) === DOT) as u32) &
    (((whole === 1) as u32) | (((word as u8) !== ZERO) as u32)) &
    ((whole + decimals <= EXACT_DIGITS) as u32)
  if (isPadded === 0) return -1
  if (whole + decimals > 8)
    return (eightDigits(word << (64 - bits)) * power + eightDigits(fraction << (64 - (decimals << 3)))) as i64
  // Here the number has fewer than eight whole digits, or no decimals.
  const before = (((1 as u64) << bits) - 1) | (-((whole >> 3) as i64) as u64)
  const digits = (word & before) | (load<u64>(at + 1) & ~before)
  return eightDigits(digits << (64 - ((whole + decimals) << 3))) as i64
}

/**
 * `paddedNumber` for nine to fifteen whole digits: sizes of coins that cost next to nothing. A function of its own, so
 * that the usual short numbers do not pay for it.
 */
function widePaddedNumber(at: usize, whole: u32, decimals: u32, padding: u64, power: u64): i64 {
  const high = load<u64>(at)
  const low = load<u64>(at + 8)
  const fraction = load<u64>(at + (whole as usize) + 1)
  const behind = (whole - 8) << 3
  const isPadded =
    ((whole - 9 < 7) as u32) &
    ((otherThanDigits(high) === 0) as u32) &
    ((otherThanDigits(low) << (64 - behind) === 0) as u32) &
    ((((fraction ^ 0x3030303030303030) & padding) === 0) as u32) &
    ((otherThanDigits(fraction) === 0) as u32) &
    ((load<u8>(at + (whole as usize)) === DOT) as u32) &
    (((high as u8) !== ZERO) as u32) &
    ((whole + decimals <= EXACT_DIGITS) as u32)
  if (isPadded === 0) return -1
  const before = eightDigits(high) * pow10(whole - 8) + eightDigits(low << (64 - behind))
  return (before * power + (decimals === 0 ? 0 : eightDigits(fraction << (64 - (decimals << 3))))) as i64
}

/** A bit for each of the next 48 bytes that is a quote. */
// @inline
function quotesFrom(at: usize): u64 {
  const quote = v128.load(QUOTES)
  return (
    (i8x16.bitmask(i8x16.eq(v128.load(at), quote)) as u64) |
    ((i8x16.bitmask(i8x16.eq(v128.load(at, 16), quote)) as u64) << 16) |
    ((i8x16.bitmask(i8x16.eq(v128.load(at, 32), quote)) as u64) << 32)
  )
}

/** Mask of the bytes behind the first `decimals` of eight, which must be `0`. */
function paddingAfter(decimals: u32): u64 {
  return decimals === PADDED_DECIMALS ? 0 : ~(0 as u64) << (decimals << 3)
}

/** Scans `["price","size"],…` whose numbers have eight decimals each. */
export function scanPadded(start: u32, list: usize, held: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  const pricePadding = paddingAfter(priceDecimals)
  const sizePadding = paddingAfter(sizeDecimals)
  const pricePower = pow10(priceDecimals)
  const sizePower = pow10(sizeDecimals)
  const priceLanes = lanesOf(priceDecimals)
  const sizeLanes = lanesOf(sizeDecimals)
  let at = FRAME + start
  let count: usize = held
  while (count < LIST_CAPACITY && load<u16>(at) === OPEN_TEXT) {
    // The quotes tell where a level ends before its numbers are read, so the next level need not wait for them.
    const afterFirst = quotesFrom(at) & ~2
    const afterSecond = afterFirst & (afterFirst - 1)
    const afterThird = afterSecond & (afterSecond - 1)
    const priceEnd = ctz(afterFirst) as usize
    const sizeBegin = (ctz(afterSecond) as usize) + 1
    const sizeEnd = ctz(afterThird) as usize
    const priceWhole = (priceEnd as u32) - 2 - 1 - PADDED_DECIMALS
    const sizeWhole = ((sizeEnd - sizeBegin) as u32) - 1 - PADDED_DECIMALS
    let isUsual = ((load<u32>(at + priceEnd) & THREE_BYTES) === BETWEEN_TEXTS) as u32
    const price = paddedNumber(at + 2, priceWhole, priceDecimals, pricePadding, pricePower)
    let size = paddedNumber(at + sizeBegin, sizeWhole, sizeDecimals, sizePadding, sizePower)
    if (size < 0) size = widePaddedNumber(at + sizeBegin, sizeWhole, sizeDecimals, sizePadding, sizePower)
    // A price of zero is refused (reliability-matrix.md 8).
    isUsual &= ((price > 0) as u32) & ((size >= 0) as u32)
    store<f64>(list + (count << 3), price as f64)
    store<f64>(list + (count << 3), size as f64, LIST_SIZES)
    if (isUsual === 0) break
    store<u16>(list + (count << 1), 0, LIST_TEXTS)
    const behind = load<u32>(at + sizeEnd)
    if (behind !== BETWEEN_LEVELS) {
      if ((behind & THREE_BYTES) !== AFTER_LEVELS) break
      return scanned(at + sizeEnd + 3, count + 1, 1)
    }
    at += sizeEnd + 3
    count++
    const layout = layoutOf(priceWhole, sizeWhole, priceDecimals, sizeDecimals)
    if (layout === 0) continue
    // Most levels have the same layout as the one before and differ in their digits only.
    const priceLaneRow = v128.load(priceLanes + ((priceWhole as usize) << 4))
    const sizeLaneRow = v128.load(sizeLanes + ((sizeWhole as usize) << 4))
    let isZero = v128.xor(priceLaneRow, priceLaneRow)
    const from = at
    const before = count
    while (count < LIST_CAPACITY && looksSo(at, layout)) {
      const values = bothValues(digitsAt(at + 2), priceLaneRow, digitsAt(at + sizeBegin), sizeLaneRow)
      isZero = v128.or(isZero, f64x2.eq(values, f64x2.splat(0)))
      v128.store64_lane(list + (count << 3), values, 0)
      v128.store64_lane(list + (count << 3), values, 1, LIST_SIZES)
      store<u16>(list + (count << 1), 0, LIST_TEXTS)
      count++
      at += sizeEnd + 3
      if (load<u8>(at - 1) !== COMMA) break
    }
    if (i64x2.extract_lane(isZero, 0) !== 0) return scanned(from, before, 0)
    if (at !== from && load<u8>(at - 1) !== COMMA) return scanned(at, count, load<u8>(at - 1) === CLOSE ? 1 : 0)
  }
  return scanned(at, count, 0)
}

/** Whole digits of a number of `length` bytes. */
// @inline
function wholeOf(at: usize, length: u32): u32 {
  return min(ctz((i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(DOTS))) as u32) | 0x10000), length)
}

/** Decimals of a number as sent; `NO_DECIMALS` where there is a dot and nothing behind it. */
// @inline
function sentOf(whole: u32, length: u32): u32 {
  const sent = length - whole - 1
  return whole === length ? 0 : sent - 1 > NO_DECIMALS ? NO_DECIMALS : sent
}

/**
 * Scans `["price","size",…],…` with `ignored` further texts, of at most eight digits each, behind the size. Where no
 * texts are kept, a number may have zeros beyond the decimals of the scale.
 */
export function scanTexts(
  start: u32,
  list: usize,
  held: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
  keepsTexts: u32,
  ignored: u32,
): u32 {
  const priceLanes = lanesOf(priceDecimals)
  const sizeLanes = lanesOf(sizeDecimals)
  const priceLimits = limitsOf(priceDecimals)
  const sizeLimits = limitsOf(sizeDecimals)
  const mostPrice = keepsTexts === 0 ? NO_DECIMALS - 1 : priceDecimals
  const mostSize = keepsTexts === 0 ? NO_DECIMALS - 1 : sizeDecimals
  let at = FRAME + start
  let count: usize = held
  while (count < LIST_CAPACITY && load<u16>(at) === OPEN_TEXT) {
    let quotes = quotesFrom(at) & ~2
    const priceEnd = ctz(quotes) as usize
    quotes &= quotes - 1
    const sizeBegin = (ctz(quotes) as usize) + 1
    quotes &= quotes - 1
    const sizeEnd = ctz(quotes) as usize
    const priceLength = (priceEnd as u32) - 2
    const sizeLength = (sizeEnd - sizeBegin) as u32
    const priceWhole = wholeOf(at + 2, priceLength)
    const sizeWhole = wholeOf(at + sizeBegin, sizeLength)
    const priceSent = sentOf(priceWhole, priceLength)
    const sizeSent = sentOf(sizeWhole, sizeLength)
    const areUsual =
      areFew(priceWhole, priceDecimals) &
      areFew(sizeWhole, sizeDecimals) &
      ((priceLength <= LONGEST) as u32) &
      ((sizeLength <= LONGEST) as u32) &
      ((priceSent <= mostPrice) as u32) &
      ((sizeSent <= mostSize) as u32)
    if (areUsual === 0) break
    const price = unfolded(at + 2, priceWhole, priceLength)
    const size = unfolded(at + sizeBegin, sizeWhole, sizeLength)
    const areNumbers = v128.and(
      within(price, v128.load(priceLimits + ((priceWhole as usize) << 4))),
      within(size, v128.load(sizeLimits + ((sizeWhole as usize) << 4))),
    )
    const values = bothValues(
      price,
      v128.load(priceLanes + ((priceWhole as usize) << 4)),
      size,
      v128.load(sizeLanes + ((sizeWhole as usize) << 4)),
    )
    // A price of zero is refused (reliability-matrix.md 8).
    let isLevel =
      (((load<u32>(at + priceEnd) & THREE_BYTES) === BETWEEN_TEXTS) as u32) &
      (i8x16.all_true(areNumbers) as u32) &
      isBegun(at + 2, priceWhole) &
      isBegun(at + sizeBegin, sizeWhole) &
      ((f64x2.extract_lane(values, 0) !== 0) as u32)
    let end = at + sizeEnd
    for (let skipped: u32 = 0; skipped < ignored; skipped++) {
      quotes &= quotes - 1
      const begin = at + (ctz(quotes) as usize) + 1
      quotes &= quotes - 1
      isLevel &= ((load<u32>(end) & THREE_BYTES) === BETWEEN_TEXTS) as u32
      end = at + (ctz(quotes) as usize)
      const digits = (end - begin) as u32
      const others = otherThanDigits(load<u64>(begin)) << (64 - (digits << 3))
      isLevel &= ((digits - 1 < MOST_IGNORED_DIGITS) as u32) & ((others === 0) as u32) & isBegun(begin, digits)
    }
    if (isLevel === 0) break
    v128.store64_lane(list + (count << 3), values, 0)
    v128.store64_lane(list + (count << 3), values, 1, LIST_SIZES)
    store<u16>(list + (count << 1), (((priceSent << 8) | sizeSent) & -keepsTexts) as u16, LIST_TEXTS)
    const behind = load<u32>(end)
    if (behind !== BETWEEN_LEVELS) {
      if ((behind & THREE_BYTES) !== AFTER_LEVELS) break
      return scanned(end + 3, count + 1, 1)
    }
    at = end + 3
    count++
  }
  return scanned(at, count, 0)
}

/**
 * Scans `price,"qty":size` into the first level of the list; returns its length in bytes, 0 where it is unusual.
 * Trailing zeros do not count as decimals: Kraken's futures write `4787.0`, and sizes with all decimals that they may
 * have.
 */
export function scanOne(at: usize, list: usize, priceDecimals: u32, sizeDecimals: u32): usize {
  const price = scanNumber(at, priceDecimals, 1)
  if (price <= 0) return 0
  const priceEnd = at + numberLength
  if ((load<u64>(priceEnd) & SEVEN_BYTES) !== SIZE_KEY) return 0
  const size = scanNumber(priceEnd + 7, sizeDecimals, 1)
  if (size < 0) return 0
  store<f64>(list, price as f64)
  store<f64>(list, size as f64, LIST_SIZES)
  store<u16>(list, 0, LIST_TEXTS)
  return priceEnd + 7 + numberLength - at
}

/** Scans `{"price":number,"qty":number},…`. Where no texts are kept, trailing zeros do not count as decimals. */
export function scanObjects(
  start: u32,
  list: usize,
  held: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
  keepsTexts: u32,
): u32 {
  const trims = 1 - keepsTexts
  let at = FRAME + start
  let count: usize = held
  while (count < LIST_CAPACITY && load<u64>(at) === PRICE_KEY && load<u8>(at + 8) === COLON) {
    const price = scanNumber(at + 9, priceDecimals, trims)
    if (price <= 0) break
    const priceText = numberDecimals << 8
    let next = at + 9 + numberLength
    if ((load<u64>(next) & SEVEN_BYTES) !== SIZE_KEY) break
    const size = scanNumber(next + 7, sizeDecimals, trims)
    if (size < 0) break
    next += 7 + numberLength
    store<f64>(list + (count << 3), price as f64)
    store<f64>(list + (count << 3), size as f64, LIST_SIZES)
    store<u16>(list + (count << 1), ((priceText | numberDecimals) & -keepsTexts) as u16, LIST_TEXTS)
    const behind = load<u16>(next)
    if (behind !== NEXT_OBJECT) {
      if (behind !== LAST_OBJECT) break
      return scanned(next + 2, count + 1, 1)
    }
    at = next + 2
    count++
  }
  return scanned(at, count, 0)
}

/** Most decimals of a scale at which a step of this kind scans levels. */
// @inline
export function mostDecimals(kind: u32): u32 {
  return kind === STEP_IS_PADDED ? PADDED_DECIMALS : EXACT_DIGITS
}

/** Scans levels as a step of this kind and argument says. */
// @inline
export function scanLevels(
  kind: u32,
  argument: u32,
  start: u32,
  list: usize,
  held: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  if (max(priceDecimals, sizeDecimals) > mostDecimals(kind)) return 0
  if (kind === STEP_IS_PADDED) return scanPadded(start, list, held, priceDecimals, sizeDecimals)
  const keeps = ((argument & LEVELS_KEEP_TEXTS) !== 0) as u32
  if (kind === STEP_IS_OBJECTS) return scanObjects(start, list, held, priceDecimals, sizeDecimals, keeps)
  return scanTexts(start, list, held, priceDecimals, sizeDecimals, keeps, argument >> LEVELS_IGNORED_BITS)
}
