import { checksumOfDigits, checksumOfPairs } from './checksum/checksum'
import { asksOfFrame, bidsOfFrame, frameBook, frameEntry, NUMBERS } from './frame/read-frame'
import {
  CHECKSUM_DIGITS,
  CHECKSUM_MISMATCH,
  CHECKSUM_NONE,
  HOST_BITS,
  IS_READ,
  NUMBER_CHECKSUM,
  NUMBER_LAST,
  NUMBER_TIME,
  SHAPE_CHECKSUM,
  SHAPE_CHECKSUM_LEVELS,
  SHAPE_CHECKSUM_START,
} from './frame/shape'
import { HOST } from './frame/symbol-table'
import { nextRhythm } from './freshness'
import {
  APPLICATIONS,
  ASKS,
  BIDS,
  CHECKSUM_MATCHES,
  DEPTH,
  EVENT_TIME,
  FRAMES,
  HEARD_AT,
  IS_SYNCHRONISED,
  LEVELS_SET,
  LIST_BYTES,
  PRICE_SCALE,
  RECEIVED_AT,
  RHYTHM,
  SEQ,
  SIZE_SCALE,
  VERSION,
} from './layout'
import { LISTS_AT } from './memory'
import { setLevels, truncate } from './side'

/**
 * Event times from here on are taken for microseconds (Binance, where asked for) and left to the host. As ms this is
 * the year 5138, as microseconds 1973.
 */
export const MOST_TIME: f64 = 1e14
/** The largest CRC-32: 2^32 − 1. */
const MAX_CHECKSUM: f64 = 4_294_967_295

/** Whether the frame has a checksum, where its shape requires one. */
export function hasChecksum(shape: usize): bool {
  return load<u32>(shape, SHAPE_CHECKSUM) !== CHECKSUM_DIGITS || load<f64>(NUMBERS, NUMBER_CHECKSUM) <= MAX_CHECKSUM
}

/** Puts the levels of the frame into its book, checks the checksum and updates the book's facts. */
export function changeBook(shape: usize, now: f64, isDelta: u32): u32 {
  const book = frameBook
  const bidCount = bidsOfFrame
  const askCount = asksOfFrame
  store<u32>(book, load<u32>(book, FRAMES) + 1, FRAMES)
  const told = (load<u32>(frameEntry, HOST) << HOST_BITS) | IS_READ
  const bids = book + BIDS
  const asks = book + ASKS
  if (bidCount !== 0) setLevels(bids, LISTS_AT, bidCount)
  if (askCount !== 0) setLevels(asks, LISTS_AT + LIST_BYTES, askCount)
  store<u32>(book, load<u32>(book, LEVELS_SET) + bidCount + askCount, LEVELS_SET)
  const depth = load<u32>(book, DEPTH)
  truncate(bids, depth)
  truncate(asks, depth)
  if (load<u32>(shape, SHAPE_CHECKSUM) !== CHECKSUM_NONE && !checksumMatches(shape, book))
    return told | CHECKSUM_MISMATCH
  seen(book, now, isDelta)
  return told
}

/** Whether the checksum of the changed book is the sent checksum. OKX sends none, or zero, where it proves nothing. */
function checksumMatches(shape: usize, book: usize): bool {
  const sent = load<f64>(NUMBERS, NUMBER_CHECKSUM)
  const start = load<u32>(shape, SHAPE_CHECKSUM_START)
  const covered = load<u32>(shape, SHAPE_CHECKSUM_LEVELS)
  const priceScale = load<u32>(book, PRICE_SCALE)
  const sizeScale = load<u32>(book, SIZE_SCALE)
  let checksum: f64 = 0
  if (load<u32>(shape, SHAPE_CHECKSUM) === CHECKSUM_DIGITS) {
    checksum = ~checksumOfDigits(start, book + ASKS, book + BIDS, covered, priceScale, sizeScale) as f64
  } else {
    if (Number.isNaN(sent) || sent === 0) return true
    checksum = ~checksumOfPairs(start, book + BIDS, book + ASKS, covered, priceScale, sizeScale) as i32 as f64
  }
  if (checksum !== sent) return false
  store<u32>(book, load<u32>(book, CHECKSUM_MATCHES) + 1, CHECKSUM_MATCHES)
  return true
}

/** Updates the facts of a book after a frame was applied. */
function seen(book: usize, now: f64, isDelta: u32): void {
  store<u32>(book, load<u32>(book, APPLICATIONS) + 1, APPLICATIONS)
  store<u32>(book, load<u32>(book, VERSION) + 1, VERSION)
  store<u32>(book, isDelta, IS_SYNCHRONISED)
  store<f64>(book, now, RECEIVED_AT)
  store<f64>(book, load<f64>(NUMBERS, NUMBER_TIME), EVENT_TIME)
  store<f64>(book, load<f64>(NUMBERS, NUMBER_LAST), SEQ)
  store<f64>(book, nextRhythm(load<f64>(book, RHYTHM), now - load<f64>(book, HEARD_AT)), RHYTHM)
  store<f64>(book, now, HEARD_AT)
}
