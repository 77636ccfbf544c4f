import { begin, blockAt, boundAt, cut, drop, end, fill, keepsTexts, refit, sortBlock } from './blocks'
import { closeChecksumWindow, truncateChecksumWindow, updateChecksumWindow } from './checksum/checksum-window'
import {
  BEST_KEY,
  BEST_PRICE,
  BEST_SIZE,
  BLOCK_COUNT,
  BOUNDS_AT_ONCE,
  COUNT,
  DIRECTORY,
  FORM,
  KEEPS_TEXTS,
  KEYS,
  LIST_SIZES,
  LIST_TEXTS,
  MAX_SAFE,
  OCCUPIED,
  OWN,
  ROOM,
  RUN,
  SIDE_BYTES,
  SIGN,
  SIZES,
  TAGS,
  TEXTS,
  UNSORTED,
} from './layout'
import { returnSide, takeSide } from './memory'

/**
 * Most levels that are set, or dropped beyond the depth, one by one. More levels fill a blank side in one go, or are
 * cut off a block that is put in order first; to drop one level, all slots of its block are searched. The levels are
 * the same either way, so the number decides speed alone. It is a guess, not measured: between the few levels that a
 * delta sets or pushes out and the hundreds of a snapshot.
 */
const FEW: u32 = 4

/** Makes a side of its own; `sign` is 1 for bids and -1 for asks. */
export function openSide(sign: f64, keeps: u32): usize {
  const side = takeSide()
  beginSide(side, sign, keeps, side + SIDE_BYTES)
  return side
}

export function closeSide(side: usize): void {
  endSide(side)
  returnSide(side)
}

/** Makes a side of zeroed memory; `own` is the address of its own directory and first block. */
export function beginSide(side: usize, sign: f64, keeps: u32, own: usize): void {
  store<f64>(side, sign, SIGN)
  store<u32>(side, own as u32, OWN)
  store<u32>(side, keeps, KEEPS_TEXTS)
  begin(side)
  noBest(side)
}

/** Returns the memory that a side holds, but not the side. */
export function endSide(side: usize): void {
  closeChecksumWindow(side)
  end(side)
}

export function clear(side: usize): void {
  // The window of an empty side has the book's decimals too, which may change afterwards.
  closeChecksumWindow(side)
  if (load<f64>(side, COUNT) === 0 && load<u32>(side, BLOCK_COUNT) === 1) return
  end(side)
  begin(side)
  store<f64>(side, 0, COUNT)
  noBest(side)
}

/** Blocks that the directory has room for. */
export function roomOf(side: usize): u32 {
  return load<u32>(side, ROOM)
}

function noBest(side: usize): void {
  store<f64>(side, -Infinity, BEST_KEY)
  store<f64>(side, 0, BEST_PRICE)
  store<f64>(side, 0, BEST_SIZE)
}

/** A bit for each slot of a block whose tag is this one. */
// @inline
function tagged(at: usize, tag: i16): u32 {
  const wanted = i16x8.splat(tag)
  const low = i8x16.narrow_i16x8_s(i16x8.eq(v128.load(at, TAGS), wanted), i16x8.eq(v128.load(at, TAGS + 16), wanted))
  const high = i8x16.narrow_i16x8_s(
    i16x8.eq(v128.load(at, TAGS + 32), wanted),
    i16x8.eq(v128.load(at, TAGS + 48), wanted),
  )
  return (i8x16.bitmask(low) as u32) | ((i8x16.bitmask(high) as u32) << 16)
}

/** How many of the next `BOUNDS_AT_ONCE` bounds are above a key. */
// @inline
function boundsAbove(bounds: usize, key: v128): u32 {
  const first = i64x2.add(
    i64x2.add(f64x2.gt(v128.load(bounds), key), f64x2.gt(v128.load(bounds, 16), key)),
    i64x2.add(f64x2.gt(v128.load(bounds, 32), key), f64x2.gt(v128.load(bounds, 48), key)),
  )
  const second = i64x2.add(
    i64x2.add(f64x2.gt(v128.load(bounds, 64), key), f64x2.gt(v128.load(bounds, 80), key)),
    i64x2.add(f64x2.gt(v128.load(bounds, 96), key), f64x2.gt(v128.load(bounds, 112), key)),
  )
  const both = i64x2.add(first, second)
  return -((i64x2.extract_lane(both, 0) + i64x2.extract_lane(both, 1)) as i32) as u32
}

