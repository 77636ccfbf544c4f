import { changeBook, hasChecksum, MOST_TIME } from './change-book'
import { ownPriceDecimals, ownSizeDecimals } from './frame/own-scale'
import { asksOfFrame, bidsOfFrame, frameBook, NUMBERS, readFrame } from './frame/read-frame'
import { NUMBER_LAST, NUMBER_TIME, REPLACES, REPLACES_OTHER, SHAPE_RULE } from './frame/shape'
import { ASKS, BIDS, PRICE_SCALE, SEQ, SIZE_SCALE } from './layout'
import { clear } from './side'

/*
 * The usual snapshot: it replaces all levels of its book, whatever state the book is in. As with a delta, a frame that
 * is unusual in any byte or number changes nothing here.
 */

/**
 * Reads the loaded snapshot of `length` bytes, received at `now` (ms), and replaces its book; 0 if it is not a usual
 * snapshot.
 */
export function applySnapshot(shape: usize, symbols: usize, length: u32, now: f64): u32 {
  if (readFrame(shape, symbols, length, 1) === 0) return 0
  const book = frameBook
  // The time is NaN where the shape has none; NaN passes this comparison.
  if (load<f64>(NUMBERS, NUMBER_TIME) >= MOST_TIME || !hasChecksum(shape)) return 0
  if (bidsOfFrame + asksOfFrame === 0 || !replaces(load<u32>(shape, SHAPE_RULE), book)) return 0
  clear(book + BIDS)
  clear(book + ASKS)
  store<u32>(book, ownPriceDecimals, PRICE_SCALE)
  store<u32>(book, ownSizeDecimals, SIZE_SCALE)
  return changeBook(shape, now, 0)
}

function replaces(rule: u32, book: usize): bool {
  if (rule === REPLACES_OTHER) return load<f64>(NUMBERS, NUMBER_LAST) !== load<f64>(book, SEQ)
  return rule === REPLACES
}
