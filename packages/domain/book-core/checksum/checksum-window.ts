import { keepsTexts, sortBlock } from '../blocks'
import { pow10 } from '../frame/digits'
import {
  BLOCK_COUNT,
  CHECKSUM_WINDOW,
  CHECKSUM_WINDOW_COUNT,
  CHECKSUM_WINDOW_CRCS,
  CHECKSUM_WINDOW_FLOOR,
  CHECKSUM_WINDOW_LEVELS,
  COUNT,
  FORM,
  KEYS,
  OCCUPIED,
  PRICE_DECIMALS,
  SIZE_DECIMALS,
  SIZES,
  TEXTS,
} from '../layout'
import { returnChecksumWindow, takeChecksumWindow } from '../memory'
import { levelCrc } from './texts'

/**
 * The checksum window of a side whose exchange sends checksums: the keys of all levels from the best to the
 * `CHECKSUM_WINDOW_FLOOR`, in order, and the CRCs of their texts. Every change of the side is applied to the window
 * too. Where deletions above the floor leave too few levels, the next checksum fetches the missing levels.
 */

/**
 * Levels fetched at once: 20 more fit before the window is full (64), and 19 may be deleted before fewer than 25
 * remain, the most levels that an exchange's checksum covers.
 */
const FETCHED: u32 = 44

/** Drops the window of a side. */
export function closeChecksumWindow(side: usize): void {
  if (load<u32>(side, FORM) === 0) return
  returnChecksumWindow(load<u32>(side, CHECKSUM_WINDOW) as usize)
  store<u32>(side, 0, FORM)
  store<u32>(side, 0, CHECKSUM_WINDOW_COUNT)
}

/**
 * Makes the window hold the `covered` best levels, or all levels of a smaller side; returns how many of them it holds.
 */
export function fillChecksumWindow(side: usize, covered: u32, form: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  const isKept =
    load<u32>(side, FORM) === form &&
    load<u32>(side, PRICE_DECIMALS) === priceDecimals &&
    load<u32>(side, SIZE_DECIMALS) === sizeDecimals &&
    (load<u32>(side, CHECKSUM_WINDOW_COUNT) >= covered || load<f64>(side, CHECKSUM_WINDOW_FLOOR) === -Infinity)
  if (!isKept) {
    if (!keepsTexts(side)) unreachable()
    if (load<u32>(side, FORM) === 0) store<u32>(side, takeChecksumWindow() as u32, CHECKSUM_WINDOW)
    store<u32>(side, form, FORM)
    store<u32>(side, priceDecimals, PRICE_DECIMALS)
    store<u32>(side, sizeDecimals, SIZE_DECIMALS)
    fetch(side)
  }
  return min(load<u32>(side, CHECKSUM_WINDOW_COUNT), covered)
}

function levelCrcOf(side: usize, key: f64, size: f64, text: u32): u64 {
  // The book's scale may have more decimals than a text had; the quotients are exact.
  const priceExcess = load<u32>(side, PRICE_DECIMALS) - (text >> 8)
  const sizeExcess = load<u32>(side, SIZE_DECIMALS) - (text & 0xff)
  let sentPrice = abs(key) as u64
  let sentSize = size as u64
  if (priceExcess !== 0) sentPrice /= pow10(priceExcess)
  if (sizeExcess !== 0) sentSize /= pow10(sizeExcess)
  return levelCrc(load<u32>(side, FORM), sentPrice, text >> 8, sentSize, text & 0xff)
}

function fetch(side: usize): void {
  const window = load<u32>(side, CHECKSUM_WINDOW) as usize
  const blocks = load<u32>(side, BLOCK_COUNT)
  let count: u32 = 0
  for (let block: u32 = 0; block < blocks && count < FETCHED; block++) {
    const at = sortBlock(side, block)
    const held = popcnt(load<u32>(at, OCCUPIED)) as usize
    for (let slot: usize = 0; slot < held && count < FETCHED; slot++, count++) {
      const key = load<f64>(at + (slot << 3), KEYS)
      const crc = levelCrcOf(side, key, load<f64>(at + (slot << 3), SIZES), load<u16>(at + (slot << 1), TEXTS))
      store<f64>(window + ((count as usize) << 3), key)
      store<u64>(window + ((count as usize) << 3), crc, CHECKSUM_WINDOW_CRCS)
    }
  }
  const isAll = (count as f64) === load<f64>(side, COUNT)
  store<f64>(side, isAll ? -Infinity : load<f64>(window + ((count as usize) << 3) - 8), CHECKSUM_WINDOW_FLOOR)
  store<f64>(window + ((count as usize) << 3), -Infinity)
  store<u32>(side, count, CHECKSUM_WINDOW_COUNT)
}

/** Applies a set level, or with size zero a deleted one, to the window. */
export function updateChecksumWindow(side: usize, key: f64, size: f64, text: u32): void {
  if (key < load<f64>(side, CHECKSUM_WINDOW_FLOOR)) return
  const window = load<u32>(side, CHECKSUM_WINDOW) as usize
  let count = load<u32>(side, CHECKSUM_WINDOW_COUNT) as usize
  const keys = f64x2.splat(key)
  let above = i64x2.splat(0)
  for (let offset: usize = 0; offset < count << 3; offset += 16)
    above = i64x2.sub(above, f64x2.gt(v128.load(window + offset), keys))
  const at = (window + ((i64x2.extract_lane(above, 0) + i64x2.extract_lane(above, 1)) << 3)) as usize
  const isThere = load<f64>(at) === key
  if (size === 0) {
    if (!isThere) return
    const end = window + (count << 3)
    for (let to = at; to < end; to += 8) {
      store<f64>(to, load<f64>(to, 8))
      store<u64>(to, load<u64>(to, CHECKSUM_WINDOW_CRCS + 8), CHECKSUM_WINDOW_CRCS)
    }
    store<u32>(side, (count - 1) as u32, CHECKSUM_WINDOW_COUNT)
    return
  }
  if (!isThere) {
    const isFull = count === CHECKSUM_WINDOW_LEVELS
    if (isFull) count--
    const end = window + (count << 3)
    for (let to = end; to > at; to -= 8) {
      store<f64>(to, load<f64>(to - 8))
      store<u64>(to, load<u64>(to - 8, CHECKSUM_WINDOW_CRCS), CHECKSUM_WINDOW_CRCS)
    }
    store<f64>(end, -Infinity, 8)
    store<u32>(side, (count + 1) as u32, CHECKSUM_WINDOW_COUNT)
    store<f64>(at, key)
    if (isFull) {
      // A level below all 64 of a full window is not entered.
      const last = load<f64>(end)
      store<f64>(side, last, CHECKSUM_WINDOW_FLOOR)
      if (at > end) return
    }
  }
  store<u64>(at, levelCrcOf(side, key, size, text), CHECKSUM_WINDOW_CRCS)
}

/** Removes the levels beyond a depth from the window. */
export function truncateChecksumWindow(side: usize, depth: u32): void {
  const count = load<u32>(side, CHECKSUM_WINDOW_COUNT)
  if (load<u32>(side, FORM) === 0 || count <= depth) return
  const window = load<u32>(side, CHECKSUM_WINDOW) as usize
  store<f64>(window + ((depth as usize) << 3), -Infinity)
  for (let rank = depth; rank < count; rank++) store<f64>(window + ((rank as usize) << 3), -Infinity)
  store<u32>(side, depth, CHECKSUM_WINDOW_COUNT)
}
