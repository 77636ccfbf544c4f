import {
  BLOCK_BYTES,
  BOOK_BYTES,
  BOUNDS_AT_ONCE,
  CHECKSUM_WINDOW_BYTES,
  FIRST_ROOM,
  FRAME_BYTES,
  KEYS,
  LIST_BYTES,
  OCCUPIED,
  OWN_BYTES,
  SIDE_BYTES,
  SIZES,
  TEXT_BLOCK_BYTES,
} from './layout'

/** A page of WebAssembly: 2^16 bytes, 64 KiB. */
const PAGE_BITS: usize = 16
/**
 * Pages by which the memory grows at least: 32 MiB, as at the start (`checks/code/book-core.ts`), some 1,300 books of
 * 400 levels a side. Growing detaches the host's views, so it is done rarely and by much; untouched pages cost nothing.
 */
const GROWTH_PAGES: i32 = 512
/** Alignment of pieces in bytes, two cache lines: processors fetch lines in such pairs, and no two pieces share one. */
const ALIGNMENT: usize = 128

/** Address from which nothing has been given out yet. */
let unused: usize = (__heap_base + ALIGNMENT - 1) & ~(ALIGNMENT - 1)
/** Free lists of returned pieces by kind; each piece begins with the address of the next. */
let freeSides: usize = 0
let freeBooks: usize = 0
let freeBlocks: usize = 0
let freeTextBlocks: usize = 0
let freeChecksumWindows: usize = 0
/** Free lists of directories, by the power of two of their room over the first room. */
const freeDirectories: usize = memory.data(32 * 4, 16)

/** The frame and the lists of changes; they are valid only until the host's next call. */
export const FRAME: usize = bump(FRAME_BYTES)
export const LISTS_AT: usize = bump(LIST_BYTES * 3)
/** Spare blocks that `sortBlock` fills, without and with texts. */
let spare: usize = bump(TEXT_BLOCK_BYTES)
let spareText: usize = bump(TEXT_BLOCK_BYTES)

/** Bytes given out and not returned. */
let used: usize = 0

export function usedBytes(): usize {
  return used
}

function bump(bytes: usize): usize {
  const at = unused
  unused = (at + bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1)
  const pages = memory.size() as usize
  const wanted = (unused + (1 << PAGE_BITS) - 1) >> PAGE_BITS
  if (wanted > pages && memory.grow(max(GROWTH_PAGES, (wanted - pages) as i32)) < 0) unreachable()
  return at
}

// @inline
export function blockBytes(keepsTexts: bool): usize {
  return keepsTexts ? TEXT_BLOCK_BYTES : BLOCK_BYTES
}

export function takeBlock(keepsTexts: bool): usize {
  const bytes = blockBytes(keepsTexts)
  let at = keepsTexts ? freeTextBlocks : freeBlocks
  if (at === 0) at = bump(bytes)
  else if (keepsTexts) freeTextBlocks = load<usize>(at)
  else freeBlocks = load<usize>(at)
  used += bytes
  blank(at)
  return at
}

export function returnBlock(at: usize, keepsTexts: bool): void {
  used -= blockBytes(keepsTexts)
  store<usize>(at, keepsTexts ? freeTextBlocks : freeBlocks)
  if (keepsTexts) freeTextBlocks = at
  else freeBlocks = at
}

/** Blanks and returns the spare block; `setSpare` names the next one. */
export function takeSpare(keepsTexts: bool): usize {
  const at = keepsTexts ? spareText : spare
  blank(at)
  return at
}

export function setSpare(at: usize, keepsTexts: bool): void {
  if (keepsTexts) spareText = at
  else spare = at
}

/** Clears a block: no level, and keys that equal no price. */
export function blank(at: usize): void {
  const none = f64x2.splat(-Infinity)
  const zero = i64x2.splat(0)
  for (let offset: usize = 0; offset < SIZES; offset += 16) {
    v128.store(at + offset, none, KEYS)
    v128.store(at + offset, zero, SIZES)
  }
  store<u64>(at, 0, OCCUPIED)
}

export function takeSide(): usize {
  let at = freeSides
  if (at === 0) at = bump(SIDE_BYTES + OWN_BYTES)
  else freeSides = load<usize>(at)
  used += SIDE_BYTES + OWN_BYTES
  memory.fill(at, 0, SIDE_BYTES)
  return at
}

export function returnSide(at: usize): void {
  used -= SIDE_BYTES + OWN_BYTES
  store<usize>(at, freeSides)
  freeSides = at
}

export function takeBook(): usize {
  let at = freeBooks
  if (at === 0) at = bump(BOOK_BYTES)
  else freeBooks = load<usize>(at)
  used += BOOK_BYTES
  memory.fill(at, 0, BOOK_BYTES)
  return at
}

export function returnBook(at: usize): void {
  used -= BOOK_BYTES
  store<usize>(at, freeBooks)
  freeBooks = at
}

export function takeChecksumWindow(): usize {
  let at = freeChecksumWindows
  if (at === 0) at = bump(CHECKSUM_WINDOW_BYTES)
  else freeChecksumWindows = load<usize>(at)
  used += CHECKSUM_WINDOW_BYTES
  return at
}

export function returnChecksumWindow(at: usize): void {
  used -= CHECKSUM_WINDOW_BYTES
  store<usize>(at, freeChecksumWindows)
  freeChecksumWindows = at
}

/** Gives out memory that is never returned: for things of which there are few, however many books come and go. */
export function keep(bytes: usize): usize {
  used += bytes
  return bump(bytes)
}

function directoryBytes(room: u32): usize {
  return (room as usize) * 12 + BOUNDS_AT_ONCE * 8
}

/** Clears the bounds of a directory to minus infinity, below every key. */
export function blankBounds(at: usize, room: u32): void {
  for (let offset: usize = 0; offset < (room as usize) * 8 + BOUNDS_AT_ONCE * 8; offset += 8)
    store<f64>(at + offset, -Infinity)
}

/** The free list of directories of a room, which is a power of two times the first. */
function freeOf(room: u32): usize {
  return freeDirectories + (ctz(room / FIRST_ROOM) as usize) * 4
}

/** A directory with room for `room` blocks, none of them in use. */
export function takeDirectory(room: u32): usize {
  const free = freeOf(room)
  let at = load<u32>(free) as usize
  if (at === 0) at = bump(directoryBytes(room))
  else store<u32>(free, load<u32>(at))
  used += directoryBytes(room)
  blankBounds(at, room)
  return at
}

export function returnDirectory(at: usize, room: u32): void {
  used -= directoryBytes(room)
  store<u32>(at, load<u32>(freeOf(room)))
  store<u32>(freeOf(room), at as u32)
}
