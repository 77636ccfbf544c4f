import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { SPOT_BOOKS_PER_SOCKET } from '../../apps/server/src/adapters/exchanges/feeds.ts'
import { type BenchBook, nameOf } from './frame.ts'

/**
 * The connections that the server would open for these books: the exchange of each, and each book's connection number.
 */
export function connectionsOf(books: readonly BenchBook[]) {
  const exchanges: ExchangeId[] = []
  const numbers = new Map<string, number>()
  for (const exchange of EXCHANGES) {
    const own = books.filter((book) => book.exchange === exchange)
    for (const [at, { symbol }] of own.entries()) {
      if (at % SPOT_BOOKS_PER_SOCKET[exchange] === 0) exchanges.push(exchange)
      numbers.set(nameOf(exchange, symbol), exchanges.length - 1)
    }
  }
  const numberOf = (exchange: ExchangeId, symbol: string) => numbers.get(nameOf(exchange, symbol)) ?? -1
  return { exchanges, numberOf }
}
