import { frameArea, MOST_FRAME } from '@makas/domain'
import { type AsciiWords, firstByte, fourDigits, otherThanDigits } from './ascii-words.ts'

const ZERO = 48
const DOT = 46
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** More digits than this, whole or decimal, are left to the general parser. */
const MAX_DIGITS = 15
/** Decimals that surely fit an int32: integer arithmetic is several times faster than double's. */
const INT_DECIMALS = 8
/** Zero bytes behind the frame: a loop over digits or reads of four bytes end there without looking for the end. */
const PADDING = 16
const POWERS = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power)

/** The bytes of an ASCII text. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * Reads known shapes byte for byte, without building anything. Every method declines (false, or -1 for a number)
 * the moment the bytes are not what it knows; the general parser then decides (performance.md, What was learned).
 */
export class ByteCursor {
  /** A copy of the frame, followed by zeros, where the books' core reads it: of all cursors that was loaded last. */
  bytes = frameArea()
  at = 0
  /** Decimals of the number that `decimal` read last. */
  decimals = 0
  #length = 0
  view = viewOf(this.bytes)

  /** Takes a frame to be scanned from its beginning. One that is too long reads as empty, which every scan declines. */
  load(frame: Uint8Array): void {
    const length = frame.length > MOST_FRAME ? 0 : frame.length
    if (this.bytes.length === 0) this.#renew()
    const { bytes } = this
    if (length > 0) bytes.set(frame)
    this.view.setFloat64(length, 0)
    this.view.setFloat64(length + PADDING / 2, 0)
    this.#length = length
    this.at = 0
  }

  get atEnd(): boolean {
    return this.at === this.#length
  }

  /** Steps over a text that stands here. */
  take(text: AsciiWords): boolean {
    if (!text.standsAt(this.view, this.at)) return false
    this.at += text.length
    return true
  }

  /** Steps over one byte that stands here. */
  takeByte(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }

  /** Steps over an ASCII text and the quote that ends it. */
  takeQuoted(text: string): boolean {
    const { bytes, at } = this
    const length = text.length
    for (let offset = 0; offset < length; offset++) if (bytes[at + offset] !== text.charCodeAt(offset)) return false
    if (bytes[at + length] !== QUOTE) return false
    this.at = at + length + 1
    return true
  }

  /** Steps over a plain text up to the quote that ends it: no escapes, printable ASCII only. */
  skipText(): boolean {
    const { bytes } = this
    for (let at = this.at; ; at++) {
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        this.at = at
        return true
      }
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return false
    }
  }

  /** A JSON integer without sign, of at most 15 digits; -1 when it is something else. */
  integer(): number {
    const { view, at: start } = this
    let at = start
    let value = 0
    let word = view.getInt32(at, true)
    let others = otherThanDigits(word)
    while (others === 0) {
      value = value * 10_000 + fourDigits(word)
      at += 4
      if (at - start > MAX_DIGITS) return -1
      word = view.getInt32(at, true)
      others = otherThanDigits(word)
    }
    const rest = firstByte(others)
    if (rest > 0) value = value * (POWERS[rest] as number) + fourDigits(word << (32 - 8 * rest))
    at += rest
    const length = at - start
    if (length === 0 || length > MAX_DIGITS || (length > 1 && this.bytes[start] === ZERO)) return -1
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
    let whole = (bytes[start] as number) - ZERO
    if (whole >>> 0 > 9) return -1
    let at = start + 1
    let digit = (bytes[at] as number) - ZERO
    if (whole === 0) {
      if (digit >>> 0 <= 9) return -1
    } else {
      for (; digit >>> 0 <= 9; digit = (bytes[++at] as number) - ZERO) whole = whole * 10 + digit
      if (at - start > MAX_DIGITS) return -1
    }
    if (bytes[at] !== DOT) {
      this.at = at
      this.decimals = 0
      return whole
    }
    return fractionOf(this, whole, at + 1, trims)
  }

  /** The memory grew. */
  #renew(): void {
    this.bytes = frameArea()
    this.view = viewOf(this.bytes)
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Reads the fraction behind a dot and joins it to the whole digits. */
function fractionOf(cursor: ByteCursor, whole: number, start: number, trims: boolean): number {
  const { bytes, view } = cursor
  let at = start
  let fraction = 0
  for (let groups = 0; groups < INT_DECIMALS / 4; groups++) {
    const word = view.getInt32(at, true)
    if (otherThanDigits(word) !== 0) break
    fraction = (Math.imul(fraction, 10_000) + fourDigits(word)) | 0
    at += 4
  }
  for (let digit = (bytes[at] as number) - ZERO; digit >>> 0 <= 9; digit = (bytes[++at] as number) - ZERO) {
    fraction = fraction * 10 + digit
  }
  let decimals = at - start
  if (decimals === 0 || decimals > MAX_DIGITS) return -1
  cursor.at = at
  if (trims) {
    if (fraction === 0) decimals = 0
    else if (decimals > INT_DECIMALS) for (; fraction % 10 === 0; decimals--) fraction /= 10
    else {
      // At most seven zeros: by halves, because a division for each costs more than reading the number.
      let shorter = fraction | 0
      if (shorter % 10_000 === 0) {
        shorter = (shorter / 10_000) | 0
        decimals -= 4
      }
      if (shorter % 100 === 0) {
        shorter = (shorter / 100) | 0
        decimals -= 2
      }
      if (shorter % 10 === 0) {
        shorter = (shorter / 10) | 0
        decimals--
      }
      fraction = shorter
    }
  }
  cursor.decimals = decimals
  const mantissa = whole * (POWERS[decimals] as number) + fraction
  return mantissa <= Number.MAX_SAFE_INTEGER ? mantissa : -1
}
