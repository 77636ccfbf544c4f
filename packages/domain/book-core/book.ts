import {
  ASKS,
  ASKS_OWN,
  BEST_KEY,
  BIDS,
  BIDS_OWN,
  CLOCK_OFFSET,
  CROSSED_SINCE,
  HEARD_AT,
  IS_SOUND,
  RECEIVED_AT,
  RHYTHM,
} from './layout'
import { returnBook, takeBook } from './memory'
import { beginSide, endSide } from './side'

/** Makes an empty book; every fact that is not known yet is NaN or zero. */
export function openBook(keepsTexts: u32): usize {
  const book = takeBook()
  for (let offset: usize = RECEIVED_AT; offset <= HEARD_AT; offset += 8) store<f64>(book + offset, NaN)
  store<f64>(book, 0, RHYTHM)
  store<f64>(book, NaN, CLOCK_OFFSET)
  store<f64>(book, NaN, CROSSED_SINCE)
  beginSide(book + BIDS, 1, keepsTexts, book + BIDS_OWN)
  beginSide(book + ASKS, -1, keepsTexts, book + ASKS_OWN)
  return book
}

export function closeBook(book: usize): void {
  store<u32>(book, 0, IS_SOUND)
  endSide(book + BIDS)
  endSide(book + ASKS)
  returnBook(book)
}

/** Whether the best bid is above the best ask. */
// @inline
export function isCrossed(book: usize): bool {
  // The key of an ask is its negated price; the best key of an empty side is minus infinity.
  return load<f64>(book + BIDS, BEST_KEY) + load<f64>(book + ASKS, BEST_KEY) > 0
}
