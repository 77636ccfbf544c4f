/*
 * CRC-32 (IEEE 802.3, reflected). It is linear: the state after a text is the state before it, shifted by the text's
 * length, XORed with the text's CRC from state zero. Leading zero bytes do not change a CRC from state zero.
 */

/** The polynomial of IEEE 802.3, 0x04c11db7, its bits in reverse. */
const POLYNOMIAL: u32 = 0xedb88320
/** Bytes of the tables of one length: four tables of 256 entries of four bytes, one table for each byte of a state. */
const TABLE: usize = 4 * 256 * 4
/**
 * For each length up to 64, the effect of that many zero bytes on each byte of a state: four tables of 256, lowest byte
 * first. A level has at most 42 characters: two colons, and two numbers of 18 decimals, the most that a scale may have
 * (`book.ts`), behind `0.`.
 */
const SHIFTS: usize = memory.data(65 * 4096, 64)
build()

function build(): void {
  for (let entry: usize = 0; entry < 1024; entry++) {
    store<u32>(SHIFTS + (entry << 2), ((entry & 0xff) << ((entry >> 8) << 3)) as u32)
  }
  const one = SHIFTS + TABLE
  for (let entry: usize = 0; entry < 256; entry++) {
    let state = entry as u32
    for (let bit = 0; bit < 8; bit++) state = (state >> 1) ^ (POLYNOMIAL & -(state & 1))
    store<u32>(one + (entry << 2), state)
  }
  // A zero byte looks up the lowest byte of a state only.
  for (let entry: usize = 1024; entry < 65 * 1024; entry++) {
    const state = load<u32>(SHIFTS + (entry << 2) - TABLE)
    store<u32>(SHIFTS + (entry << 2), (state >> 8) ^ load<u32>(one + ((state & 0xff) << 2)))
  }
}

// @inline
function looked(table: usize, state: u32): u32 {
  return (
    load<u32>(table + ((state & 0xff) << 2)) ^
    load<u32>(table + (((state >> 8) & 0xff) << 2), 1024) ^
    load<u32>(table + (((state >> 16) & 0xff) << 2), 2048) ^
    load<u32>(table + ((state >> 24) << 2), 3072)
  )
}

/** The state after `length` zero bytes, at most 64. */
// @inline
export function shifted(state: u32, length: u32): u32 {
  return looked(SHIFTS + ((length as usize) << 12), state)
}

/** The state after one more byte. */
export function stepped(state: u32, byte: u8): u32 {
  return (state >> 8) ^ load<u32>(SHIFTS + TABLE + (((state ^ (byte as u32)) & 0xff) << 2))
}

/** The CRC of sixteen bytes from state zero. */
// @inline
export function remainderOf(text: v128): u32 {
  return (
    shifted(i32x4.extract_lane(text, 0), 16) ^
    shifted(i32x4.extract_lane(text, 1), 12) ^
    shifted(i32x4.extract_lane(text, 2), 8) ^
    shifted(i32x4.extract_lane(text, 3), 4)
  )
}
