import type { ExchangeId } from '@makas/domain'

/** Best ten levels of each side as numbers, best first. */
export type TopBook = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
type Level = readonly [price: number, size: number]

/** How one side of a comparison answers what its books are now. */
export type FinalBooks = { topOf(exchange: ExchangeId, symbol: string): TopBook }

export const COMPARED_LEVELS = 10

/** Throws where two sides have not read the same market: their speeds then say nothing. */
export function assertSameBooks(
  books: readonly { readonly exchange: ExchangeId; readonly symbol: string }[],
  ours: FinalBooks,
  rival: FinalBooks,
  name: string,
): void {
  let compared = 0
  for (const { exchange, symbol } of books) {
    const own = ours.topOf(exchange, symbol)
    if (own.bids.length === 0 && own.asks.length === 0) continue
    compared++
    if (JSON.stringify(own) !== JSON.stringify(rival.topOf(exchange, symbol))) {
      throw new Error(`${name} and we disagree on the final book of ${exchange} ${symbol}`)
    }
  }
  if (compared === 0) throw new Error('no book was compared')
}
