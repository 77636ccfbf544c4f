import { keepsTexts, settle } from './blocks'
import { pow10 } from './digits'
import { BLOCKS, KEYS, LENGTHS, LIVE, SIZES, SUMS, TEXTS } from './layout'

/*
 * Checksums over the texts of a book's best levels (CRC-32, IEEE 802.3, reflected). The sum is linear: the remainder of
 * each level's text is kept beside it, and only joined anew from frame to frame.
 */

/** No text of a level is longer. */
const LONGEST: u32 = 64
/** For each length, the effect of so many zero bytes on each byte of a state: four tables of 256, lowest byte first. */
const SHIFTS: usize = buildShifts()
/** A level's text is written backwards from the end of this, behind zeros: those change no state of zero. */
const TEXT_END: usize = memory.data(128, 16) + 128
/** Remainders and lengths of the best levels of two sides. */
const COVERED: u32 = 64
const FIRST: usize = memory.data((64 as usize) * 8, 16)
const SECOND: usize = memory.data((64 as usize) * 8, 16)

const COLON: u8 = 0x3a
const DOT: u8 = 0x2e
const ZERO: u64 = 0x30

function buildShifts(): usize {
  const at = memory.data(65 * 4096, 64)
  for (let entry: usize = 0; entry < 1024; entry++) {
    store<u32>(at + (entry << 2), ((entry & 0xff) << ((entry >> 8) << 3)) as u32)
  }
  const one = at + 4096
  for (let entry: usize = 0; entry < 256; entry++) {
    let state = entry as u32
    for (let bit = 0; bit < 8; bit++) state = (state >> 1) ^ (0xedb88320 & -(state & 1))
    store<u32>(one + (entry << 2), state)
  }
  // Zeros take nothing but the lowest byte of a state to the table.
  for (let entry: usize = 1024; entry < 65 * 1024; entry++) {
    const state = load<u32>(at + (entry << 2) - 4096)
    store<u32>(at + (entry << 2), (state >> 8) ^ load<u32>(one + ((state & 0xff) << 2)))
  }
  return at
}

/** A state moved on by so many zero bytes. */
function shifted(state: u32, length: u32): u32 {
  const table = SHIFTS + ((length as usize) << 12)
  return (
    load<u32>(table + ((state & 0xff) << 2)) ^
    load<u32>(table + (((state >> 8) & 0xff) << 2), 1024) ^
    load<u32>(table + (((state >> 16) & 0xff) << 2), 2048) ^
    load<u32>(table + ((state >> 24) << 2), 3072)
  )
}

/** Writes the digits of a number before `end`, at least so many of them; where they begin. */
function writeDigits(end: usize, value: u64, least: u32): usize {
  let at = end
  let rest = value
  let written: u32 = 0
  while (written < least || rest !== 0) {
    const tenth = rest / 10
    store<u8>(--at, (ZERO + (rest - tenth * 10)) as u8)
    rest = tenth
    written++
  }
  return at
}

function writeNumber(end: usize, value: u64, decimals: u32): usize {
  if (decimals === 0) return writeDigits(end, value, 1)
  const unit = pow10(decimals)
  const whole = value / unit
  const dot = writeDigits(end, value - whole * unit, decimals) - 1
  store<u8>(dot, DOT)
  return writeDigits(dot, whole, 1)
}

/** Writes `:price:size` in the texts as sent, or both numbers' digits alone; where it begins. */
function writeLevel(price: u64, size: u64, text: u32, isPair: bool): usize {
  memory.fill(TEXT_END - 128, 0, 128)
  if (!isPair) return writeDigits(writeDigits(TEXT_END, size, 1), price, 1)
  let at = writeNumber(TEXT_END, size, text & 0xff) - 1
  store<u8>(at, COLON)
  at = writeNumber(at, price, text >> 8) - 1
  store<u8>(at, COLON)
  return at
}

/** The remainder of the text before `TEXT_END`, from a state of zero. */
function remainder(length: u32): u32 {
  let sum: u32 = 0
  for (let behind: u32 = 0; behind < length; behind += 4) sum ^= shifted(load<u32>(TEXT_END - behind - 4), behind + 4)
  return sum
}

/**
 * Writes remainder and length of each of the best levels; how many they are. The book's scale may have more decimals
 * than a text had; the quotients are exact.
 */
function gather(side: usize, most: u32, priceDecimals: u32, sizeDecimals: u32, isPair: bool, into: usize): u32 {
  let count: u32 = 0
  const blocks = load<u32>(side, BLOCKS)
  for (let block: u32 = 0; block < blocks && count < most; block++) {
    const at = settle(side, block)
    const held = popcnt(load<u32>(at, LIVE))
    for (let slot: usize = 0; slot < (held as usize) && count < most; slot++, count++) {
      let length = load<u8>(at + slot, LENGTHS) as u32
      if (length === 0) {
        const text = load<u16>(at + (slot << 1), TEXTS) as u32
        const price = (abs(load<f64>(at + (slot << 3), KEYS)) as u64) / pow10(priceDecimals - (text >> 8))
        const size = (load<f64>(at + (slot << 3), SIZES) as u64) / pow10(sizeDecimals - (text & 0xff))
        length = (TEXT_END - writeLevel(price, size, text, isPair)) as u32
        store<u32>(at + (slot << 2), remainder(length), SUMS)
        store<u8>(at + slot, length as u8, LENGTHS)
      }
      store<u32>(into + ((count as usize) << 3), load<u32>(at + (slot << 2), SUMS))
      store<u32>(into + ((count as usize) << 3), length, 4)
    }
  }
  return count
}

function joined(state: u32, part: usize): u32 {
  return shifted(state, load<u32>(part, 4)) ^ load<u32>(part)
}

/**
 * The state after `:price:size` of both sides in turns, in the texts as sent; of a side that is shorter the others follow.
 * A side is only ever summed in one of the two ways, and keeps its texts.
 */
export function sumPairs(
  state: u32,
  bids: usize,
  asks: usize,
  covered: u32,
  priceDecimals: u32,
  sizeDecimals: u32,
): u32 {
  const bidCount = gather(bids, min(covered, COVERED), priceDecimals, sizeDecimals, true, FIRST)
  const askCount = gather(asks, min(covered, COVERED), priceDecimals, sizeDecimals, true, SECOND)
  let sum = state
  for (let rank: u32 = 0; rank < max(bidCount, askCount); rank++) {
    if (rank < bidCount) sum = joined(sum, FIRST + ((rank as usize) << 3))
    if (rank < askCount) sum = joined(sum, SECOND + ((rank as usize) << 3))
  }
  return sum
}

/** The state after price and size of the best levels of one side, without dots and leading zeros. */
export function sumDigits(state: u32, side: usize, covered: u32, priceDecimals: u32, sizeDecimals: u32): u32 {
  const count = gather(side, min(covered, COVERED), priceDecimals, sizeDecimals, false, FIRST)
  let sum = state
  for (let rank: u32 = 0; rank < count; rank++) sum = joined(sum, FIRST + ((rank as usize) << 3))
  return sum
}
