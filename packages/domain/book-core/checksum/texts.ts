import { pow10 } from '../frame/digits'
import { remainderOf, shifted, stepped } from './crc'

/** Forms of a level's text: `:price:size` as sent, or the digits of both numbers without dot and leading zeros. */
export const PAIR: u32 = 1
export const DIGITS: u32 = 2

const ZERO: u8 = 0x30
const DOT: u8 = 0x2e
const COLON: u8 = 0x3a
/** Most bytes of a text in one vector. */
const LONGEST: u32 = 16

/** Length in bytes of the text whose CRC `numberCrc` computed last. */
let textLength: u32 = 0

/**
 * Length (high word) and CRC from state zero (low word) of a level's text, from its price and size as whole numbers.
 */
export function levelCrc(form: u32, price: u64, priceDecimals: u32, size: u64, sizeDecimals: u32): u64 {
  const first = numberCrc(form, price, priceDecimals)
  const length = textLength
  const second = numberCrc(form, size, sizeDecimals)
  const crc = shifted(first, textLength) ^ second
  return (((length + textLength) as u64) << 32) | (crc as u64)
}

/**
 * The eight digits of a number below 10^8 as bytes, the first in the lowest byte. A division is a multiplication and a
 * shift: 10,486 / 2^20 is a hundredth for all numbers below 10,000, and 103 / 2^10 a tenth for all below 100.
 */
// @inline
function digitBytes(value: u64): u64 {
  const fours = ((value % 10_000) << 32) | (value / 10_000)
  const hundreds = ((fours * 10_486) >> 20) & 0x7f0000007f
  const pairs = ((fours - hundreds * 100) << 16) | hundreds
  const tens = ((pairs * 103) >> 10) & 0x000f000f000f000f
  return ((pairs - tens * 10) << 8) | tens
}

function numberCrc(form: u32, value: u64, decimals: u32): u32 {
  const high = value / 100_000_000
  const highBytes = high === 0 ? 0 : digitBytes(high)
  const bytes = i64x2.replace_lane(i64x2.splat(highBytes), 1, digitBytes(value - high * 100_000_000))
  const significant: u32 = 16 - ctz((i8x16.bitmask(i8x16.ne(bytes, i8x16.splat(0))) as u32) | 0x8000)
  const digits = v128.or(bytes, i8x16.splat(ZERO))
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  if (form === DIGITS) {
    textLength = significant
    return remainderOf(v128.and(digits, i8x16.ge_s(lanes, i8x16.splat((16 - significant) as i8))))
  }
  const isDotted = (decimals !== 0) as u32
  const count = max<u32>(significant, decimals + 1)
  const length = count + isDotted + 1
  textLength = length
  if (length > LONGEST) return slowNumberCrc(value, count, decimals)
  const dot = i8x16.splat((15 - decimals) as i8)
  const isWhole = v128.and(i8x16.lt_s(lanes, dot), i8x16.splat(-(isDotted as i32) as i8))
  const moved = i8x16.swizzle(digits, i8x16.sub(lanes, isWhole))
  const isDot = v128.and(i8x16.eq(lanes, dot), i8x16.splat(-(isDotted as i32) as i8))
  const start = i8x16.splat((LONGEST - length) as i8)
  const number = v128.bitselect(i8x16.splat(DOT), moved, isDot)
  const begun = v128.bitselect(i8x16.splat(COLON), number, i8x16.eq(lanes, start))
  return remainderOf(v128.and(begun, i8x16.ge_s(lanes, start)))
}

/** `numberCrc` of the form `PAIR` byte by byte, for a text that is longer than a vector. */
function slowNumberCrc(value: u64, count: u32, decimals: u32): u32 {
  let crc = stepped(0, COLON)
  let rest = value
  for (let behind = count; behind > 0; behind--) {
    if (behind === decimals) crc = stepped(crc, DOT)
    const unit = pow10(behind - 1)
    const digit = rest / unit
    crc = stepped(crc, (digit as u8) + ZERO)
    rest -= digit * unit
  }
  return crc
}
