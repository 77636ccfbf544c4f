import { isCrossed } from './book'
import { changeBook, hasChecksum, MOST_TIME } from './change-book'
import { asksOfFrame, bidsOfFrame, frameBook, NUMBERS, readFrame } from './frame/read-frame'
import {
  BY_CHECKSUM,
  CHECKSUM_MISMATCH,
  FIRST_IS_NEXT,
  IS_CROSSED,
  LAST_IS_NEXT,
  NUMBER_FIRST,
  NUMBER_LAST,
  NUMBER_PREVIOUS,
  NUMBER_TIME,
  PREVIOUS_IS_LAST,
  SHAPE_RULE,
  SYNCHRONISED_BY_PREVIOUS,
  TOP_MOVED,
} from './frame/shape'
import { ASKS, BEST_KEY, BIDS, IS_SYNCHRONISED, SEQ } from './layout'

/*
 * The usual delta: it is next in sequence for its book and has the shape that its exchange always sends. It is read,
 * proven and applied in one call. A frame that differs in any byte or number (a gap, a repeat, a book in doubt, more
 * digits than usual, another shape) changes nothing here; the host's own parser reads it.
 */

/** Reads and applies the loaded delta of `length` bytes, received at `now` (ms); 0 if it is not a usual delta. */
export function applyDelta(shape: usize, symbols: usize, length: u32, now: f64): u32 {
  if (readFrame(shape, symbols, length, 0) === 0) return 0
  const book = frameBook
  if (!(load<f64>(NUMBERS, NUMBER_TIME) < MOST_TIME) || !hasChecksum(shape)) return 0
  if (!follows(load<u32>(shape, SHAPE_RULE), book, bidsOfFrame + asksOfFrame)) return 0
  const bestBid = load<f64>(book + BIDS, BEST_KEY)
  const bestAsk = load<f64>(book + ASKS, BEST_KEY)
  const told = changeBook(shape, now, 1)
  if ((told & CHECKSUM_MISMATCH) !== 0) return told
  const isMoved =
    ((bestBid !== load<f64>(book + BIDS, BEST_KEY)) as u32) | ((bestAsk !== load<f64>(book + ASKS, BEST_KEY)) as u32)
  return told | select<u32>(TOP_MOVED, 0, isMoved !== 0) | select<u32>(IS_CROSSED, 0, isCrossed(book))
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
      // A delta without ids follows only a book without an id.
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
