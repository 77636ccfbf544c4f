import { fillChecksumWindow } from './checksum-window'
import { shifted, shiftedFar } from './crc'
import { CHECKSUM_WINDOW, CHECKSUM_WINDOW_CRCS } from './layout'
import { DIGITS, PAIR } from './texts'

/*
 * Checksums over the texts of a book's best levels. Each step waits for the one before it, so parts that do not depend on
 * each other are summed side by side and joined at the end.
 */

/** More is covered by no exchange, and a part of more might be too long to be joined. */
const MOST_COVERED: u32 = 25

function crcsOf(side: usize): usize {
  return (load<u32>(side, CHECKSUM_WINDOW) as usize) + CHECKSUM_WINDOW_CRCS
}

@inline
function combined(state: u32, sum: u64): u32 {
  return shifted(state, (sum >> 32) as u32) ^ (sum as u32)
}

/**
 * The state of the CRC after `:price:size` of bid, ask, second bid … in the texts as sent; where one side has fewer levels,
 * those of the other follow each other.
 */
export function checksumOfPairs(
  state: u32,
  bids: usize,
  asks: usize,
  covered: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  const most = min(covered, MOST_COVERED)
  const bidCount = fillChecksumWindow(bids, most, PAIR, priceDecimals, sizeDecimals)
  const askCount = fillChecksumWindow(asks, most, PAIR, priceDecimals, sizeDecimals)
  const bidCrcs = crcsOf(bids)
  const askCrcs = crcsOf(asks)
  const part = (min(bidCount, askCount) >> 2) as usize
  let sum = state
  let second: u32 = 0
  let third: u32 = 0
  let fourth: u32 = 0
  let secondLength: u64 = 0
  let thirdLength: u64 = 0
  let fourthLength: u64 = 0
  for (let offset: usize = 0; offset < part << 3; offset += 8) {
    sum = combined(combined(sum, load<u64>(bidCrcs + offset)), load<u64>(askCrcs + offset))
    const secondBid = load<u64>(bidCrcs + (part << 3) + offset)
    const secondAsk = load<u64>(askCrcs + (part << 3) + offset)
    second = combined(combined(second, secondBid), secondAsk)
    secondLength += (secondBid >> 32) + (secondAsk >> 32)
    const thirdBid = load<u64>(bidCrcs + (part << 4) + offset)
    const thirdAsk = load<u64>(askCrcs + (part << 4) + offset)
    third = combined(combined(third, thirdBid), thirdAsk)
    thirdLength += (thirdBid >> 32) + (thirdAsk >> 32)
    const fourthBid = load<u64>(bidCrcs + part * 24 + offset)
    const fourthAsk = load<u64>(askCrcs + part * 24 + offset)
    fourth = combined(combined(fourth, fourthBid), fourthAsk)
    fourthLength += (fourthBid >> 32) + (fourthAsk >> 32)
  }
  sum = shiftedFar(sum, secondLength as u32) ^ second
  sum = shiftedFar(sum, thirdLength as u32) ^ third
  sum = shiftedFar(sum, fourthLength as u32) ^ fourth
  for (let rank = (part << 2) as u32; rank < max(bidCount, askCount); rank++) {
    if (rank < bidCount) sum = combined(sum, load<u64>(bidCrcs + ((rank as usize) << 3)))
    if (rank < askCount) sum = combined(sum, load<u64>(askCrcs + ((rank as usize) << 3)))
  }
  return sum
}

/** The state of the CRC after price and size of the best levels of one side, then of the other, without dots and leading zeros. */
export function checksumOfDigits(
  state: u32,
  first: usize,
  second: usize,
  covered: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  const most = min(covered, MOST_COVERED)
  const firstCount = fillChecksumWindow(first, most, DIGITS, priceDecimals, sizeDecimals)
  const secondCount = fillChecksumWindow(second, most, DIGITS, priceDecimals, sizeDecimals)
  const firstCrcs = crcsOf(first)
  const secondCrcs = crcsOf(second)
  let sum = state
  let rest: u32 = 0
  let restLength: u64 = 0
  for (let rank: u32 = 0; rank < max(firstCount, secondCount); rank++) {
    if (rank < firstCount) sum = combined(sum, load<u64>(firstCrcs + ((rank as usize) << 3)))
    if (rank >= secondCount) continue
    const own = load<u64>(secondCrcs + ((rank as usize) << 3))
    rest = combined(rest, own)
    restLength += own >> 32
  }
  return shiftedFar(sum, restLength as u32) ^ rest
}
