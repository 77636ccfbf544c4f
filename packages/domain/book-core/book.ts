import { ASKS, BEST_KEY, BIDS, HEARD_AT, IS_SOUND, RECEIVED_AT, RHYTHM } from './layout'
import { returnBook, takeBook } from './memory'
import { beginSide, endSide } from './side'

/** An empty book; every fact that is not known yet is NaN or zero. */
export function openBook(keepsTexts: u32): usize {
  const book = takeBook()
  for (let offset: usize = RECEIVED_AT; offset <= HEARD_AT; offset += 8) store<f64>(book + offset, NaN)
  store<f64>(book, 0, RHYTHM)
  beginSide(book + BIDS, 1, keepsTexts)
  beginSide(book + ASKS, -1, keepsTexts)
  return book
}

export function closeBook(book: usize): void {
  store<u32>(book, 0, IS_SOUND)
  endSide(book + BIDS)
  endSide(book + ASKS)
  returnBook(book)
}

/** The best bid is above the best ask. */
@inline
export function isCrossed(book: usize): bool {
  // The key of an ask is its price below zero, and that of none is minus infinity.
  return load<f64>(book + BIDS, BEST_KEY) + load<f64>(book + ASKS, BEST_KEY) > 0
}
