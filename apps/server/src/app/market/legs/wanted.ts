import { EXCHANGES, type ExchangeId, findCycles, type Instrument, type Shard } from '@makas/domain'
import type { WantedBook } from '../../ports/market/book-feed.ts'
import type { Identity } from './market-leg.ts'
import { neededBooks } from './owned.ts'

/** Pairs whose books are wanted for valuation only: prices are shown in lira and, on Kraken, converted through its USDT/USD. */
const PRICE_PAIRS: ReadonlySet<string> = new Set(['USDT/TRY', 'USDT/USD'])

type IdentifiedInstrument = {
  readonly instrument: Instrument
  readonly base: string
  readonly quote: string
  readonly pair: string
}

/**
 * Chooses the books to subscribe to: spot pairs that trade on at least two of the exchanges, perpetuals with the spot
 * pair of the same coin and quote beside them, and the pairs of every cycle. With `shard` it chooses only the books
 * that the shard needs.
 */
export function wantedBooks(
  instruments: Iterable<Instrument>,
  identify: (instrument: Instrument) => Identity | null,
  shard?: Shard,
): ReadonlyMap<ExchangeId, readonly WantedBook[]> {
  const spot: IdentifiedInstrument[] = []
  const perps: IdentifiedInstrument[] = []
  for (const instrument of instruments) {
    if (instrument.status === 'gone' || instrument.inverse) continue
    const identity = identify(instrument)
    if (identity === null) continue
    const { base, quote } = identity
    ;(instrument.market === 'spot' ? spot : perps).push({ instrument, base, quote, pair: `${base}/${quote}` })
  }
  const exchangesOf = new Map<string, Set<ExchangeId>>()
  for (const { instrument, pair } of spot) {
    const known = exchangesOf.get(pair)
    if (known === undefined) exchangesOf.set(pair, new Set([instrument.exchange]))
    else known.add(instrument.exchange)
  }
  const isNeeded = neededBooks(
    [...spot, ...perps].map(({ instrument }) => instrument),
    identify,
    shard,
  )
  const wanted = new Map<ExchangeId, WantedBook[]>()
  for (const exchange of EXCHANGES) {
    const here = spot.filter(({ instrument }) => instrument.exchange === exchange)
    const carried = withSpot(
      perps.filter(({ instrument }) => instrument.exchange === exchange),
      here,
    )
    const pairs = new Set(carried.map(({ pair }) => pair))
    const cycled = inCycles(here)
    const books = here.filter(
      (one) =>
        (exchangesOf.get(one.pair)?.size ?? 0) > 1 ||
        PRICE_PAIRS.has(one.pair) ||
        pairs.has(one.pair) ||
        cycled.has(one),
    )
    wanted.set(
      exchange,
      [...books, ...carried]
        .filter(({ instrument }) => isNeeded(instrument))
        .map(({ instrument: { market, symbol } }) => ({ market, symbol })),
    )
  }
  return wanted
}

/**
 * The perpetuals that have a spot pair on the same exchange; of two perpetuals with the same coin and quote the first
 * listed.
 */
function withSpot(
  perps: readonly IdentifiedInstrument[],
  spot: readonly IdentifiedInstrument[],
): readonly IdentifiedInstrument[] {
  const free = new Set(spot.map(({ pair }) => pair))
  return perps.filter(({ pair }) => free.delete(pair))
}

/** The pairs that some cycle passes through. */
function inCycles(spot: readonly IdentifiedInstrument[]): ReadonlySet<IdentifiedInstrument> {
  const cycles = findCycles(spot.map(({ base, quote }, index) => ({ index, base, quote })))
  return new Set(spot.filter((_, at) => cycles.offsets[at] !== cycles.offsets[at + 1]))
}
