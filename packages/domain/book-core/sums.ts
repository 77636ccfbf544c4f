import { shifted, shiftedFar } from './crc'
import { TOP, TOP_SUMS } from './layout'
import { DIGITS, PAIR } from './texts'
import { prepareTop } from './top'

/*
 * Checksums over the texts of a book's best levels. Each step waits for the one before it, so parts that do not depend on
 * each other are summed side by side and joined at the end.
 */

/** More is covered by no exchange, and a part of more might be too long to be joined. */
const MOST_COVERED: u32 = 25

/** The state from which the byte `:` leads to all ones, that a sum begins with: no colon stands before OKX's first price. */
export const PAIRS_START: u32 = 4_036_333_539

function sumsOf(side: usize): usize {
  return (load<u32>(side, TOP) as usize) + TOP_SUMS
}

// @inline
function joined(state: u32, sum: u64): u32 {
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
  const bidSums = sumsOf(bids)
  const askSums = sumsOf(asks)
  const part = (min(bidCount, askCount) >> 2) as usize
  let sum = state
  let second: u32 = 0
  let third: u32 = 0
  let fourth: u32 = 0
  let secondLength: u64 = 0
  let thirdLength: u64 = 0
  let fourthLength: u64 = 0
  for (let offset: usize = 0; offset < part << 3; offset += 8) {
    sum = joined(joined(sum, load<u64>(bidSums + offset)), load<u64>(askSums + offset))
    const secondBid = load<u64>(bidSums + (part << 3) + offset)
    const secondAsk = load<u64>(askSums + (part << 3) + offset)
    second = joined(joined(second, secondBid), secondAsk)
    secondLength += (secondBid >> 32) + (secondAsk >> 32)
    const thirdBid = load<u64>(bidSums + (part << 4) + offset)
    const thirdAsk = load<u64>(askSums + (part << 4) + offset)
    third = joined(joined(third, thirdBid), thirdAsk)
    thirdLength += (thirdBid >> 32) + (thirdAsk >> 32)
    const fourthBid = load<u64>(bidSums + part * 24 + offset)
    const fourthAsk = load<u64>(askSums + part * 24 + offset)
    fourth = joined(joined(fourth, fourthBid), fourthAsk)
    fourthLength += (fourthBid >> 32) + (fourthAsk >> 32)
  }
  sum = shiftedFar(sum, secondLength as u32) ^ second
  sum = shiftedFar(sum, thirdLength as u32) ^ third
  sum = shiftedFar(sum, fourthLength as u32) ^ fourth
  for (let rank = (part << 2) as u32; rank < max(bidCount, askCount); rank++) {
    if (rank < bidCount) sum = joined(sum, load<u64>(bidSums + ((rank as usize) << 3)))
    if (rank < askCount) sum = joined(sum, load<u64>(askSums + ((rank as usize) << 3)))
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
  const firstSums = sumsOf(first)
  const secondSums = sumsOf(second)
  let sum = state
  let rest: u32 = 0
  let restLength: u64 = 0
  for (let rank: u32 = 0; rank < max(firstCount, secondCount); rank++) {
    if (rank < firstCount) sum = joined(sum, load<u64>(firstSums + ((rank as usize) << 3)))
    if (rank >= secondCount) continue
    const own = load<u64>(secondSums + ((rank as usize) << 3))
    rest = joined(rest, own)
    restLength += own >> 32
  }
  return shiftedFar(sum, restLength as u32) ^ rest
}
