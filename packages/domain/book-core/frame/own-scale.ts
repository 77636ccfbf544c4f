import { LIST_BYTES, LIST_SIZES, MAX_SAFE } from '../layout'
import { FRAME, LISTS_AT } from '../memory'
import { pow10 } from './digits'
import { mostDecimals, SCANNED, SCANNED_LEVELS, SCANNED_TO, scanLevels } from './scan'
import { LEVELS_ARE_ASKS, LEVELS_KEEP_TEXTS, STEP_IS_OBJECTS } from './shape'

/*
 * Levels of a snapshot are read at a scale of their own: as many decimals as the longest number of either side has. It
 * begins with none; where a number needs more, all levels before it are multiplied.
 */

const DOT: u8 = 0x2e
const ZERO: u8 = 0x30
const NINE: u8 = 0x39
/** Bytes of `["`, which stands before the price. */
const BEFORE_TEXT: usize = 2
/** Bytes of `","`, which stands between price and size. */
const BETWEEN_TEXTS: usize = 3
/** Bytes of `{"price":`. */
const BEFORE_NUMBER: usize = 9
/** Bytes of `,"qty":`. */
const BETWEEN_NUMBERS: usize = 7

/** The scale of the levels read since `beginOwnScale`. */
export let ownPriceDecimals: u32 = 0
export let ownSizeDecimals: u32 = 0
let bidsHeld: u32 = 0
let asksHeld: u32 = 0

export function beginOwnScale(): void {
  ownPriceDecimals = 0
  ownSizeDecimals = 0
  bidsHeld = 0
  asksHeld = 0
}

/** Scans the levels from `start` on into the list of their side; 0 if one of them is unusual at any scale. */
export function scanAtOwnScale(kind: u32, argument: u32, start: u32): u32 {
  const areAsks = argument & LEVELS_ARE_ASKS
  const list = LISTS_AT + (areAsks as usize) * LIST_BYTES
  let at = start
  let held: u32 = 0
  let hasEnded: u32 = 0
  // Each turn has more decimals than the one before, so there are few turns.
  do {
    hasEnded = scanLevels(kind, argument, at, list, held, ownPriceDecimals, ownSizeDecimals)
    at = load<u32>(SCANNED, SCANNED_TO)
    held = load<u32>(SCANNED, SCANNED_LEVELS)
    if (areAsks === 0) bidsHeld = held
    else asksHeld = held
  } while (hasEnded === 0 && widenFor(kind, argument, FRAME + (at as usize)))
  return hasEnded
}

let numberEnd: usize = 0

/** Decimals of a number, without its trailing zeros unless `countsZeros`; 0 where there is no number. */
function decimalsOf(at: usize, countsZeros: bool): u32 {
  let end = at
  while (isDigit(end)) end++
  numberEnd = end
  if (load<u8>(end) !== DOT) return 0
  const begin = ++end
  while (isDigit(end)) end++
  numberEnd = end
  if (!countsZeros) while (end > begin && load<u8>(end - 1) === ZERO) end--
  return (end - begin) as u32
}

// @inline
function isDigit(at: usize): bool {
  return load<u8>(at) - ZERO <= NINE - ZERO
}

/** Widens the scale for the level at `at`; false when it needs no wider one or the scale would be too wide. */
function widenFor(kind: u32, argument: u32, at: usize): bool {
  const areObjects = kind === STEP_IS_OBJECTS
  const countsZeros = (argument & LEVELS_KEEP_TEXTS) !== 0
  const priceDecimals = max(ownPriceDecimals, decimalsOf(at + (areObjects ? BEFORE_NUMBER : BEFORE_TEXT), countsZeros))
  const sizeDecimals = max(
    ownSizeDecimals,
    decimalsOf(numberEnd + (areObjects ? BETWEEN_NUMBERS : BETWEEN_TEXTS), countsZeros),
  )
  if (priceDecimals === ownPriceDecimals && sizeDecimals === ownSizeDecimals) return false
  if (max(priceDecimals, sizeDecimals) > mostDecimals(kind)) return false
  const priceFactor = pow10(priceDecimals - ownPriceDecimals) as f64
  const sizeFactor = pow10(sizeDecimals - ownSizeDecimals) as f64
  ownPriceDecimals = priceDecimals
  ownSizeDecimals = sizeDecimals
  return (
    multiply(LISTS_AT, bidsHeld, priceFactor) &&
    multiply(LISTS_AT + LIST_BYTES, asksHeld, priceFactor) &&
    multiply(LISTS_AT + LIST_SIZES, bidsHeld, sizeFactor) &&
    multiply(LISTS_AT + LIST_BYTES + LIST_SIZES, asksHeld, sizeFactor)
  )
}

/** Multiplies a column of a list; false when a number is no longer exact. */
function multiply(column: usize, count: u32, factor: f64): bool {
  if (factor === 1) return true
  const end = column + ((count as usize) << 3)
  for (let at = column; at < end; at += 8) {
    const value = load<f64>(at) * factor
    if (value > MAX_SAFE) return false
    store<f64>(at, value)
  }
  return true
}
