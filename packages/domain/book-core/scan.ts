import { eightDigits, numberDecimals, numberLength, otherThanDigits, pow10, scanNumber, tellLength } from './digits'
import { LIST, LIST_SIZES, LIST_TEXTS } from './layout'
import { FRAME } from './memory'

/*
 * Levels of the usual kind: few digits, and a fraction that the scale has room for. Each scan begins with a level, ends
 * with 1 behind the last one and its bracket, or with 0 where a level begins that is not usual: the host reads that one
 * its own way and comes back, or declines. What it says lies in `SCANNED`: where it ended, and how many levels the list
 * has then.
 */

/** Read by the host. */
export const SCANNED: usize = memory.data(8, 16)

const DOT: u8 = 0x2e
const ZERO: u8 = 0x30
/** `["`, `","`, `"],[`, `"]]` as they stand in memory, lowest byte first. */
const OPEN_TEXT: u16 = 0x225b
const BETWEEN_TEXTS: u32 = 0x222c22
const BETWEEN_LEVELS: u32 = 0x5b2c5d22
const AFTER_LEVELS: u32 = 0x5d5d22
const THREE_BYTES: u32 = 0xffffff
/** `{"price":`, `,"qty":`, `},` and `}]`. */
const PRICE_KEY: u64 = 0x226563697270227b
const COLON: u8 = 0x3a
const SIZE_KEY: u64 = 0x3a22797471222c
const SEVEN_BYTES: u64 = 0xffffffffffffff
const NEXT_OBJECT: u16 = 0x2c7d
const LAST_OBJECT: u16 = 0x5d7d

const DECIMALS: u32 = 8
const EXACT_DIGITS: u32 = 15

function scanned(at: usize, count: usize, hasEnded: u32): u32 {
  store<u32>(SCANNED, (at - FRAME) as u32)
  store<u32>(SCANNED, count as u32, 4)
  return hasEnded
}

/** A number of eight decimals of which only as many as the scale has may be other than zeros; else -1. */
@inline
function paddedNumber(at: usize, decimals: u32, padding: u64, power: u64): i64 {
  const word = load<u64>(at)
  const others = otherThanDigits(word)
  const length = (ctz(others) >> 3) as u32
  const fraction = load<u64>(at + length + 1)
  const isPadded =
    ((others !== 0) as u32) &
    ((((fraction ^ 0x3030303030303030) & padding) === 0) as u32) &
    ((otherThanDigits(fraction) === 0) as u32) &
    ((load<u8>(at + length) === DOT) as u32) &
    ((length !== 0) as u32) &
    (((length === 1) as u32) | (((word as u8) !== ZERO) as u32)) &
    ((length + decimals <= EXACT_DIGITS) as u32)
  if (isPadded === 0) return -1
  tellLength(length + 1 + DECIMALS, 0)
  if (length + decimals > 8)
    return (eightDigits(word << (64 - (length << 3))) * power + eightDigits(fraction << (64 - (decimals << 3)))) as i64
  const whole = ((1 as u64) << (length << 3)) - 1
  const digits = (word & whole) | (load<u64>(at + 1) & ~whole)
  return eightDigits(digits << (64 - ((length + decimals) << 3))) as i64
}

/** Zeros must stand behind so many digits of eight. */
function paddingAfter(decimals: u32): u64 {
  return decimals === DECIMALS ? 0 : ~(0 as u64) << (decimals << 3)
}

/** Scans `["price","size"],…` whose numbers have eight decimals each. */
export function scanPadded(start: u32, list: usize, held: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  const pricePadding = paddingAfter(priceDecimals)
  const sizePadding = paddingAfter(sizeDecimals)
  const pricePower = pow10(priceDecimals)
  const sizePower = pow10(sizeDecimals)
  let at = FRAME + start
  let count: usize = held
  while (count < LIST && load<u16>(at) === OPEN_TEXT) {
    const price = paddedNumber(at + 2, priceDecimals, pricePadding, pricePower)
    // A price of zero is never one (reliability.md 8).
    if (price <= 0) break
    let next = at + 2 + numberLength
    if ((load<u32>(next) & THREE_BYTES) !== BETWEEN_TEXTS) break
    const size = paddedNumber(next + 3, sizeDecimals, sizePadding, sizePower)
    if (size < 0) break
    next += 3 + numberLength
    store<f64>(list + (count << 3), price as f64)
    store<f64>(list + (count << 3), size as f64, LIST_SIZES)
    store<u16>(list + (count << 1), 0, LIST_TEXTS)
    const behind = load<u32>(next)
    if (behind !== BETWEEN_LEVELS) {
      if ((behind & THREE_BYTES) !== AFTER_LEVELS) break
      return scanned(next + 3, count + 1, 1)
    }
    at = next + 3
    count++
  }
  return scanned(at, count, 0)
}

/** Scans `["price","size",…],…`, with so many texts of one or two digits behind the size. */
export function scanTexts(
  start: u32,
  list: usize,
  held: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
  keepsTexts: u32,
  dead: u32,
): u32 {
  let at = FRAME + start
  let count: usize = held
  while (count < LIST && load<u16>(at) === OPEN_TEXT) {
    const price = scanNumber(at + 2, priceDecimals)
    if (price <= 0) break
    const priceText = numberDecimals << 8
    let next = at + 2 + numberLength
    if ((load<u32>(next) & THREE_BYTES) !== BETWEEN_TEXTS) break
    const size = scanNumber(next + 3, sizeDecimals)
    if (size < 0) break
    const text = priceText | numberDecimals
    next += 3 + numberLength
    let isDead = true
    for (let skipped: u32 = 0; skipped < dead && isDead; skipped++) {
      const digits = ctz(otherThanDigits(load<u64>(next + 3))) >> 3
      isDead = (load<u32>(next) & THREE_BYTES) === BETWEEN_TEXTS && digits - 1 < 2
      if (digits > 1 && load<u8>(next + 3) === ZERO) isDead = false
      next += 3 + (digits as usize)
    }
    if (!isDead) break
    store<f64>(list + (count << 3), price as f64)
    store<f64>(list + (count << 3), size as f64, LIST_SIZES)
    store<u16>(list + (count << 1), (text & -keepsTexts) as u16, LIST_TEXTS)
    const behind = load<u32>(next)
    if (behind !== BETWEEN_LEVELS) {
      if ((behind & THREE_BYTES) !== AFTER_LEVELS) break
      return scanned(next + 3, count + 1, 1)
    }
    at = next + 3
    count++
  }
  return scanned(at, count, 0)
}

/** Scans `{"price":number,"qty":number},…`. */
export function scanObjects(start: u32, list: usize, held: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  let at = FRAME + start
  let count: usize = held
  while (count < LIST && load<u64>(at) === PRICE_KEY && load<u8>(at + 8) === COLON) {
    const price = scanNumber(at + 9, priceDecimals)
    if (price <= 0) break
    const priceText = numberDecimals << 8
    let next = at + 9 + numberLength
    if ((load<u64>(next) & SEVEN_BYTES) !== SIZE_KEY) break
    const size = scanNumber(next + 7, sizeDecimals)
    if (size < 0) break
    next += 7 + numberLength
    store<f64>(list + (count << 3), price as f64)
    store<f64>(list + (count << 3), size as f64, LIST_SIZES)
    store<u16>(list + (count << 1), (priceText | numberDecimals) as u16, LIST_TEXTS)
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
