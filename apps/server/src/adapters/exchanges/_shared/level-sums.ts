import type { Book, BookSide } from '@makas/domain'
import { Remainder, shifted, shiftTable } from './crc32.ts'

const ENTRIES = 4_096
const INDEX_SHIFT = 20
const POWERS = Float64Array.from({ length: 19 }, (_, power) => 10 ** power)

/** Writes a level as the exchange's checksum has it, from whole digits and their decimals as sent. */
export type WriteLevel = (
  sum: Remainder,
  price: number,
  priceDecimals: number,
  size: number,
  sizeDecimals: number,
) => void

/**
 * Checksums over the texts of a book's best levels. Few of them change from frame to frame, so the remainder of each
 * level is kept and only joined anew: some nanoseconds a level instead of its fifteen to twenty-five digits.
 */
export class LevelSums {
  readonly #write: WriteLevel
  readonly #sum = new Remainder()
  readonly #prices = new Float64Array(ENTRIES)
  readonly #sizes = new Float64Array(ENTRIES)
  readonly #formats = new Int32Array(ENTRIES).fill(-1)
  readonly #values = new Int32Array(ENTRIES)
  readonly #shifts: Int32Array[] = new Array<Int32Array>(ENTRIES).fill(shiftTable(0))

  constructor(write: WriteLevel) {
    this.#write = write
  }

  /** The state after the text of one more level. */
  add(state: number, book: Book, side: BookSide, rank: number): number {
    const price = side.priceAt(rank)
    const size = side.sizeAt(rank)
    const format = side.textAt(rank) | (book.priceDecimals << 16) | (book.sizeDecimals << 24)
    const mixed = Math.imul(price | 0, 0x9e3779b1) ^ Math.imul(size | 0, 0x85ebca77)
    const at = (mixed ^ (mixed >>> 15)) >>> INDEX_SHIFT
    if (this.#prices[at] !== price || this.#sizes[at] !== size || this.#formats[at] !== format) {
      this.#compute(at, price, size, format)
    }
    return shifted(state, this.#shifts[at] as Int32Array) ^ (this.#values[at] as number)
  }

  #compute(at: number, price: number, size: number, format: number): void {
    const priceDecimals = (format >>> 8) & 0xff
    const sizeDecimals = format & 0xff
    // The book's scale may have more decimals than this text had; the quotients are exact.
    const sentPrice = price / (POWERS[((format >>> 16) & 0xff) - priceDecimals] as number)
    const sentSize = size / (POWERS[(format >>> 24) - sizeDecimals] as number)
    this.#sum.reset()
    this.#write(this.#sum, sentPrice, priceDecimals, sentSize, sizeDecimals)
    this.#prices[at] = price
    this.#sizes[at] = size
    this.#formats[at] = format
    this.#values[at] = this.#sum.value
    this.#shifts[at] = shiftTable(this.#sum.length)
  }
}
