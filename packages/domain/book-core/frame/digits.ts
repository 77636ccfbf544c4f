/** Most digits of which every number is exact in a double: 10^15 is below 2^53, 10^16 is not. */
export const EXACT_DIGITS: u32 = 15
/** Decimals of a number that is padded with zeros: Binance sends eight, whatever the tick. */
export const PADDED_DECIMALS: u32 = 8

/** Powers of ten that fit 64 bits: up to 10^19. */
const POWERS: usize = buildPowers()

/** Eight times the byte `0`: XORed with it, a digit becomes its value. */
const ZEROS: u64 = 0x3030303030303030
/** Added to a byte, sets its highest bit if the byte is above nine: 0x80 − 0x0a, eight times. */
const ABOVE_NINE: u64 = 0x7676767676767676
const HIGHEST_BITS: u64 = 0x8080808080808080

function buildPowers(): usize {
  const at = memory.data(20 * 8, 16)
  let power: u64 = 1
  for (let decimals: usize = 0; decimals < 20; decimals++, power *= 10) store<u64>(at + (decimals << 3), power)
  return at
}

// @inline
export function pow10(decimals: u32): u64 {
  return load<u64>(POWERS + ((decimals as usize) << 3))
}

/** Sets bits in each byte that is no digit. After the first such byte the bits say nothing. */
// @inline
export function otherThanDigits(word: u64): u64 {
  const digits = word ^ ZEROS
  return ((digits + ABOVE_NINE) | digits) & HIGHEST_BITS
}

/**
 * The value of eight digits, the first in the lowest byte; only the low half of each byte counts. Neighbours are joined
 * three times, to numbers below 100, 10,000 and 100,000,000; the bits that spill into the places between are masked
 * away.
 */
// @inline
export function eightDigits(word: u64): u64 {
  const digits = word & 0x0f0f0f0f0f0f0f0f
  const pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff
  const fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff
  return (fours * 10_000 + (fours >> 32)) & 0xffffffff
}

/**
 * Length in bytes of the number that was scanned last. Length and decimals are kept beside the value, not packed into
 * it, so that the next number can be located while this number is still being computed.
 */
export let numberLength: usize = 0
/** Decimals of that number as sent. */
export let numberDecimals: u32 = 0

// @inline
export function tellLength(length: u32, decimals: u32): void {
  numberLength = length
  numberDecimals = decimals
}

/**
 * Most characters of a number: sixteen bytes are read at once, and the last of them must show where the number ends.
 */
const LONGEST: u32 = 15

/**
 * Scans a decimal number in JSON's form without sign and exponent as a whole number at a scale of `decimals`; -1 for
 * any other text, for more decimals, and for a number that may not be exact in a double. With `trims`, trailing zeros
 * do not count as decimals.
 */
// @inline
export function scanNumber(at: usize, decimals: u32, trims: u32): i64 {
  const text = v128.load(at)
  const values = i8x16.sub(text, i8x16.splat(0x30))
  const digits = i8x16.bitmask(i8x16.lt_u(values, i8x16.splat(10))) as u32
  const dots = i8x16.bitmask(i8x16.eq(text, i8x16.splat(0x2e))) as u32
  const whole = ctz(~digits)
  const isDotted = (dots >> whole) & 1
  const length = select<u32>(ctz(~(digits | (1 << whole))), whole, isDotted !== 0)
  const sent = length - whole - isDotted
  let kept = sent
  if (trims !== 0) {
    const zeros = i8x16.bitmask(i8x16.eq(values, i8x16.splat(0))) as u32
    kept -= min<u32>(sent, clz(~(zeros << (32 - length))))
  }
  const isNumber =
    ((whole !== 0) as u32) &
    ((length <= LONGEST) as u32) &
    ((kept <= decimals) as u32) &
    ((whole + decimals <= EXACT_DIGITS) as u32) &
    (((sent !== 0) as u32) | (isDotted ^ 1)) &
    (((whole === 1) as u32) | ((load<u8>(at) !== 0x30) as u32))
  if (isNumber === 0) return -1
  tellLength(length, sent)
  // The digits without the dot, right-aligned in the sixteen lanes; lanes before the first digit become zero.
  const count = whole + kept
  const lanes = i8x16.sub(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat((16 - count) as i8))
  const moved = i8x16.sub(lanes, i8x16.ge_s(lanes, i8x16.splat(whole as i8)))
  const packed = i8x16.swizzle(values, moved)
  const low = eightDigits(i64x2.extract_lane(packed, 1) as u64)
  const mantissa = count > 8 ? eightDigits(i64x2.extract_lane(packed, 0) as u64) * 100_000_000 + low : low
  return (mantissa * pow10(decimals - kept)) as i64
}

/** From `FIRST_BYTES + 16 - n` on, sixteen bytes of which the first n are 0xff and the others zero. */
const FIRST_BYTES: usize = buildFirstBytes()

function buildFirstBytes(): usize {
  const at = memory.data(32, 16)
  memory.fill(at, 0xff, 16)
  return at
}

/** A mask of the first `count` of sixteen bytes; all of them for a `count` above 16. */
// @inline
export function firstBytes(count: u32): v128 {
  return v128.load(FIRST_BYTES + 16 - (min<u32>(count, 16) as usize))
}

/** Scans a whole number in JSON's form without sign, of at most fifteen digits; -1 for any other text. */
// @inline
export function scanInteger(at: usize): i64 {
  const values = i8x16.sub(v128.load(at), i8x16.splat(0x30))
  const digits = i8x16.bitmask(i8x16.lt_u(values, i8x16.splat(10))) as u32
  const count = ctz(~digits)
  const isNumber = ((count - 1 < LONGEST) as u32) & (((count === 1) as u32) | ((load<u8>(at) !== 0x30) as u32))
  if (isNumber === 0) return -1
  numberLength = count
  const lanes = i8x16.sub(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat((16 - count) as i8))
  const packed = i8x16.swizzle(values, lanes)
  const low = eightDigits(i64x2.extract_lane(packed, 1) as u64)
  return (eightDigits(i64x2.extract_lane(packed, 0) as u64) * 100_000_000 + low) as i64
}
