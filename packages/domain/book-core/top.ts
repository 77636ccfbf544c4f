import { keepsTexts, settle } from './blocks'
import { pow10 } from './digits'
import {
  BLOCKS,
  COUNT,
  FLOOR,
  FORM,
  KEYS,
  LIVE,
  MOST_TOP,
  PRICE_DECIMALS,
  SIZE_DECIMALS,
  SIZES,
  TEXTS,
  TOP,
  TOP_COUNT,
  TOP_SUMS,
} from './layout'
import { returnTop, takeTop } from './memory'
import { levelSum } from './texts'

/*
 * The sums of the best levels' texts, in order, for a side whose checksum is asked for: all levels from the best to the
 * `FLOOR`. Every change is made to them too; what is missing because levels above the floor went is fetched when asked.
 */

/** So many are fetched, halfway from the 25 that are covered to the 64 that there is room for: 20 may come, or 19 go. */
const FETCHED: u32 = 44

/** Sums are no longer kept. */
export function endTop(side: usize): void {
  if (load<u32>(side, FORM) === 0) return
  returnTop(load<u32>(side, TOP) as usize)
  store<u32>(side, 0, FORM)
  store<u32>(side, 0, TOP_COUNT)
}

/** Sees to it that so many of the best levels have their sums, if the side has so many; how many those are. */
export function prepareTop(side: usize, covered: u32, form: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  const isKept =
    load<u32>(side, FORM) === form &&
    load<u32>(side, PRICE_DECIMALS) === priceDecimals &&
    load<u32>(side, SIZE_DECIMALS) === sizeDecimals &&
    (load<u32>(side, TOP_COUNT) >= covered || load<f64>(side, FLOOR) === -Infinity)
  if (!isKept) {
    if (!keepsTexts(side)) unreachable()
    if (load<u32>(side, FORM) === 0) store<u32>(side, takeTop() as u32, TOP)
    store<u32>(side, form, FORM)
    store<u32>(side, priceDecimals, PRICE_DECIMALS)
    store<u32>(side, sizeDecimals, SIZE_DECIMALS)
    fetch(side)
  }
  return min(load<u32>(side, TOP_COUNT), covered)
}

function sumOf(side: usize, key: f64, size: f64, text: u32): u64 {
  // The book's scale may have more decimals than a text had; the quotients are exact.
  const priceExcess = load<u32>(side, PRICE_DECIMALS) - (text >> 8)
  const sizeExcess = load<u32>(side, SIZE_DECIMALS) - (text & 0xff)
  let sentPrice = abs(key) as u64
  let sentSize = size as u64
  if (priceExcess !== 0) sentPrice /= pow10(priceExcess)
  if (sizeExcess !== 0) sentSize /= pow10(sizeExcess)
  return levelSum(load<u32>(side, FORM), sentPrice, text >> 8, sentSize, text & 0xff)
}

function fetch(side: usize): void {
  const top = load<u32>(side, TOP) as usize
  const blocks = load<u32>(side, BLOCKS)
  let count: u32 = 0
  for (let block: u32 = 0; block < blocks && count < FETCHED; block++) {
    const at = settle(side, block)
    const held = popcnt(load<u32>(at, LIVE)) as usize
    for (let slot: usize = 0; slot < held && count < FETCHED; slot++, count++) {
      const key = load<f64>(at + (slot << 3), KEYS)
      const sum = sumOf(side, key, load<f64>(at + (slot << 3), SIZES), load<u16>(at + (slot << 1), TEXTS))
      store<f64>(top + ((count as usize) << 3), key)
      store<u64>(top + ((count as usize) << 3), sum, TOP_SUMS)
    }
  }
  const isAll = (count as f64) === load<f64>(side, COUNT)
  store<f64>(side, isAll ? -Infinity : load<f64>(top + ((count as usize) << 3) - 8), FLOOR)
  store<f64>(top + ((count as usize) << 3), -Infinity)
  store<u32>(side, count, TOP_COUNT)
}

/** A level was set, or deleted by a size of zero. */
export function changeTop(side: usize, key: f64, size: f64, text: u32): void {
  if (key < load<f64>(side, FLOOR)) return
  const top = load<u32>(side, TOP) as usize
  let count = load<u32>(side, TOP_COUNT) as usize
  const keys = f64x2.splat(key)
  let above = i64x2.splat(0)
  for (let offset: usize = 0; offset < count << 3; offset += 16)
    above = i64x2.sub(above, f64x2.gt(v128.load(top + offset), keys))
  const at = (top + ((i64x2.extract_lane(above, 0) + i64x2.extract_lane(above, 1)) << 3)) as usize
  const isThere = load<f64>(at) === key
  if (size === 0) {
    if (!isThere) return
    const end = top + (count << 3)
    for (let to = at; to < end; to += 8) {
      store<f64>(to, load<f64>(to, 8))
      store<u64>(to, load<u64>(to, TOP_SUMS + 8), TOP_SUMS)
    }
    store<u32>(side, (count - 1) as u32, TOP_COUNT)
    return
  }
  if (!isThere) {
    const isFull = count === MOST_TOP
    if (isFull) count--
    const end = top + (count << 3)
    for (let to = end; to > at; to -= 8) {
      store<f64>(to, load<f64>(to - 8))
      store<u64>(to, load<u64>(to - 8, TOP_SUMS), TOP_SUMS)
    }
    store<f64>(end, -Infinity, 8)
    store<u32>(side, (count + 1) as u32, TOP_COUNT)
    store<f64>(at, key)
    if (isFull) {
      // One that comes behind all others does not come in.
      const last = load<f64>(end)
      store<f64>(side, last, FLOOR)
      if (at > end) return
    }
  }
  store<u64>(at, sumOf(side, key, size, text), TOP_SUMS)
}

/** The levels beyond a depth went. */
export function truncateTop(side: usize, depth: u32): void {
  const count = load<u32>(side, TOP_COUNT)
  if (load<u32>(side, FORM) === 0 || count <= depth) return
  const top = load<u32>(side, TOP) as usize
  store<f64>(top + ((depth as usize) << 3), -Infinity)
  for (let rank = depth; rank < count; rank++) store<f64>(top + ((rank as usize) << 3), -Infinity)
  store<u32>(side, depth, TOP_COUNT)
}
