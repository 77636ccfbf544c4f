import { FRAME, keep } from '../memory'
import { firstBytes } from './digits'

/*
 * Symbol tables: the books that names in frames stand for. Entries are found by the hash of a name's bytes and then
 * compared, so that no name is ever made into a string.
 */

/** Fields of a symbol table. */
const CAPACITY: usize = 0
const USED: usize = 4
const TABLE: usize = 8
const SYMBOL_TABLE_BYTES: usize = 64

/** Hash of a slot's name; zero in an empty slot. */
const HASH: usize = 0
/** Address of a slot's book. */
export const BOOK: usize = 4
const SLOT_BYTES: usize = 8

/**
 * Fields of an entry: a cache line with the name and the host's number of its book, and one with the name in the
 * payload where that differs.
 */
const LENGTH: usize = 0
export const OTHER_LENGTH: usize = 4
export const HOST: usize = 12
export const NAME: usize = 16
export const OTHER_NAME: usize = 64
const ENTRY_BYTES: usize = 128
/**
 * Most bytes of a name, what an entry's first line has room for behind 16 bytes of numbers;
 * `1000SATSUSDT_261225@depth@100ms` has 31.
 */
export const LONGEST_NAME: u32 = 48
/** Offset in the frame's memory of the other name of a book to register; the name itself is at offset 0. */
export const GIVEN_OTHER_NAME: usize = 64

/** Slots of a new table, 9 KB; it doubles when half of them are used, so it has room for 32 names. */
const FIRST_CAPACITY: u32 = 64
/**
 * Most names: a hostile peer may send symbols without end. Nearly ten times the pairs of the exchange that lists most
 * (Binance: 1,695 in `exchangeInfo` of October 2021).
 */
const MOST: u32 = 16_384

/** Free lists of outgrown tables, by the power of two of their capacity. */
const freeTables: usize = memory.data(32 * 4, 16)
let freeSymbolTables: usize = 0

export function openSymbolTable(): usize {
  let symbols = freeSymbolTables
  if (symbols === 0) symbols = keep(SYMBOL_TABLE_BYTES)
  else freeSymbolTables = load<usize>(symbols)
  store<u32>(symbols, FIRST_CAPACITY, CAPACITY)
  store<u32>(symbols, 0, USED)
  store<u32>(symbols, takeTable(FIRST_CAPACITY) as u32, TABLE)
  return symbols
}

export function closeSymbolTable(symbols: usize): void {
  returnTable(load<u32>(symbols, TABLE) as usize, load<u32>(symbols, CAPACITY))
  store<usize>(symbols, freeSymbolTables)
  freeSymbolTables = symbols
}

function takeTable(capacity: u32): usize {
  const free = freeTables + ((ctz(capacity) as usize) << 2)
  let at = load<u32>(free) as usize
  if (at === 0) at = keep((capacity as usize) * (SLOT_BYTES + ENTRY_BYTES))
  else store<u32>(free, load<u32>(at))
  memory.fill(at, 0, (capacity as usize) * (SLOT_BYTES + ENTRY_BYTES))
  return at
}

function returnTable(at: usize, capacity: u32): void {
  const free = freeTables + ((ctz(capacity) as usize) << 2)
  store<u32>(at, load<u32>(free))
  store<u32>(free, at as u32)
}

/**
 * The hash of a name: 16 bytes a turn, each word multiplied by an odd factor as in SplitMix64 (its increment, 2^64 over
 * the golden ratio, and its first multiplier; https://prng.di.unimi.it/splitmix64.c). A bit of a product depends on no
 * bits above it: without the high bits folded down after each product, the 32 bits returned would depend on half of
 * the name. The distances are 32, the whole high half, and 29, another one near the half. They are neither SplitMix64's
 * nor measured; worse ones would only let more names begin their search at the same slot.
 */
// @inline
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

/** Whether two texts of `length` bytes are equal. */
// @inline
export function isSame(at: usize, other: usize, length: u32): bool {
  for (let offset: u32 = 0; offset < length; offset += 16) {
    const differs = v128.xor(v128.load(at + (offset as usize)), v128.load(other + (offset as usize)))
    if (v128.any_true(v128.and(differs, firstBytes(length - offset)))) return false
  }
  return true
}

