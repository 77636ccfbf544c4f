import type { ExchangeId } from '@makas/domain'

/** Best ten levels of each side as numbers, best first. */
export type TopBook = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
type Level = readonly [price: number, size: number]

/** One side's books as they are now. */
export type FinalBooks = { topOf(exchange: ExchangeId, symbol: string): TopBook }

export const COMPARED_LEVELS = 10

/** Throws where the final books of two sides differ: their speeds then cannot be compared. */
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
