import type { Book, BookSide } from '@makas/domain'
import { Crc32 } from '../_shared/crc32.ts'

/** Levels of a side that the checksum covers. */
const COVERED = 25
const COLON = 0x3a
const DOT = 0x2e
const POWERS = Float64Array.from({ length: 19 }, (_, power) => 10 ** power)
const crc = new Crc32()

/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md § 4.2).
 */
export function bookChecksum(book: Book): number {
  crc.reset()
  let isFirst = true
  for (let rank = 0; rank < COVERED; rank++) {
    for (const side of [book.bids, book.asks]) {
      if (rank >= side.count) continue
      if (!isFirst) crc.byte(COLON)
      isFirst = false
      addLevel(book, side, rank)
    }
  }
  return crc.signed
}

function addLevel(book: Book, side: BookSide, rank: number): void {
  const text = side.textAt(rank)
  addNumber(side.priceAt(rank), book.priceDecimals, text >> 8)
  crc.byte(COLON)
  addNumber(side.sizeAt(rank), book.sizeDecimals, text & 0xff)
}

/** The text of a number that the book keeps at `scale` decimals and that was sent with `decimals`. */
function addNumber(scaled: number, scale: number, decimals: number): void {
  const mantissa = scaled / (POWERS[scale - decimals] as number)
  const unit = POWERS[decimals] as number
  let whole = Math.floor(mantissa / unit)
  let fraction = mantissa - whole * unit
  if (fraction < 0) {
    // Near 2^53 the quotient may have been rounded up to the next whole number.
    whole--
    fraction += unit
  }
  crc.digits(whole)
  if (decimals === 0) return
  crc.byte(DOT)
  crc.paddedDigits(fraction, decimals)
}
