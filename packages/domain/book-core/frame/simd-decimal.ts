import { EXACT_DIGITS, firstBytes, PADDED_DECIMALS } from './digits'

/*
 * Decimal numbers read with vectors: price and size of a level at once, each of at most fifteen digits at the book's
 * scale and sixteen bytes. Tables by the number of digits before the dot say which byte is which digit, so that no
 * branch depends on a number.
 */

const ZERO: u8 = 0x30
const DOT: u8 = 0x2e
/** Bytes of a table row. */
const ROW: usize = 16
/** Rows of a table: 0 to 16 digits before the dot. */
const ROWS: usize = 17
/** Scales that have a table of their own: 0 to 15 decimals. */
const SCALES: usize = 16
/** Index for which a swizzle gives zero. */
const NO_LANE: u8 = 0x80

/** Numbers by whole digits, 0 to 16, with `0` for each digit. */
const TEMPLATES: usize = memory.data(ROWS * ROW, 64)
/**
 * How far each byte may differ from its template, by decimals of the scale; a byte that is no digit, or a nonzero
 * decimal beyond the scale, differs by more.
 */
const LIMITS: usize = memory.data(SCALES * ROWS * ROW, 64)
/** Which byte becomes which of sixteen digits, by decimals of the scale and whole digits. */
const LANES: usize = memory.data(SCALES * ROWS * ROW, 64)

/** Bytes of a layout. */
const LAYOUT_BYTES: usize = 128
/** Layouts that are kept. */
const LAYOUT_ROWS: usize = 128
/**
 * Layouts of whole padded levels, made when first seen: a name, then 48 bytes of a level with the least digits, then
 * how far each byte may be above it.
 */
const LAYOUTS: usize = memory.data(LAYOUT_ROWS * LAYOUT_BYTES, 64)
/** A row is the highest seven bits of a name times the prime next to 2^32 over the golden ratio (Knuth's hash). */
const SPREAD: u32 = 0x9e3779b1
const NAME_SHIFT: u32 = 32 - 7
const LEVEL: usize = 16
const LEVEL_LIMITS: usize = 64
/**
 * Most whole digits of a layout: with dot and eight decimals a number fills a 16-byte vector, and a level 39 of 48
 * bytes.
 */
const MOST_WHOLE: u32 = 7
const LOW_HALVES: usize = memory.data<u64>([0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f], 16)
/** The bytes before the price, between price and size, and behind the size, lowest first. */
const OPEN_TEXT: u16 = 0x225b
const BETWEEN_TEXTS: u32 = 0x222c22
const AFTER_TEXTS: u16 = 0x5d22

/** Constant vectors of every level lie in memory: a vector literal would be assembled from words of code each time. */
const LOW_BYTES: usize = memory.data<u16>([255, 255, 255, 255, 255, 255, 255, 255], 16)
const TENS: usize = memory.data<u16>([10, 10, 10, 10, 10, 10, 10, 10], 16)
const HUNDREDS: usize = memory.data<u16>([100, 1, 100, 1, 100, 1, 100, 1], 16)
const TEN_THOUSANDS: usize = memory.data<u16>([10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1], 16)
const HUNDRED_MILLIONS: usize = memory.data<f64>([100_000_000, 100_000_000], 16)

build()

function build(): void {
  for (let whole: u32 = 0; whole < (ROWS as u32); whole++) {
    const row = (whole as usize) * ROW
    for (let lane: u32 = 0; lane < (ROW as u32); lane++) {
      store<u8>(TEMPLATES + row + (lane as usize), lane === whole ? DOT : ZERO)
    }
    for (let decimals: u32 = 0; decimals <= EXACT_DIGITS; decimals++) {
      const at = (decimals as usize) * ROWS * ROW + row
      for (let lane: u32 = 0; lane < (ROW as u32); lane++) {
        const digit = ((lane + whole + decimals) as i32) - 16
        const from = digit < (whole as i32) ? digit : digit + 1
        store<u8>(LANES + at + (lane as usize), digit < 0 || from > 15 ? NO_LANE : (from as u8))
        store<u8>(LIMITS + at + (lane as usize), lane === whole || lane > whole + decimals ? 0 : 9)
      }
    }
  }
}

/** The digit positions for a scale of `decimals`. */
// @inline
export function lanesOf(decimals: u32): usize {
  return LANES + (decimals as usize) * ROWS * ROW
}

/** The limits of numbers at a scale of `decimals`. */
// @inline
export function limitsOf(decimals: u32): usize {
  return LIMITS + (decimals as usize) * ROWS * ROW
}

/** Whether there is a whole digit, and with the decimals of the scale at most fifteen digits. */
// @inline
export function areFew(whole: u32, decimals: u32): u32 {
  return ((whole !== 0) as u32) & ((whole + decimals <= EXACT_DIGITS) as u32) & ((whole <= EXACT_DIGITS) as u32)
}

