import {
  BLOCK_COUNT,
  BLOCK_LEVELS,
  BOUNDS_AT_ONCE,
  COUNT,
  DIRECTORY,
  FIRST_BLOCK,
  FIRST_ROOM,
  KEEPS_TEXTS,
  KEYS,
  LIST_SIZES,
  LIST_TEXTS,
  OCCUPIED,
  OWN,
  ROOM,
  SIGN,
  SIZES,
  TAGS,
  TEXTS,
  UNSORTED,
} from './layout'
import {
  blank,
  blankBounds,
  blockBytes,
  returnBlock,
  returnDirectory,
  setSpare,
  takeBlock,
  takeDirectory,
  takeSpare,
} from './memory'

/**
 * Most levels of two neighbouring blocks that `sweep` joins; `fill` puts as many into a new block. Three quarters of a
 * block: eight more levels fit before it is split.
 */
const MERGED_LEVELS: u32 = 24
/**
 * Average levels per block below which a sweep is due: a quarter of what a sweep leaves, so that a sweep pays for
 * itself. A side with no more blocks than a first directory holds needs no sweep: one turn of a search looks at all of
 * them.
 */
const SPARSE: u32 = MERGED_LEVELS / 4
const FEW: u32 = FIRST_ROOM

export function keepsTexts(side: usize): bool {
  return load<u32>(side, KEEPS_TEXTS) !== 0
}

/** Address of the bound of a block. */
export function boundAt(side: usize, block: u32): usize {
  return (load<u32>(side, DIRECTORY) as usize) + ((block as usize) << 3)
}

/** Address of the directory entry that holds a block's address. */
export function placeOf(side: usize, block: u32): usize {
  const room = load<u32>(side, ROOM) as usize
  return (load<u32>(side, DIRECTORY) as usize) + ((room + BOUNDS_AT_ONCE) << 3) + ((block as usize) << 2)
}

export function blockAt(side: usize, block: u32): usize {
  return load<u32>(placeOf(side, block)) as usize
}

/** Makes a side empty: its only block is its own first block, which never moves. */
export function begin(side: usize): void {
  const own = load<u32>(side, OWN) as usize
  blankBounds(own, FIRST_ROOM)
  blank(own + FIRST_BLOCK)
  store<u32>(side, own as u32, DIRECTORY)
  store<u32>(side, FIRST_ROOM, ROOM)
  store<u32>(side, 1, BLOCK_COUNT)
  store<u32>(placeOf(side, 0), (own + FIRST_BLOCK) as u32)
}

/** Returns the memory of a side except its own directory and first block. */
export function end(side: usize): void {
  const blocks = load<u32>(side, BLOCK_COUNT)
  for (let block: u32 = 1; block < blocks; block++) returnBlock(blockAt(side, block), keepsTexts(side))
  leaveDirectory(load<u32>(side, DIRECTORY) as usize, load<u32>(side, ROOM))
}

function leaveDirectory(at: usize, room: u32): void {
  if (room > FIRST_ROOM) returnDirectory(at, room)
}

/** Copies the level of one slot to another. */
function copyLevel(from: usize, slot: u32, to: usize, at: u32, withText: bool): void {
  store<f64>(to + ((at as usize) << 3), load<f64>(from + ((slot as usize) << 3), KEYS), KEYS)
  store<f64>(to + ((at as usize) << 3), load<f64>(from + ((slot as usize) << 3), SIZES), SIZES)
  store<u16>(to + ((at as usize) << 1), load<u16>(from + ((slot as usize) << 1), TAGS), TAGS)
  if (!withText) return
  store<u16>(to + ((at as usize) << 1), load<u16>(from + ((slot as usize) << 1), TEXTS), TEXTS)
}

/** A bit for each of the first `count` slots. */
export function firstSlots(count: u32): u32 {
  return (((1 as u64) << count) - 1) as u32
}

/** Puts the levels of a block in order; returns the block's address, which may have changed. */
export function sortBlock(side: usize, block: u32): usize {
  const from = blockAt(side, block)
  if (load<u32>(from, UNSORTED) === 0) return from
  const withText = keepsTexts(side)
  const to = takeSpare(withText)
  const occupied = load<u32>(from, OCCUPIED)
  for (let rest = occupied; rest !== 0; rest &= rest - 1) {
    const slot = ctz(rest)
    const key = load<f64>(from + ((slot as usize) << 3), KEYS)
    let rank = popcnt(occupied ^ rest)
    for (; rank > 0 && load<f64>(to + (((rank - 1) as usize) << 3), KEYS) < key; rank--)
      copyLevel(to, rank - 1, to, rank, withText)
    copyLevel(from, slot, to, rank, withText)
  }
  store<u32>(to, firstSlots(popcnt(occupied)), OCCUPIED)
  if (block === 0) {
    memory.copy(from, to, blockBytes(withText))
    return from
  }
  setSpare(from, withText)
  store<u32>(placeOf(side, block), to as u32)
  return to
}

/** Removes the last levels of a block in order. */
export function cut(at: usize, from: u32, count: u32): void {
  for (let slot = from; slot < count; slot++) {
    store<f64>(at + ((slot as usize) << 3), -Infinity, KEYS)
    store<f64>(at + ((slot as usize) << 3), 0, SIZES)
  }
  store<u32>(at, firstSlots(from), OCCUPIED)
}

/** Splits a full block; drops an empty block, and sweeps when the blocks got sparse. */
export function refit(side: usize, block: u32, occupied: u32): void {
  if (occupied !== 0) split(side, block)
  else if (load<u32>(side, BLOCK_COUNT) > 1) drop(side, block)
}