/**
 * The slot of a name, or the empty slot where it belongs. Slots are small enough to stay in the cache; the entry, which
 * lies far away in a large market, is only compared, and the processor predicts that it is equal and goes on.
 */
// @inline
export function symbolSlotOf(symbols: usize, at: usize, length: u32): usize {
  const table = load<u32>(symbols, TABLE) as usize
  const capacity = load<u32>(symbols, CAPACITY) as usize
  const hash = hashOf(at, length) | 1
  let place = ((hash >> 1) as usize) & (capacity - 1)
  let held = load<u32>(table + place * SLOT_BYTES, HASH)
  // At least half of the table is empty.
  while (held !== 0 && !(held === hash && isOf(entryIn(table, capacity, place), at, length))) {
    place = (place + 1) & (capacity - 1)
    held = load<u32>(table + place * SLOT_BYTES, HASH)
  }
  return table + place * SLOT_BYTES
}

// @inline
function entryIn(table: usize, capacity: usize, place: usize): usize {
  return table + capacity * SLOT_BYTES + place * ENTRY_BYTES
}

// @inline
function isOf(entry: usize, at: usize, length: u32): bool {
  return load<u32>(entry, LENGTH) === length && isSame(at, entry + NAME, length)
}

/** Address of the entry of a slot. */
// @inline
export function entryOf(symbols: usize, slot: usize): usize {
  const table = load<u32>(symbols, TABLE) as usize
  return entryIn(table, load<u32>(symbols, CAPACITY) as usize, (slot - table) / SLOT_BYTES)
}

/**
 * Registers the name at offset 0 of the frame's memory, and the name in the payload at `GIVEN_OTHER_NAME`. It replaces
 * the book that the name stood for before; `book` 0 removes the name. 0 when the name is too long or there are too
 * many.
 */
export function registerSymbol(symbols: usize, length: u32, otherLength: u32, book: usize, host: u32): u32 {
  if (length - 1 >= LONGEST_NAME || otherLength > LONGEST_NAME) return 0
  let slot = symbolSlotOf(symbols, FRAME, length)
  if (load<u32>(slot, HASH) === 0) {
    if (book === 0) return 1
    const used = load<u32>(symbols, USED)
    if (used === MOST) return 0
    if (used * 2 >= load<u32>(symbols, CAPACITY)) {
      widen(symbols)
      slot = symbolSlotOf(symbols, FRAME, length)
    }
    store<u32>(symbols, used + 1, USED)
    store<u32>(slot, hashOf(FRAME, length) | 1, HASH)
    store<u32>(entryOf(symbols, slot), length, LENGTH)
    memory.copy(entryOf(symbols, slot) + NAME, FRAME, length as usize)
  }
  store<u32>(slot, book as u32, BOOK)
  const entry = entryOf(symbols, slot)
  store<u32>(entry, otherLength, OTHER_LENGTH)
  store<u32>(entry, host, HOST)
  memory.copy(entry + OTHER_NAME, FRAME + GIVEN_OTHER_NAME, otherLength as usize)
  return 1
}

function widen(symbols: usize): void {
  const capacity = load<u32>(symbols, CAPACITY)
  const from = load<u32>(symbols, TABLE) as usize
  store<u32>(symbols, takeTable(capacity * 2) as u32, TABLE)
  store<u32>(symbols, capacity * 2, CAPACITY)
  for (let place: usize = 0; place < (capacity as usize); place++) {
    const old = from + place * SLOT_BYTES
    if (load<u32>(old, HASH) === 0) continue
    const entry = entryIn(from, capacity as usize, place)
    const slot = symbolSlotOf(symbols, entry + NAME, load<u32>(entry, LENGTH))
    store<u64>(slot, load<u64>(old))
    memory.copy(entryOf(symbols, slot), entry, ENTRY_BYTES)
  }
  returnTable(from, capacity)
}