/** A number of `length` bytes at `at`, its digits as their values; the bytes behind it are zero. */
// @inline
export function unfolded(at: usize, whole: u32, length: u32): v128 {
  return v128.and(v128.xor(v128.load(at), v128.load(TEMPLATES + (whole as usize) * ROW)), firstBytes(length))
}

/** All bits set in each byte that does not exceed its limit. */
// @inline
export function within(number: v128, limits: v128): v128 {
  return i8x16.eq(i8x16.min_u(number, limits), number)
}

/** Whether the number has no leading zero. */
// @inline
export function isBegun(at: usize, whole: u32): u32 {
  return ((whole === 1) as u32) | ((load<u8>(at) !== ZERO) as u32)
}

/** Sixteen digits as four numbers of four digits. */
// @inline
function fours(number: v128, lanes: v128): v128 {
  const digits = i8x16.swizzle(number, lanes)
  const tens = i16x8.mul(v128.and(digits, v128.load(LOW_BYTES)), v128.load(TENS))
  return i32x4.dot_i16x8_s(i16x8.add(tens, i16x8.shr_u(digits, 8)), v128.load(HUNDREDS))
}

/**
 * The layout of a level with these whole digits and eight decimals each, at a scale; 0 when it has too many whole
 * digits.
 */
export function layoutOf(priceWhole: u32, sizeWhole: u32, priceDecimals: u32, sizeDecimals: u32): usize {
  if ((((priceWhole - 1 < MOST_WHOLE) as u32) & ((sizeWhole - 1 < MOST_WHOLE) as u32)) === 0) return 0
  const name = priceWhole | (sizeWhole << 4) | (priceDecimals << 8) | (sizeDecimals << 12)
  const layout = LAYOUTS + (((name * SPREAD) >> NAME_SHIFT) as usize) * LAYOUT_BYTES
  if (load<u32>(layout) === name) return layout
  store<u32>(layout, name)
  // Before the size, besides the price's whole digits: 2 bytes of `["`, the dot, 8 decimals, and 3 of `","` make 14.
  // From there on, besides the size's whole digits: the dot, 8 decimals, and 2 bytes of `"]` make 11.
  const sizeAt = (priceWhole as usize) + 14
  const length = sizeAt + (sizeWhole as usize) + 11
  memory.fill(layout + LEVEL, 0, 48)
  memory.fill(layout + LEVEL_LIMITS, 0, length)
  memory.fill(layout + LEVEL_LIMITS + length, 0xff, 48 - length)
  store<u16>(layout + LEVEL, OPEN_TEXT)
  store<u32>(layout + LEVEL + sizeAt - 3, BETWEEN_TEXTS)
  store<u16>(layout + LEVEL + length - 2, AFTER_TEXTS)
  layNumber(layout, 2, priceWhole, priceDecimals)
  layNumber(layout, sizeAt, sizeWhole, sizeDecimals)
  return layout
}

function layNumber(layout: usize, at: usize, whole: u32, decimals: u32): void {
  for (let offset: u32 = 0; offset <= whole + PADDED_DECIMALS; offset++) {
    const place = layout + at + (offset as usize)
    // Two or more whole digits do not begin with a zero.
    const least: u32 = offset === 0 && whole > 1 ? 1 : 0
    store<u8>(place, offset === whole ? DOT : ZERO + (least as u8), LEVEL)
    const isDigit = offset < whole || (offset > whole && offset <= whole + decimals)
    store<u8>(place, isDigit ? ((9 - least) as u8) : 0, LEVEL_LIMITS)
  }
}

/** Whether a level of this layout begins at `at`. */
// @inline
export function looksSo(at: usize, layout: usize): bool {
  const first = i8x16.sub(v128.load(at), v128.load(layout, LEVEL))
  const second = i8x16.sub(v128.load(at, 16), v128.load(layout, LEVEL + 16))
  const third = i8x16.sub(v128.load(at, 32), v128.load(layout, LEVEL + 32))
  return i8x16.all_true(
    v128.and(
      v128.and(within(first, v128.load(layout, LEVEL_LIMITS)), within(second, v128.load(layout, LEVEL_LIMITS + 16))),
      within(third, v128.load(layout, LEVEL_LIMITS + 32)),
    ),
  )
}

/** The values of the digits of a number as sent. */
// @inline
export function digitsAt(at: usize): v128 {
  return v128.and(v128.load(at), v128.load(LOW_HALVES))
}

/** Two numbers, by the positions of their digits, as doubles. */
// @inline
export function bothValues(first: v128, firstLanes: v128, second: v128, secondLanes: v128): v128 {
  const groups = i16x8.narrow_i32x4_s(fours(first, firstLanes), fours(second, secondLanes))
  const eights = i32x4.dot_i16x8_s(groups, v128.load(TEN_THOUSANDS))
  const high = f64x2.convert_low_i32x4_s(i32x4.shuffle(eights, eights, 0, 2, 0, 2))
  const low = f64x2.convert_low_i32x4_s(i32x4.shuffle(eights, eights, 1, 3, 1, 3))
  return f64x2.add(f64x2.mul(high, v128.load(HUNDRED_MILLIONS)), low)
}
