import { EXCHANGES, type ExchangeId, type Instrument } from '@makas/domain'
import type { Identity } from '../market/legs/market-leg.ts'
import type { WantedBook } from '../ports/market/book-feed.ts'

/** Pairs that every exchange has, spot and perpetual, for a look at one exchange alone. */
export const FEW_PAIRS: readonly string[] = ['BTC/USDT', 'ETH/USDT', 'BTC/USD', 'ETH/USD']

/** Chooses the books of some coins (`BTC`) and pairs (`BTC/USDT`), even if no other exchange has them. */
export const booksOf =
  (names: readonly string[]) =>
  (
    instruments: Iterable<Instrument>,
    identify: (instrument: Instrument) => Identity | null,
  ): ReadonlyMap<ExchangeId, readonly WantedBook[]> => {
    const wanted = new Map<ExchangeId, WantedBook[]>(EXCHANGES.map((exchange) => [exchange, []]))
    for (const instrument of instruments) {
      const { exchange, market, symbol, status, inverse } = instrument
      const identity = status === 'gone' || inverse ? null : identify(instrument)
      if (identity === null) continue
      const { base, quote } = identity
      if (names.includes(base) || names.includes(`${base}/${quote}`)) wanted.get(exchange)?.push({ market, symbol })
    }
    return wanted
  }
