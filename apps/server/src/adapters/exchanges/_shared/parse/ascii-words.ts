/** ASCII text four bytes at a time, the first in the lowest byte: a read of four costs as much as a read of one. */

/** Bits are set where a byte is no digit, from the first such byte on; 0 where all four are digits. */
export function otherThanDigits(word: number): number {
  return ((word & 0xf0f0f0f0) ^ 0x30303030) | (((word + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030)
}

/** The value of four digits; only the low half of each byte counts. */
export function fourDigits(word: number): number {
  const digits = word & 0x0f0f0f0f
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) & 0x00ff00ff
  return Math.imul(pairs & 0xff, 100) + (pairs >>> 16)
}

/** Bits are set where a byte is a quote, from the first such byte on. */
export function quotesIn(word: number): number {
  const others = word ^ 0x22222222
  return (others - 0x01010101) & ~others & 0x80808080
}

/** The index of the first byte that has a bit set; some bit is. */
export function firstByte(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >>> 3
}

/** The first bytes of a word, by how many. */
export const FIRST_BYTES = Int32Array.of(0, 0xff, 0xffff, 0xffffff)

/** A text of printable ASCII in words, and what is left of it in the first bytes of one more. */
export class AsciiWords {
  readonly words: Int32Array
  readonly rest: number
  readonly restMask: number
  readonly length: number

  constructor(text: string) {
    const code = (at: number) => (at < text.length ? text.charCodeAt(at) : 0)
    const word = (at: number) => code(at) | (code(at + 1) << 8) | (code(at + 2) << 16) | (code(at + 3) << 24)
    this.length = text.length
    this.words = Int32Array.from({ length: text.length >>> 2 }, (_, index) => word(index * 4))
    this.rest = word(text.length & ~3)
    this.restMask = FIRST_BYTES[text.length & 3] as number
  }

  /** Whether this text stands there. */
  standsAt(view: DataView, at: number): boolean {
    const { words } = this
    for (let index = 0; index < words.length; index++) {
      if (view.getInt32(at + index * 4, true) !== words[index]) return false
    }
    return (view.getInt32(at + words.length * 4, true) & this.restMask) === this.rest
  }
}
