import {
  ASKS,
  ASKS_OWN,
  BIDS,
  BIDS_OWN,
  FIRST_BLOCK,
  FIRST_PLACES,
  IS_SOUND,
  LIST_BYTES,
  OCCUPIED,
  PRICE_SCALE,
  SIZE_SCALE,
  TAGS,
} from '../layout'
import { FRAME, keep, LISTS_AT } from '../memory'
import { numberLength, scanInteger } from './digits'
import { scanIsoTime } from './iso-time'
import { beginOwnScale, scanAtOwnScale } from './own-scale'
import { SCANNED, SCANNED_LEVELS, scanLevels, scanOne } from './scan'
import {
  LEVELS_ARE_ASKS,
  NUMBER_BYTES,
  NUMBER_IGNORED,
  NUMBER_TIME,
  SHAPE_HEAD_BYTES,
  STEP_ARGUMENT,
  STEP_BYTES,
  STEP_END,
  STEP_IS_INTEGER,
  STEP_IS_ISO_TIME,
  STEP_IS_LEVEL,
  STEP_IS_NAME,
  STEP_IS_OBJECTS,
  STEP_IS_OTHER_NAME,
  STEP_IS_PADDED,
  STEP_IS_SIDE,
  STEP_IS_SIGNED,
  STEP_IS_TEXT,
  STEP_IS_TEXTS,
  STEP_KIND,
  STEP_MAY_BE_TEXT,
  STEP_TEXT,
  STEP_TEXT_LENGTH,
} from './shape'
import { BOOK, entryOf, isSame, LONGEST_NAME, OTHER_LENGTH, OTHER_NAME, symbolSlotOf } from './symbol-table'

/*
 * Reads a frame along its shape. No book is changed here: levels go into the lists, numbers into `NUMBERS`.
 */

/** Numbers of the frame that is being read. */
export const NUMBERS: usize = memory.data(NUMBER_BYTES as i32, 16)
/** The name in the frame that is registered for no book. */
export const UNKNOWN_NAME: usize = memory.data(8, 16)
/** Offset of that name in the frame. */
export const UNKNOWN_NAME_AT: usize = 0
/** Length of that name; 0 where there was none. */
export const UNKNOWN_NAME_LENGTH: usize = 4

/** The bytes of `-`, `[` and `[]`, lowest first. */
const MINUS: u8 = 0x2d
const OPEN: u8 = 0x5b
const EMPTY: u16 = 0x5d5b
/** The bytes of `buy"` and `sell`, lowest first. */
const BUY: u32 = 0x22797562
const SELL: u32 = 0x6c6c6573

/** The symbol table's entry of the frame's name. */
export let frameEntry: usize = 0
/** The book of that name. */
export let frameBook: usize = 0
/** Number of levels of each side in the lists. */
export let bidsOfFrame: u32 = 0
export let asksOfFrame: u32 = 0

/** Memory for a shape of `steps` steps. Shapes are few and never returned. */
export function openShape(steps: u32): usize {
  return keep(SHAPE_HEAD_BYTES + (steps as usize) * STEP_BYTES)
}

/**
 * Reads the loaded frame of `length` bytes: a delta at the scale of its book, which must be sound, a snapshot at a
 * scale of its own. 0 where the frame does not have this shape.
 */
