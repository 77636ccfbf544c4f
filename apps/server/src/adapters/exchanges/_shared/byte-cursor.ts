const ZERO = 48
const NINE = 57
const DOT = 46
/** More significant digits than this are left to the general parser, which knows exactly where 2^53 is. */
const MAX_DIGITS = 15
/** Digits that surely fit an int32: integer arithmetic is several times faster than double's. */
const INT_DIGITS = 9
const MAX_DECIMALS = 18

/** The bytes of an ASCII literal, to be compared with those of a frame. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * Reads known shapes byte for byte, without building anything. Every method declines (false, or -1 for a number)
 * the moment the bytes are not what it knows; the general parser then decides (performance.md 3.1).
 */
export class ByteCursor {
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  /** Decimals of the number that `decimal` read last. */
  decimals = 0

  load(bytes: Uint8Array): void {
    this.bytes = bytes
    this.at = 0
  }

  get atEnd(): boolean {
    return this.at === this.bytes.length
  }

  /** Steps over a literal that stands here. */
  take(literal: Uint8Array): boolean {
    const { bytes, at } = this
    const length = literal.length
    for (let offset = 0; offset < length; offset++) if (bytes[at + offset] !== literal[offset]) return false
    this.at = at + length
    return true
  }

  /** Steps over one byte that stands here. */
  takeByte(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }

  /** The index of the quote that ends a plain text beginning here, or -1: no escapes, printable ASCII only. */
  plainTextEnd(): number {
    const { bytes } = this
    for (let at = this.at; ; at++) {
      const byte = bytes[at]
      if (byte === 0x22) return at
      if (byte === undefined || byte < 0x20 || byte > 0x7e || byte === 0x5c) return -1
    }
  }

  /** A JSON integer without sign, of at most 15 digits; -1 when it is something else. */
  integer(): number {
    const { bytes } = this
    const start = this.at
    let at = start
    let value = 0
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined || byte < ZERO || byte > NINE) break
      value = value * 10 + (byte - ZERO)
      at++
    }
    const length = at - start
    if (length === 0 || length > MAX_DIGITS || (length > 1 && bytes[start] === ZERO)) return -1
    this.at = at
    return value
  }

  /**
   * A decimal number in JSON's form without sign and exponent: its whole digits as an integer, with their `decimals`.
   * `trims` leaves out the zeros at the end of the fraction, which Binance pads every number with: only where no
   * checksum is over the texts. -1 when it is something else or too long.
   */
  decimal(trims: boolean): number {
    const { bytes } = this
    const start = this.at
    let end = start
    let dot = -1
    for (;;) {
      const byte = bytes[end]
      if (byte === DOT) {
        if (dot >= 0) return -1
        dot = end
      } else if (byte === undefined || byte < ZERO || byte > NINE) break
      end++
    }
    if (end === start || dot === start || dot === end - 1) return -1
    if (bytes[start] === ZERO && end > start + 1 && dot !== start + 1) return -1
    this.at = end
    if (dot < 0) this.decimals = 0
    else {
      if (trims) {
        while (bytes[end - 1] === ZERO) end--
        if (end - 1 === dot) end = dot
      }
      this.decimals = end === dot ? 0 : end - dot - 1
      if (this.decimals > MAX_DECIMALS) return -1
    }
    let from = start
    while (from < end && (bytes[from] === ZERO || from === dot)) from++
    return this.#digits(from, end, dot)
  }

  #digits(from: number, end: number, dot: number): number {
    const { bytes } = this
    const length = end - from - (dot >= from && dot < end ? 1 : 0)
    if (length > MAX_DIGITS) return -1
    let at = from
    let head = 0
    const stop = length <= INT_DIGITS ? end : from + INT_DIGITS
    for (; at < stop; at++) if (at !== dot) head = (Math.imul(head, 10) + ((bytes[at] as number) - ZERO)) | 0
    if (at === end) return head
    let value = head
    for (; at < end; at++) if (at !== dot) value = value * 10 + ((bytes[at] as number) - ZERO)
    return value
  }
}
