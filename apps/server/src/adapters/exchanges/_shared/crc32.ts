/** The table of CRC-32 (IEEE 802.3, reflected). */
const TABLE = buildTable()
const ZERO = 48

/**
 * The remainder of a text, built digit by digit from a state of zero: numbers are summed without becoming texts.
 * The sum is linear, so remainders of parts are joined by `shifted` (see `LevelSums`).
 */
export class Remainder {
  value = 0
  /** Bytes summed. */
  length = 0

  reset(): void {
    this.value = 0
    this.length = 0
  }

  byte(byte: number): void {
    this.value = step(this.value, byte)
    this.length++
  }

  /** The decimal digits of a whole number from 0 to 2^53, padded with zeros on the left to at least `width`. */
  digits(value: number, width: number): void {
    let unit = 1
    let count = 1
    while (count < width || (count < 16 && value >= unit * 10)) {
      unit *= 10
      count++
    }
    let rest = value
    for (; count > 0; count--) {
      const digit = Math.floor(rest / unit)
      this.byte(ZERO + digit)
      rest -= digit * unit
      unit /= 10
    }
  }
}

/** One byte more. */
export function step(state: number, byte: number): number {
  return (TABLE[(state ^ byte) & 0xff] as number) ^ (state >>> 8)
}

/** The state before `byte` from which one step leads to `state`. */
export function stepBack(state: number, byte: number): number {
  const index = TABLE.findIndex((value) => value >>> 24 === state >>> 24)
  return ((state ^ (TABLE[index] as number)) << 8) | (index ^ byte)
}

const shifts: Int32Array[] = []

/** The effect of `length` zero bytes on each byte of a state: four tables of 256, lowest byte first. */
export function shiftTable(length: number): Int32Array {
  const known = shifts[length]
  if (known !== undefined) return known
  const table = new Int32Array(1_024)
  for (let at = 0; at < table.length; at++) {
    let state = (at & 0xff) << (8 * (at >>> 8))
    for (let zeros = 0; zeros < length; zeros++) state = step(state, 0)
    table[at] = state
  }
  shifts[length] = table
  return table
}

/** A state moved on by as many bytes as the table is for. */
export function shifted(state: number, table: Int32Array): number {
  return (
    (table[state & 0xff] as number) ^
    (table[256 + ((state >>> 8) & 0xff)] as number) ^
    (table[512 + ((state >>> 16) & 0xff)] as number) ^
    (table[768 + (state >>> 24)] as number)
  )
}

function buildTable(): Int32Array {
  const table = new Int32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    table[byte] = value
  }
  return table
}
