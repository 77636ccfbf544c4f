import { firstBytes } from './digits'
import { FRAME, keep } from './memory'

/*
 * Rosters: which name in a frame stands for which book. A table of entries, found by the hash of a name's bytes and then
 * compared: names are never made into texts.
 */

/** Of a roster. */
const CAPACITY: usize = 0
const USED: usize = 4
const TABLE: usize = 8
const ROSTER_BYTES: usize = 64

/** Of an entry: one line with the name and the book, one with the name in the payload where that differs. */
const LENGTH: usize = 0
export const OTHER_LENGTH: usize = 4
export const BOOK: usize = 8
export const HOST: usize = 12
export const NAME: usize = 16
export const OTHER_NAME: usize = 64
const ENTRY_BYTES: usize = 128
export const LONGEST_NAME: u32 = 48

const FIRST_CAPACITY: u32 = 64
/** A hostile peer may name symbols without end. */
const MOST: u32 = 16_384

/** Tables of each capacity that became too small. */
const freeTables: usize = memory.data(32 * 4, 16)
let freeRosters: usize = 0

export function openRoster(): usize {
  let roster = freeRosters
  if (roster === 0) roster = keep(ROSTER_BYTES)
  else freeRosters = load<usize>(roster)
  store<u32>(roster, FIRST_CAPACITY, CAPACITY)
  store<u32>(roster, 0, USED)
  store<u32>(roster, takeTable(FIRST_CAPACITY) as u32, TABLE)
  return roster
}

export function closeRoster(roster: usize): void {
  returnTable(load<u32>(roster, TABLE) as usize, load<u32>(roster, CAPACITY))
  store<usize>(roster, freeRosters)
  freeRosters = roster
}

function takeTable(capacity: u32): usize {
  const free = freeTables + ((ctz(capacity) as usize) << 2)
  let at = load<u32>(free) as usize
  if (at === 0) at = keep((capacity as usize) * ENTRY_BYTES)
  else store<u32>(free, load<u32>(at))
  memory.fill(at, 0, (capacity as usize) * ENTRY_BYTES)
  return at
}

function returnTable(at: usize, capacity: u32): void {
  const free = freeTables + ((ctz(capacity) as usize) << 2)
  store<u32>(at, load<u32>(free))
  store<u32>(free, at as u32)
}

@inline
function hashOf(at: usize, length: u32): u32 {
  let hash: u64 = length
  for (let offset: u32 = 0; offset < length; offset += 16) {
    const bytes = v128.and(v128.load(at + (offset as usize)), firstBytes(length - offset))
    hash = (hash ^ (i64x2.extract_lane(bytes, 0) as u64)) * 0x9e3779b97f4a7c15
    hash ^= hash >> 32
    hash = (hash ^ (i64x2.extract_lane(bytes, 1) as u64)) * 0xbf58476d1ce4e5b9
    hash ^= hash >> 29
  }
  return hash as u32
}

/** Whether two texts of so many bytes are the same. */
@inline
export function isSame(at: usize, other: usize, length: u32): bool {
  for (let offset: u32 = 0; offset < length; offset += 16) {
    const differs = v128.xor(v128.load(at + (offset as usize)), v128.load(other + (offset as usize)))
    if (v128.any_true(v128.and(differs, firstBytes(length - offset)))) return false
  }
  return true
}

/** The entry of a name, or the empty one where it belongs. */
@inline
export function entryOf(roster: usize, at: usize, length: u32): usize {
  const table = load<u32>(roster, TABLE) as usize
  const last = load<u32>(roster, CAPACITY) - 1
  let entry = table + ((hashOf(at, length) & last) as usize) * ENTRY_BYTES
  let held = load<u32>(entry, LENGTH)
  // At least half of the table is empty.
  while (held !== 0 && !(held === length && isSame(at, entry + NAME, length))) {
    entry += ENTRY_BYTES
    if (entry > table + (last as usize) * ENTRY_BYTES) entry = table
    held = load<u32>(entry, LENGTH)
  }
  return entry
}

/**
 * Enters the name at the beginning of the frame's memory, and the one in the payload that stands 64 bytes behind it. The
 * book that it stood for before is replaced; `book` 0 removes it. 0 when the name is too long or there are too many.
 */
export function enroll(roster: usize, length: u32, otherLength: u32, book: usize, host: u32): u32 {
  if (length - 1 >= LONGEST_NAME || otherLength > LONGEST_NAME) return 0
  let entry = entryOf(roster, FRAME, length)
  if (load<u32>(entry, LENGTH) === 0) {
    if (book === 0) return 1
    const used = load<u32>(roster, USED)
    if (used === MOST) return 0
    if (used * 2 >= load<u32>(roster, CAPACITY)) {
      widen(roster)
      entry = entryOf(roster, FRAME, length)
    }
    store<u32>(roster, used + 1, USED)
    store<u32>(entry, length, LENGTH)
    memory.copy(entry + NAME, FRAME, length as usize)
  }
  store<u32>(entry, otherLength, OTHER_LENGTH)
  store<u32>(entry, book as u32, BOOK)
  store<u32>(entry, host, HOST)
  memory.copy(entry + OTHER_NAME, FRAME + 64, otherLength as usize)
  return 1
}

function widen(roster: usize): void {
  const capacity = load<u32>(roster, CAPACITY)
  const from = load<u32>(roster, TABLE) as usize
  store<u32>(roster, takeTable(capacity * 2) as u32, TABLE)
  store<u32>(roster, capacity * 2, CAPACITY)
  for (let place: usize = 0; place < (capacity as usize); place++) {
    const entry = from + place * ENTRY_BYTES
    const length = load<u32>(entry, LENGTH)
    if (length !== 0) memory.copy(entryOf(roster, entry + NAME, length), entry, ENTRY_BYTES)
  }
  returnTable(from, capacity)
}
