import { isCrossed } from './book'
import { checksumOfDigits, checksumOfPairs } from './checksum'
import { EXACT_DIGITS, numberLength, PADDED_DECIMALS, scanInteger } from './digits'
import { nextRhythm } from './freshness'
import { scanIsoTime } from './iso-time'
import {
  APPLICATIONS,
  ASKS,
  ASKS_OWN,
  BEST_KEY,
  BIDS,
  BIDS_OWN,
  CHECKSUMS_OK,
  DEPTH,
  EVENT_TIME,
  FIRST_BLOCK,
  FIRST_PLACES,
  FRAMES,
  HEARD_AT,
  IS_SOUND,
  IS_SYNCHRONISED,
  LEVELS_SET,
  LIST_BYTES,
  LIVE,
  PRICE_SCALE,
  RECEIVED_AT,
  RHYTHM,
  SEQ,
  SIZE_SCALE,
  TAGS,
  VERSION,
} from './layout'
import { FRAME, keep, LISTS } from './memory'
import { SCANNED, SCANNED_LEVELS, scanObjects, scanOne, scanPadded, scanTexts } from './scan'
import {
  BY_CHECKSUM,
  CHECKSUM_DIGITS,
  CHECKSUM_MISMATCH,
  CHECKSUM_NONE,
  FIRST_IS_NEXT,
  HOST_BITS,
  IS_CROSSED,
  IS_READ,
  LAST_IS_NEXT,
  LEVELS_ARE_ASKS,
  LEVELS_DEAD_BITS,
  LEVELS_KEEP_TEXTS,
  NUMBER_BYTES,
  NUMBER_CHECKSUM,
  NUMBER_DEAD,
  NUMBER_FIRST,
  NUMBER_LAST,
  NUMBER_PREVIOUS,
  NUMBER_TIME,
  PREVIOUS_IS_LAST,
  SHAPE_CHECKSUM,
  SHAPE_CHECKSUM_LEVELS,
  SHAPE_CHECKSUM_START,
  SHAPE_HEAD_BYTES,
  SHAPE_RULE,
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
  SYNCHRONISED_BY_PREVIOUS,
  TOP_MOVED,
} from './shape'
import { setLevels, truncate } from './side'
import { BOOK, entryOf, HOST, isSame, LONGEST_NAME, OTHER_LENGTH, OTHER_NAME, symbolSlotOf } from './symbol-table'

/*
 * The usual frame: a change that follows directly on what its book has, in the shape that its exchange always sends. It is
 * read, proven and applied in one call. Whatever is not that in every byte and number changes nothing here, and the host
 * reads it its own way: a gap, a repeat, a snapshot, a book in doubt, a number of more digits than usual, another shape.
 */

/** Numbers of the frame that is read. */
const NUMBERS: usize = memory.data(NUMBER_BYTES as i32, 16)

/**
 * Times above this are in microseconds (Binance, where asked for): left to the host. In ms it is the year 5138, in
 * microseconds it was in 1973.
 */
const MOST_TIME: f64 = 1e14
/** A CRC-32 has 32 bits. */
const MAX_CHECKSUM: f64 = 4_294_967_295

/** `-`, `[` and `[]` as they stand in memory. */
const MINUS: u8 = 0x2d
const OPEN: u8 = 0x5b
const EMPTY: u16 = 0x5d5b
/** `buy"` and `sell`. */
const BUY: u32 = 0x22797562
const SELL: u32 = 0x6c6c6573

/** Memory for a shape of so many steps. Shapes are few and stay. */
export function openShape(steps: u32): usize {
  return keep(SHAPE_HEAD_BYTES + (steps as usize) * STEP_BYTES)
}