/**
 * Sets the absolute sizes of many prices. A size of 0 deletes a level, and does nothing where there is none. Exchanges
 * send levels best first: each search starts at the block of the level before, or at the best block if the level is out
 * of order. Mispredicted branches would take most of the time, so almost none depends on a level: which block, which
 * slot, and whether a level is set, added or deleted are computed without branches, and a deleted level leaves its slot
 * to the next new level.
 */
export function setLevels(side: usize, list: usize, count: u32): void {
  if (count > FEW && isBlank(side) && fill(side, list, count)) {
    findBest(side)
    return
  }
  const sign = load<f64>(side, SIGN)
  const best = load<f64>(side, BEST_KEY)
  const withText = keepsTexts(side)
  const form = load<u32>(side, FORM)
  let directory = load<u32>(side, DIRECTORY) as usize
  let places = directory + (((load<u32>(side, ROOM) as usize) + BOUNDS_AT_ONCE) << 3)
  let block: u32 = 0
  let base: u32 = 0
  let before: f64 = Infinity
  let added: i32 = 0
  let top = best
  let topSize = load<f64>(side, BEST_SIZE)
  let mayHaveLostBest = false
  for (let change: usize = 0; change < (count as usize); change++) {
    const key = load<f64>(list + (change << 3)) * sign
    const size = load<f64>(list + (change << 3), LIST_SIZES)
    if (!(key < before)) {
      block = 0
      base = 0
    }
    before = key
    if (key >= best) {
      if (size === 0) mayHaveLostBest = true
      else if (key >= top) {
        top = key
        topSize = size
      }
    }
    const keys = f64x2.splat(key)
    // Starts at the block of the level before last, so that this search need not wait for the result of the last one.
    const from = base
    base = block
    let above = boundsAbove(directory + ((from as usize) << 3), keys)
    block = from + above
    while (above === (BOUNDS_AT_ONCE as u32)) {
      above = boundsAbove(directory + ((block as usize) << 3), keys)
      block += above
    }
    const at = load<u32>(places + ((block as usize) << 2)) as usize
    // Bits of the slots that hold a level; the high word is `UNSORTED`.
    const state = load<u64>(at, OCCUPIED)
    const occupied = state as u32
    const tag = key as i64 as i16
    let same = tagged(at, tag)
    let slot = select<u32>(ctz(same), ctz(~occupied), same !== 0)
    while (((same !== 0) as u32) & ((load<f64>(at + ((slot as usize) << 3), KEYS) !== key) as u32)) {
      same &= same - 1
      slot = select<u32>(ctz(same), ctz(~occupied), same !== 0)
    }
    const isSet = (size !== 0) as u32
    const now = (occupied & ~((1 as u32) << slot)) | (isSet << slot)
    added += (isSet - ((occupied >> slot) & 1)) as i32
    const column = at + ((slot as usize) << 3)
    if (withText) {
      const text = load<u16>(list + (change << 1), LIST_TEXTS)
      store<u16>(at + ((slot as usize) << 1), text, TEXTS)
      if (form !== 0) updateChecksumWindow(side, key, size, text)
    }
    store<f64>(column, key, KEYS)
    store<f64>(column, size, SIZES)
    store<u16>(at + ((slot as usize) << 1), tag, TAGS)
    store<u64>(at, (((state >> 32) | ((occupied !== now) as u64)) << 32) | (now as u64), OCCUPIED)
    if (now + 1 <= 1) {
      store<f64>(side, load<f64>(side, COUNT) + (added as f64), COUNT)
      added = 0
      refit(side, block, now)
      directory = load<u32>(side, DIRECTORY) as usize
      places = directory + (((load<u32>(side, ROOM) as usize) + BOUNDS_AT_ONCE) << 3)
      block = 0
      base = 0
    }
  }
  store<f64>(side, load<f64>(side, COUNT) + (added as f64), COUNT)
  if (mayHaveLostBest) findBest(side)
  else tellBest(side, top, topSize)
}

// @inline
function tellBest(side: usize, key: f64, size: f64): void {
  store<f64>(side, key, BEST_KEY)
  store<f64>(side, key * load<f64>(side, SIGN), BEST_PRICE)
  store<f64>(side, size, BEST_SIZE)
}

/** Whether a side has no level, only its first block, and no checksum window. */
function isBlank(side: usize): bool {
  return load<f64>(side, COUNT) === 0 && load<u32>(side, BLOCK_COUNT) === 1 && load<u32>(side, FORM) === 0
}

/** The slot of a key that is in the block. */
function levelSlotOf(at: usize, key: f64): u32 {
  let same = tagged(at, key as i64 as i16)
  while (load<f64>(at + ((ctz(same) as usize) << 3), KEYS) !== key) same &= same - 1
  return ctz(same)
}

