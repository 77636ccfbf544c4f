import type { BestLevels, Book, BookSide } from '@makas/domain'
import { Remainder, shifted, shiftTable } from './crc32.ts'

const ENTRIES = 4_096
const INDEX_SHIFT = 20
const POWERS = Float64Array.from({ length: 19 }, (_, power) => 10 ** power)
/** What is kept of an entry in whole numbers: the format, the remainder and the length of its text. */
const FACTS = 4
const NO_FORMAT = -1

/** Writes a level as the exchange's checksum has it, from whole digits and their decimals as sent. */
export type WriteLevel = (
  sum: Remainder,
  price: number,
  priceDecimals: number,
  size: number,
  sizeDecimals: number,
) => void

/** The best levels of a side, ready to be summed. */
export class SummedSide implements BestLevels {
  count = 0
  readonly prices: Float64Array
  readonly sizes: Float64Array
  readonly texts: Uint16Array

  constructor(covered: number) {
    this.prices = new Float64Array(covered)
    this.sizes = new Float64Array(covered)
    this.texts = new Uint16Array(covered)
  }

  take(side: BookSide): void {
    this.count = side.copyBest(this)
  }
}

/**
 * Checksums over the texts of a book's best levels. Few of them change from frame to frame, so the remainder of each
 * level is kept and only joined anew: some nanoseconds a level instead of its fifteen to twenty-five digits.
 */
export class LevelSums {
  readonly #write: WriteLevel
  readonly #sum = new Remainder()
  /** Price and size of each entry, side by side: one place in memory is looked at, not two. */
  readonly #numbers = new Float64Array(ENTRIES * 2)
  readonly #facts = new Int32Array(ENTRIES * FACTS).fill(NO_FORMAT)
  readonly #shifts: Int32Array[] = []

  constructor(write: WriteLevel) {
    this.#write = write
  }

  /** The state after the text of one more level. */
  add(state: number, book: Book, { prices, sizes, texts }: SummedSide, rank: number): number {
    const price = prices[rank] as number
    const size = sizes[rank] as number
    const format = (texts[rank] as number) | (book.priceDecimals << 16) | (book.sizeDecimals << 24)
    const mixed = Math.imul(price | 0, 0x9e3779b1) ^ Math.imul(size | 0, 0x85ebca77)
    const at = (mixed ^ (mixed >>> 15)) >>> INDEX_SHIFT
    const numbers = this.#numbers
    const facts = this.#facts
    if (numbers[at * 2] !== price || numbers[at * 2 + 1] !== size || facts[at * FACTS] !== format) {
      this.#compute(at, price, size, format)
    }
    const shift = this.#shifts[facts[at * FACTS + 2] as number] as Int32Array
    return shifted(state, shift) ^ (facts[at * FACTS + 1] as number)
  }

  #compute(at: number, price: number, size: number, format: number): void {
    const priceDecimals = (format >>> 8) & 0xff
    const sizeDecimals = format & 0xff
    // The book's scale may have more decimals than this text had; the quotients are exact.
    const sentPrice = price / (POWERS[((format >>> 16) & 0xff) - priceDecimals] as number)
    const sentSize = size / (POWERS[(format >>> 24) - sizeDecimals] as number)
    const sum = this.#sum
    sum.reset()
    this.#write(sum, sentPrice, priceDecimals, sentSize, sizeDecimals)
    this.#numbers[at * 2] = price
    this.#numbers[at * 2 + 1] = size
    this.#facts[at * FACTS] = format
    this.#facts[at * FACTS + 1] = sum.value
    this.#facts[at * FACTS + 2] = sum.length
    for (let length = this.#shifts.length; length <= sum.length; length++) this.#shifts.push(shiftTable(length))
  }
}