/** Reads and applies the frame that was loaded, of so many bytes, received at `now` (ms), if it is the usual one. */
export function applyDelta(shape: usize, symbols: usize, length: u32, now: f64): u32 {
  v128.store(FRAME + (length as usize), i64x2.splat(0))
  for (let offset: usize = 0; offset < NUMBER_DEAD; offset += 8) store<f64>(NUMBERS + offset, NaN)
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
        if (book === 0 || load<u32>(book, IS_SOUND) === 0) return 0
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
          const list = LISTS + ((argument & LEVELS_ARE_ASKS) as usize) * LIST_BYTES
          const start = (at + 1 - FRAME) as u32
          const priceScale = load<u32>(book, PRICE_SCALE)
          const sizeScale = load<u32>(book, SIZE_SCALE)
          if (max(priceScale, sizeScale) > (kind === STEP_IS_PADDED ? PADDED_DECIMALS : EXACT_DIGITS)) return 0
          const keeps = ((argument & LEVELS_KEEP_TEXTS) !== 0) as u32
          let hasEnded: u32 = 0
          if (kind === STEP_IS_PADDED) hasEnded = scanPadded(start, list, 0, priceScale, sizeScale)
          else if (kind === STEP_IS_OBJECTS) hasEnded = scanObjects(start, list, 0, priceScale, sizeScale)
          else hasEnded = scanTexts(start, list, 0, priceScale, sizeScale, keeps, argument >> LEVELS_DEAD_BITS)
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
        const list = LISTS + (isSell as usize) * LIST_BYTES
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
  const eventTime = load<f64>(NUMBERS, NUMBER_TIME)
  if (!(eventTime < MOST_TIME) || !follows(load<u32>(shape, SHAPE_RULE), book, bidCount + askCount)) return 0
  const checksumKind = load<u32>(shape, SHAPE_CHECKSUM)
  const checksum = load<f64>(NUMBERS, NUMBER_CHECKSUM)
  if (checksumKind === CHECKSUM_DIGITS && !(checksum <= MAX_CHECKSUM)) return 0

  store<u32>(book, load<u32>(book, FRAMES) + 1, FRAMES)
  const host = load<u32>(entry, HOST) << HOST_BITS
  const bids = book + BIDS
  const asks = book + ASKS
  const bestBid = load<f64>(bids, BEST_KEY)
  const bestAsk = load<f64>(asks, BEST_KEY)
  if (bidCount !== 0) setLevels(bids, LISTS, bidCount)
  if (askCount !== 0) setLevels(asks, LISTS + LIST_BYTES, askCount)
  store<u32>(book, load<u32>(book, LEVELS_SET) + bidCount + askCount, LEVELS_SET)
  const depth = load<u32>(book, DEPTH)
  truncate(bids, depth)
  truncate(asks, depth)
  if (checksumKind !== CHECKSUM_NONE && !checksumMatches(shape, book, checksum))
    return host | IS_READ | CHECKSUM_MISMATCH
  seen(book, now, eventTime)
  const isMoved = ((bestBid !== load<f64>(bids, BEST_KEY)) as u32) | ((bestAsk !== load<f64>(asks, BEST_KEY)) as u32)
  return host | IS_READ | select<u32>(TOP_MOVED, 0, isMoved !== 0) | select<u32>(IS_CROSSED, 0, isCrossed(book))
}

/**
 * Reads, and forgets, a byte of each line that a change at the top of the book will need. In a large market they all have
 * to come from far; asked for together and ahead, they come while the rest of the frame is read.
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
  touch(block + LIVE)
}

// @inline
function touch(at: usize): void {
  load<u8>(at)
}

/** Bytes up to the quote that ends a name which has so many quotes within; more than a name has where there is none. */
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

function follows(rule: u32, book: usize, levels: u32): bool {
  const seq = load<f64>(book, SEQ)
  const last = load<f64>(NUMBERS, NUMBER_LAST)
  const previous = load<f64>(NUMBERS, NUMBER_PREVIOUS)
  switch (rule) {
    case FIRST_IS_NEXT: {
      const first = load<f64>(NUMBERS, NUMBER_FIRST)
      return first === seq + 1 && last >= first
    }
    case SYNCHRONISED_BY_PREVIOUS:
      return (
        previous === seq &&
        last >= load<f64>(NUMBERS, NUMBER_FIRST) &&
        last > seq &&
        load<u32>(book, IS_SYNCHRONISED) !== 0
      )
    case PREVIOUS_IS_LAST:
      // Both ids, or, from before there were any, none and never one.
      if (Number.isNaN(last)) return Number.isNaN(previous) && Number.isNaN(seq)
      return previous === seq && levels !== 0
    case LAST_IS_NEXT:
      return last === seq + 1 && last !== 1
    case BY_CHECKSUM:
      return true
    default:
      return false
  }
}

/** Whether the checksum of the changed book is the one that was sent. Without one, or with zero, OKX proves nothing by it. */
function checksumMatches(shape: usize, book: usize, checksum: f64): bool {
  const start = load<u32>(shape, SHAPE_CHECKSUM_START)
  const covered = load<u32>(shape, SHAPE_CHECKSUM_LEVELS)
  const priceScale = load<u32>(book, PRICE_SCALE)
  const sizeScale = load<u32>(book, SIZE_SCALE)
  let sum: f64 = 0
  if (load<u32>(shape, SHAPE_CHECKSUM) === CHECKSUM_DIGITS) {
    sum = ~checksumOfDigits(start, book + ASKS, book + BIDS, covered, priceScale, sizeScale) as f64
  } else {
    if (Number.isNaN(checksum) || checksum === 0) return true
    sum = ~checksumOfPairs(start, book + BIDS, book + ASKS, covered, priceScale, sizeScale) as i32 as f64
  }
  if (sum !== checksum) return false
  store<u32>(book, load<u32>(book, CHECKSUMS_OK) + 1, CHECKSUMS_OK)
  return true
}

/** Notes a change that was applied. */
function seen(book: usize, now: f64, eventTime: f64): void {
  store<u32>(book, load<u32>(book, APPLICATIONS) + 1, APPLICATIONS)
  store<u32>(book, load<u32>(book, VERSION) + 1, VERSION)
  store<u32>(book, 1, IS_SYNCHRONISED)
  store<f64>(book, now, RECEIVED_AT)
  store<f64>(book, eventTime, EVENT_TIME)
  store<f64>(book, load<f64>(NUMBERS, NUMBER_LAST), SEQ)
  store<f64>(book, nextRhythm(load<f64>(book, RHYTHM), now - load<f64>(book, HEARD_AT)), RHYTHM)
  store<f64>(book, now, HEARD_AT)
}
