import type { Book } from '@makas/domain'
import { type Remainder, stepBack } from '../_shared/crc32.ts'
import { LevelSums, SummedSide } from '../_shared/level-sums.ts'

/** Levels of a side that the checksum covers. */
const COVERED = 25
const COLON = 0x3a
const DOT = 0x2e
const POWERS = Float64Array.from({ length: 19 }, (_, power) => 10 ** power)
/** Every level is summed with a colon before it; the first has none, so the sum starts one colon earlier. */
const START = stepBack(-1, COLON)

const sums = new LevelSums((sum, price, priceDecimals, size, sizeDecimals) => {
  sum.byte(COLON)
  addNumber(sum, price, priceDecimals)
  sum.byte(COLON)
  addNumber(sum, size, sizeDecimals)
})

const bids = new SummedSide(COVERED)
const asks = new SummedSide(COVERED)

/**
 * The signed CRC32 that OKX sent until June 2026: bid, ask, bid, ask … from the best, `price:size` each in the texts
 * as sent, all joined by colons; a missing side is skipped (docs/exchanges/okx.md § 4.2).
 */
export function bookChecksum(book: Book): number {
  bids.take(book.bids)
  asks.take(book.asks)
  let state = START
  for (let rank = 0; rank < COVERED; rank++) {
    if (rank < bids.count) state = sums.add(state, book, bids, rank)
    if (rank < asks.count) state = sums.add(state, book, asks, rank)
  }
  return ~state
}

function addNumber(sum: Remainder, mantissa: number, decimals: number): void {
  const unit = POWERS[decimals] as number
  let whole = Math.floor(mantissa / unit)
  let fraction = mantissa - whole * unit
  if (fraction < 0) {
    // Near 2^53 the quotient may have been rounded up to the next whole number.
    whole--
    fraction += unit
  }
  sum.digits(whole, 1)
  if (decimals === 0) return
  sum.byte(DOT)
  sum.digits(fraction, decimals)
}