/** Moves the worse half of a full block into a new block. */
function split(side: usize, block: u32): void {
  const withText = keepsTexts(side)
  const better = sortBlock(side, block)
  const worse = takeBlock(withText)
  const half = BLOCK_LEVELS / 2
  for (let slot = half; slot < BLOCK_LEVELS; slot++) copyLevel(better, slot, worse, slot - half, withText)
  store<u32>(worse, firstSlots(half), OCCUPIED)
  cut(better, half, BLOCK_LEVELS)
  add(side, block + 1, worse, load<f64>(boundAt(side, block)))
  store<f64>(boundAt(side, block), load<f64>(better + (((half - 1) as usize) << 3), KEYS))
  if (load<u32>(side, BLOCK_COUNT) * SPARSE > (load<f64>(side, COUNT) as u32) + FEW * SPARSE) sweep(side)
}

/**
 * Fills a blank side (no level, one block, no checksum window) from a list in order, best first; false when the list is
 * not in order. Blocks keep room for levels that come between.
 */
export function fill(side: usize, list: usize, count: u32): bool {
  const sign = load<f64>(side, SIGN)
  let before: f64 = Infinity
  let isInOrder: u32 = 1
  for (let change: usize = 0; change < (count as usize); change++) {
    const key = load<f64>(list + (change << 3)) * sign
    isInOrder &= ((key < before) as u32) & ((load<f64>(list + (change << 3), LIST_SIZES) !== 0) as u32)
    before = key
  }
  if (isInOrder === 0) return false
  const withText = keepsTexts(side)
  const blocks = (count + MERGED_LEVELS - 1) / MERGED_LEVELS
  while (load<u32>(side, ROOM) < blocks) widen(side)
  for (let block: u32 = 0; block < blocks; block++) {
    if (block > 0) store<u32>(placeOf(side, block), takeBlock(withText) as u32)
    const at = blockAt(side, block)
    const first = block * MERGED_LEVELS
    const held = min(MERGED_LEVELS, count - first)
    for (let slot: u32 = 0; slot < held; slot++) {
      const from = list + ((first + slot) as usize) * 8
      const key = load<f64>(from) * sign
      store<f64>(at + ((slot as usize) << 3), key, KEYS)
      store<f64>(at + ((slot as usize) << 3), load<f64>(from, LIST_SIZES), SIZES)
      store<u16>(at + ((slot as usize) << 1), key as i64 as u16, TAGS)
      if (withText) {
        const text = load<u16>(list + (((first + slot) as usize) << 1), LIST_TEXTS)
        store<u16>(at + ((slot as usize) << 1), text, TEXTS)
      }
    }
    store<u32>(at, firstSlots(held), OCCUPIED)
    const last = load<f64>(at + (((held - 1) as usize) << 3), KEYS)
    store<f64>(boundAt(side, block), block + 1 === blocks ? -Infinity : last)
  }
  store<u32>(side, blocks, BLOCK_COUNT)
  store<f64>(side, count as f64, COUNT)
  return true
}

/** Inserts a block into the directory, before the block that has this number now. */
function add(side: usize, block: u32, at: usize, bound: f64): void {
  const blocks = load<u32>(side, BLOCK_COUNT)
  if (blocks === load<u32>(side, ROOM)) widen(side)
  const bounds = boundAt(side, block)
  const places = placeOf(side, block)
  memory.copy(bounds + 8, bounds, ((blocks - block) as usize) << 3)
  memory.copy(places + 4, places, ((blocks - block) as usize) << 2)
  store<f64>(bounds, bound)
  store<u32>(places, at as u32)
  store<u32>(side, blocks + 1, BLOCK_COUNT)
}

export function drop(side: usize, block: u32): void {
  const withText = keepsTexts(side)
  // The first block never moves: the levels of the second block are copied into it.
  const gone = max(block, 1)
  const at = blockAt(side, gone)
  if (block === 0) memory.copy(blockAt(side, 0), at, blockBytes(withText))
  returnBlock(at, withText)
  const blocks = load<u32>(side, BLOCK_COUNT) - 1
  const bounds = boundAt(side, block)
  const places = placeOf(side, gone)
  memory.copy(bounds, bounds + 8, ((blocks - block) as usize) << 3)
  memory.copy(places, places + 4, ((blocks - gone) as usize) << 2)
  store<f64>(boundAt(side, blocks), -Infinity)
  store<f64>(boundAt(side, blocks - 1), -Infinity)
  store<u32>(side, blocks, BLOCK_COUNT)
}

function widen(side: usize): void {
  const room = load<u32>(side, ROOM)
  const from = load<u32>(side, DIRECTORY) as usize
  const places = placeOf(side, 0)
  const to = takeDirectory(room * 2)
  memory.copy(to, from, (room as usize) << 3)
  store<u32>(side, to as u32, DIRECTORY)
  store<u32>(side, room * 2, ROOM)
  memory.copy(placeOf(side, 0), places, (room as usize) << 2)
  leaveDirectory(from, room)
}

/** Joins neighbouring blocks that together hold at most `MERGED_LEVELS` levels. */
function sweep(side: usize): void {
  const withText = keepsTexts(side)
  let block: u32 = 0
  while (block + 1 < load<u32>(side, BLOCK_COUNT)) {
    const count = popcnt(load<u32>(blockAt(side, block), OCCUPIED))
    const next = popcnt(load<u32>(blockAt(side, block + 1), OCCUPIED))
    if (count + next > MERGED_LEVELS) {
      block++
      continue
    }
    const to = sortBlock(side, block)
    const from = sortBlock(side, block + 1)
    for (let slot: u32 = 0; slot < next; slot++) copyLevel(from, slot, to, count + slot, withText)
    store<u32>(to, firstSlots(count + next), OCCUPIED)
    store<f64>(boundAt(side, block), load<f64>(boundAt(side, block + 1)))
    drop(side, block + 1)
  }
}