export function readFrame(shape: usize, symbols: usize, length: u32, isSnapshot: u32): u32 {
  v128.store(FRAME + (length as usize), i64x2.splat(0))
  store<u64>(UNKNOWN_NAME, 0)
  if (isSnapshot !== 0) beginOwnScale()
  for (let offset: usize = 0; offset < NUMBER_IGNORED; offset += 8) store<f64>(NUMBERS + offset, NaN)
  const end = FRAME + (length as usize)
  let at = FRAME
  let entry: usize = 0
  let book: usize = 0
  let bidCount: u32 = 0
  let askCount: u32 = 0
  let isSell: u32 = 0
  let step = shape + SHAPE_HEAD_BYTES
  for (;;) {
    const kind = load<u32>(step, STEP_KIND)
    if (kind === STEP_END) break
    const argument = load<u32>(step, STEP_ARGUMENT)
    switch (kind) {
      case STEP_IS_TEXT: {
        const textLength = load<u32>(step, STEP_TEXT_LENGTH)
        if (!isSame(at, step + STEP_TEXT, textLength)) return 0
        at += textLength as usize
        break
      }
      case STEP_MAY_BE_TEXT: {
        const textLength = load<u32>(step, STEP_TEXT_LENGTH)
        if (isSame(at, step + STEP_TEXT, textLength)) at += textLength as usize
        else step += (argument as usize) * STEP_BYTES
        break
      }
      case STEP_IS_NAME: {
        const nameLength = lengthOfName(at, argument)
        if (nameLength - 1 >= LONGEST_NAME) return 0
        const slot = symbolSlotOf(symbols, at, nameLength)
        entry = entryOf(symbols, slot)
        book = load<u32>(slot, BOOK) as usize
        if (book === 0) {
          store<u32>(UNKNOWN_NAME, (at - FRAME) as u32, UNKNOWN_NAME_AT)
          store<u32>(UNKNOWN_NAME, nameLength, UNKNOWN_NAME_LENGTH)
          return 0
        }
        if (isSnapshot === 0 && load<u32>(book, IS_SOUND) === 0) return 0
        touchAll(book)
        at += nameLength as usize
        break
      }
      case STEP_IS_OTHER_NAME: {
        const nameLength = load<u32>(entry, OTHER_LENGTH)
        if (nameLength === 0 || !isSame(at, entry + OTHER_NAME, nameLength)) return 0
        at += nameLength as usize
        break
      }
      case STEP_IS_INTEGER: {
        const value = scanInteger(at)
        if (value < 0) return 0
        store<f64>(NUMBERS + (argument as usize), value as f64)
        at += numberLength
        break
      }
      case STEP_IS_SIGNED: {
        const isNegative = load<u8>(at) === MINUS
        if (isNegative) at++
        const value = scanInteger(at)
        if (value < 0) return 0
        store<f64>(NUMBERS + (argument as usize), (isNegative ? -value : value) as f64)
        at += numberLength
        break
      }
      case STEP_IS_ISO_TIME: {
        const value = scanIsoTime(at)
        if (value < 0) return 0
        store<f64>(NUMBERS, value, NUMBER_TIME)
        at += numberLength
        break
      }
      case STEP_IS_PADDED:
      case STEP_IS_TEXTS:
      case STEP_IS_OBJECTS: {
        let count: u32 = 0
        if (load<u16>(at) === EMPTY) at += 2
        else {
          if (load<u8>(at) !== OPEN) return 0
          const start = (at + 1 - FRAME) as u32
          let hasEnded: u32 = 0
          if (isSnapshot !== 0) hasEnded = scanAtOwnScale(kind, argument, start)
          else {
            const list = LISTS_AT + ((argument & LEVELS_ARE_ASKS) as usize) * LIST_BYTES
            hasEnded = scanLevels(
              kind,
              argument,
              start,
              list,
              0,
              load<u32>(book, PRICE_SCALE),
              load<u32>(book, SIZE_SCALE),
            )
          }
          if (hasEnded === 0) return 0
          at = FRAME + (load<u32>(SCANNED) as usize)
          count = load<u32>(SCANNED, SCANNED_LEVELS)
        }
        if ((argument & LEVELS_ARE_ASKS) === 0) bidCount = count
        else askCount = count
        break
      }
      case STEP_IS_SIDE: {
        const word = load<u32>(at)
        isSell = (word === SELL) as u32
        if (isSell === 0 && word !== BUY) return 0
        at += 3 + (isSell as usize)
        break
      }
      case STEP_IS_LEVEL: {
        const list = LISTS_AT + (isSell as usize) * LIST_BYTES
        const levelLength = scanOne(at, list, load<u32>(book, PRICE_SCALE), load<u32>(book, SIZE_SCALE))
        if (levelLength === 0) return 0
        at += levelLength
        bidCount = 1 - isSell
        askCount = isSell
        break
      }
      default:
        return 0
    }
    step += STEP_BYTES
  }
  if (at !== end) return 0
  frameEntry = entry
  frameBook = book
  bidsOfFrame = bidCount
  asksOfFrame = askCount
  return 1
}

/**
 * Prefetches: reads a byte of each cache line that a change at the top of the book needs. In a large market they all
 * come from main memory; requested together and early, they arrive while the rest of the frame is read.
 */
// @inline
function touchAll(book: usize): void {
  touch(book + PRICE_SCALE)
  touch(book + BIDS)
  touch(book + ASKS)
  touchOwn(book + BIDS_OWN)
  touchOwn(book + ASKS_OWN)
}

// @inline
function touchOwn(own: usize): void {
  touch(own)
  touch(own + 64)
  touch(own + FIRST_PLACES)
  const block = own + FIRST_BLOCK
  touch(block + TAGS)
  touch(block + OCCUPIED)
}

// @inline
function touch(at: usize): void {
  load<u8>(at)
}

/** Bytes up to the quote that ends a name with `within` quotes in it; 64, more than a name has, where there is none. */
// @inline
function lengthOfName(at: usize, within: u32): u32 {
  const quote = i8x16.splat(0x22)
  let quotes =
    (i8x16.bitmask(i8x16.eq(v128.load(at), quote)) as u64) |
    ((i8x16.bitmask(i8x16.eq(v128.load(at, 16), quote)) as u64) << 16) |
    ((i8x16.bitmask(i8x16.eq(v128.load(at, 32), quote)) as u64) << 32) |
    ((i8x16.bitmask(i8x16.eq(v128.load(at, 48), quote)) as u64) << 48)
  for (let passed: u32 = 0; passed < within; passed++) quotes &= quotes - 1
  return ctz(quotes) as u32
}