/** Searches the best level and drops empty blocks before it. */
function findBest(side: usize): void {
  const none = f64x2.splat(-Infinity)
  let at = blockAt(side, 0)
  while (load<u32>(at, OCCUPIED) === 0) {
    if (load<u32>(side, BLOCK_COUNT) === 1) {
      noBest(side)
      return
    }
    drop(side, 0)
    at = blockAt(side, 0)
  }
  let most = none
  for (let offset: usize = 0; offset < SIZES; offset += 16) {
    const isLevel = f64x2.ne(v128.load(at + offset, SIZES), f64x2.splat(0))
    most = f64x2.pmax(most, v128.bitselect(v128.load(at + offset, KEYS), none, isLevel))
  }
  const best = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1))
  tellBest(side, best, load<f64>(at + ((levelSlotOf(at, best) as usize) << 3), SIZES))
}

/**
 * The address of the key of the level at a rank, which must be below the count. The keys of the next `RUN` levels
 * follow it; each size lies `SIZES` bytes behind its key.
 */
export function levelAt(side: usize, rank: u32): usize {
  let block: u32 = 0
  let rest = rank
  let count = popcnt(load<u32>(blockAt(side, 0), OCCUPIED))
  while (rest >= count) {
    rest -= count
    count = popcnt(load<u32>(blockAt(side, ++block), OCCUPIED))
  }
  store<u32>(side, count - rest, RUN)
  return sortBlock(side, block) + ((rest as usize) << 3)
}

/** Decimals of both texts, as sent, of the level at a rank; 0 where no texts are kept. */
export function textAt(side: usize, rank: u32): u32 {
  if (!keepsTexts(side)) return 0
  let block: u32 = 0
  let rest = rank
  let count = popcnt(load<u32>(blockAt(side, 0), OCCUPIED))
  while (rest >= count) {
    rest -= count
    count = popcnt(load<u32>(blockAt(side, ++block), OCCUPIED))
  }
  return load<u16>(sortBlock(side, block) + ((rest as usize) << 1), TEXTS)
}

/** Removes the worst level of a block that has one. */
function removeWorst(at: usize): void {
  const none = f64x2.splat(Infinity)
  let least = none
  for (let offset: usize = 0; offset < SIZES; offset += 16) {
    const isLevel = f64x2.ne(v128.load(at + offset, SIZES), f64x2.splat(0))
    least = f64x2.pmin(least, v128.bitselect(v128.load(at + offset, KEYS), none, isLevel))
  }
  const worst = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1))
  const slot = levelSlotOf(at, worst)
  store<f64>(at + ((slot as usize) << 3), 0, SIZES)
  store<u32>(at, load<u32>(at, OCCUPIED) & ~((1 as u32) << slot), OCCUPIED)
  store<u32>(at, 1, UNSORTED)
}

/** Drops the worst levels beyond a depth. */
export function truncate(side: usize, depth: u32): void {
  const count = load<f64>(side, COUNT) as u32
  if (count <= depth) return
  let excess = count - depth
  store<f64>(side, depth as f64, COUNT)
  let last = load<u32>(side, BLOCK_COUNT) - 1
  let held = popcnt(load<u32>(blockAt(side, last), OCCUPIED))
  while (last > 0 && excess >= held) {
    excess -= held
    drop(side, last)
    held = popcnt(load<u32>(blockAt(side, --last), OCCUPIED))
  }
  if (excess > FEW) cut(sortBlock(side, last), held - excess, held)
  else for (; excess > 0; excess--) removeWorst(blockAt(side, last))
  if (depth === 0) noBest(side)
  truncateChecksumWindow(side, depth)
}

/** Multiplies all prices or sizes; 0 when a number would pass 2^53: the side must then be dropped. */
export function rescale(side: usize, column: usize, factor: f64): u32 {
  const blocks = load<u32>(side, BLOCK_COUNT)
  for (let block: u32 = 0; block < blocks; block++) {
    const at = blockAt(side, block)
    for (let slot: usize = 0; slot < SIZES; slot += 8) {
      const value = load<f64>(at + slot + column) * factor
      if (load<f64>(at + slot, SIZES) !== 0 && abs(value) > MAX_SAFE) return 0
      store<f64>(at + slot + column, value)
      if (column === KEYS) store<u16>(at + (slot >> 2), value as i64 as u16, TAGS)
    }
    if (column === KEYS) store<f64>(boundAt(side, block), load<f64>(boundAt(side, block)) * factor)
  }
  closeChecksumWindow(side)
  findBest(side)
  return 1
}
