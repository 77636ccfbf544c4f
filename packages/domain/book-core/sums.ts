import { shifted } from './crc'
import { TOP, TOP_SUMS } from './layout'
import { DIGITS, PAIR } from './texts'
import { prepareTop } from './top'

/*
 * Checksums over the texts of a book's best levels. The sum of each level's text is kept (`top.ts`), so that a level costs one
 * step here, whatever its length.
 */

/** More is covered by no exchange: OKX's is over 25 levels of a side, Kraken's over ten. */
const MOST_COVERED: u32 = 25

/** The state from which the byte `:` leads to all ones, that a sum begins with: no colon stands before OKX's first price. */
export const PAIRS_START: u32 = 4_036_333_539

/** The state after the text of the level at a rank, whose sum lies at `top`. */
// @inline
function joined(state: u32, top: usize, rank: u32): u32 {
  const sum = load<u64>(top + ((rank as usize) << 3), TOP_SUMS)
  return shifted(state, (sum >> 32) as u32) ^ (sum as u32)
}

/** The state after `:price:size` of both sides in turns, in the texts as sent; of a side that is shorter the others follow. */
export function sumPairs(
  state: u32,
  bids: usize,
  asks: usize,
  covered: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  const most = min(covered, MOST_COVERED)
  const bidCount = prepareTop(bids, most, PAIR, priceDecimals, sizeDecimals)
  const askCount = prepareTop(asks, most, PAIR, priceDecimals, sizeDecimals)
  const bidTop = load<u32>(bids, TOP) as usize
  const askTop = load<u32>(asks, TOP) as usize
  let sum = state
  for (let rank: u32 = 0; rank < most; rank++) {
    if (rank < bidCount) sum = joined(sum, bidTop, rank)
    if (rank < askCount) sum = joined(sum, askTop, rank)
  }
  return sum
}

/** The state after price and size of the best levels of one side, then of the other, without dots and leading zeros. */
export function sumDigits(
  state: u32,
  first: usize,
  second: usize,
  covered: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  const most = min(covered, MOST_COVERED)
  const firstCount = prepareTop(first, most, DIGITS, priceDecimals, sizeDecimals)
  const secondCount = prepareTop(second, most, DIGITS, priceDecimals, sizeDecimals)
  const firstTop = load<u32>(first, TOP) as usize
  const secondTop = load<u32>(second, TOP) as usize
  let sum = state
  for (let rank: u32 = 0; rank < firstCount; rank++) sum = joined(sum, firstTop, rank)
  for (let rank: u32 = 0; rank < secondCount; rank++) sum = joined(sum, secondTop, rank)
  return sum
}
