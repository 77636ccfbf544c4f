import { EXCHANGES, type ExchangeId, type Instrument } from '@makas/domain'
import type { WantedBook } from '../ports/book-feed.ts'
import type { Identity } from './market-leg.ts'

/** Books wanted besides those that are compared: prices are shown in lira and, on Kraken, through its own dollar. */
const PRICE_PAIRS: ReadonlySet<string> = new Set(['USDT/TRY', 'USDT/USD'])

/** Which spot books are worth a subscription: pairs that trade on at least two of the exchanges. */
export function wantedBooks(
  instruments: Iterable<Instrument>,
  identify: (instrument: Instrument) => Identity | null,
): ReadonlyMap<ExchangeId, readonly WantedBook[]> {
  const byPair = new Map<string, Instrument[]>()
  for (const instrument of instruments) {
    if (instrument.market !== 'spot' || instrument.status === 'gone') continue
    const identity = identify(instrument)
    if (identity === null) continue
    const pair = `${identity.base}/${identity.quote}`
    const sharing = byPair.get(pair)
    if (sharing === undefined) byPair.set(pair, [instrument])
    else sharing.push(instrument)
  }
  const wanted = new Map<ExchangeId, WantedBook[]>(EXCHANGES.map((exchange) => [exchange, []]))
  for (const [pair, sharing] of byPair) {
    const isCompared = new Set(sharing.map((instrument) => instrument.exchange)).size > 1
    if (!isCompared && !PRICE_PAIRS.has(pair)) continue
    for (const { exchange, market, symbol } of sharing) wanted.get(exchange)?.push({ market, symbol })
  }
  return wanted
}
