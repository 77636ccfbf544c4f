import { CHECKSUM_WINDOW, CHECKSUM_WINDOW_CRCS } from '../layout'
import { fillChecksumWindow } from './checksum-window'
import { shifted } from './crc'
import { DIGITS, PAIR } from './texts'

/*
 * Checksums over the texts of a book's best levels. The CRC of each level's text is kept (`checksum-window.ts`), so
 * that a level costs one step here, whatever the length of its text.
 */

/** Most levels of a side that a checksum covers: OKX's covers 25, Kraken's ten. */
const MOST_COVERED: u32 = 25

/** The CRC state after the text of the level at a rank; `window` is the address of the checksum window. */
// @inline
function extended(state: u32, window: usize, rank: u32): u32 {
  const text = load<u64>(window + ((rank as usize) << 3), CHECKSUM_WINDOW_CRCS)
  return shifted(state, (text >> 32) as u32) ^ (text as u32)
}

/**
 * The CRC state after `:price:size` of bid and ask in turns, in the texts as sent. After the end of the shorter side,
 * the remaining levels of the other side follow.
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
  const bidWindow = load<u32>(bids, CHECKSUM_WINDOW) as usize
  const askWindow = load<u32>(asks, CHECKSUM_WINDOW) as usize
  let crc = state
  for (let rank: u32 = 0; rank < most; rank++) {
    if (rank < bidCount) crc = extended(crc, bidWindow, rank)
    if (rank < askCount) crc = extended(crc, askWindow, rank)
  }
  return crc
}

/**
 * The CRC state after price and size of the best levels of one side, then of the other side, without dots and leading
 * zeros.
 */
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
  const firstWindow = load<u32>(first, CHECKSUM_WINDOW) as usize
  const secondWindow = load<u32>(second, CHECKSUM_WINDOW) as usize
  let crc = state
  for (let rank: u32 = 0; rank < firstCount; rank++) crc = extended(crc, firstWindow, rank)
  for (let rank: u32 = 0; rank < secondCount; rank++) crc = extended(crc, secondWindow, rank)
  return crc
}
