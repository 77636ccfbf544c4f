/** The tables of CRC-32 (IEEE 802.3, reflected) for four bytes at a time. */
const TABLES = buildTables()
const [T0, T1, T2, T3] = TABLES
/** `0000` to `9999` as four ASCII bytes each, first digit in the lowest byte: one step of the sum takes four digits. */
const GROUPS = buildGroups()
const MAX_INT = 0x7fffffff
const BLOCK = 100_000_000

/** A checksum that grows digit by digit: numbers are summed without ever becoming texts. */
export class Crc32 {
  #state = -1

  reset(): void {
    this.#state = -1
  }

  /** As an unsigned 32-bit number. */
  get unsigned(): number {
    return ~this.#state >>> 0
  }

  /** As a signed one, which is how OKX wrote it. */
  get signed(): number {
    return ~this.#state
  }

  byte(byte: number): void {
    this.#state = (T0[(this.#state ^ byte) & 0xff] as number) ^ (this.#state >>> 8)
  }

  /** The decimal digits of a whole number from 0 to 2^53, without leading zeros. */
  digits(value: number): void {
    if (value <= MAX_INT) {
      this.#leading(value | 0)
      return
    }
    const high = Math.floor(value / BLOCK)
    const low = (value - high * BLOCK) | 0
    this.#leading(high | 0)
    this.#group((low / 10_000) | 0)
    this.#group((low % 10_000) | 0)
  }

  /** The digits of a whole number, padded with zeros on the left to a length. */
  paddedDigits(value: number, length: number): void {
    let divisor = 10 ** (length - 1)
    for (let rest = value; divisor >= 1; divisor /= 10) {
      const digit = Math.floor(rest / divisor)
      rest -= digit * divisor
      this.byte(48 + digit)
    }
  }

  #leading(value: number): void {
    if (value < 10_000) {
      this.#short(value)
      return
    }
    const high = (value / 10_000) | 0
    if (high < 10_000) this.#short(high)
    else {
      this.#short((high / 10_000) | 0)
      this.#group((high % 10_000) | 0)
    }
    this.#group((value % 10_000) | 0)
  }

  /** Up to four digits without leading zeros. */
  #short(value: number): void {
    if (value >= 1_000) {
      this.#group(value)
      return
    }
    if (value >= 100) this.byte(48 + ((value / 100) | 0))
    if (value >= 10) this.byte(48 + (((value / 10) | 0) % 10))
    this.byte(48 + (value % 10))
  }

  #group(value: number): void {
    const mixed = this.#state ^ (GROUPS[value] as number)
    this.#state =
      (T3[mixed & 0xff] as number) ^
      (T2[(mixed >>> 8) & 0xff] as number) ^
      (T1[(mixed >>> 16) & 0xff] as number) ^
      (T0[mixed >>> 24] as number)
  }
}

function buildTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const first = new Int32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    first[byte] = value
  }
  const further = (before: Int32Array) => before.map((value) => (value >>> 8) ^ (first[value & 0xff] as number))
  const second = further(first)
  const third = further(second)
  return [first, second, third, further(third)]
}

function buildGroups(): Int32Array {
  const groups = new Int32Array(10_000)
  for (let value = 0; value < 10_000; value++) {
    const text = String(value).padStart(4, '0')
    for (let at = 3; at >= 0; at--) groups[value] = ((groups[value] as number) << 8) | text.charCodeAt(at)
  }
  return groups
}
