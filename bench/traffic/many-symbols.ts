import type { ExchangeId, Instrument } from '@makas/domain'
import { identify } from '../../apps/server/src/app/market/identify.ts'
import type { Identity } from '../../apps/server/src/app/market/market-leg.ts'
import type { BenchBook, BenchFrame, Traffic } from './frame.ts'
import { type TimedFrame, tell } from './simulated.ts'

/** A simulated market of this many coins has more than 250 pairs; one of few coins is made faster. */
const COINS = 100
const PAIRS_OF_ONE_MARKET = 250
const FEW_COINS = 25
const PAIRS_OF_FEW_COINS = 100

/**
 * Traffic of exactly `pairs` pairs, each on up to four exchanges: as many simulated markets beside each other as it
 * takes, the names of all but the first with a prefix. At least `count` frames in the order of the market's time.
 */
export function manySymbols(pairs: number, count: number): Traffic {
  const coins = pairs <= PAIRS_OF_FEW_COINS ? FEW_COINS : COINS
  const markets = Math.ceil(pairs / (pairs <= PAIRS_OF_FEW_COINS ? PAIRS_OF_FEW_COINS : PAIRS_OF_ONE_MARKET))
  const kept = new Set<string>()
  const identities = new Map<string, Identity>()
  const books: BenchBook[] = []
  const instruments: Instrument[] = []
  const setup: BenchFrame[] = []
  const changes: TimedFrame[] = []
  for (let copy = 0; copy < markets; copy++) {
    const prefix = copy === 0 ? '' : `Z${copy}`
    const wanted = new Set<string>()
    let heard = 0
    const share = Math.ceil(count / markets)
    // Who is wanted is known only after the lists, which come before any frame.
    const told = tell(copy + 1, coins, (frame, listed) => {
      if (wanted.size === 0) choose(listed, prefix, pairs, kept, identities, wanted)
      if (wanted.has(nameOf(frame.exchange, frame.symbol))) heard++
      return heard >= share
    })
    const isWanted = ({ exchange, symbol }: { exchange: ExchangeId; symbol: string }) =>
      wanted.has(nameOf(exchange, symbol))
    books.push(...told.books.filter(isWanted).map((book) => ({ ...book, symbol: prefix + book.symbol })))
    instruments.push(...told.instruments.filter(isWanted).map((one) => ({ ...one, symbol: prefix + one.symbol })))
    setup.push(...told.setup.filter(isWanted).map((frame) => renamed(frame, prefix)))
    for (const { t, frame } of told.changes) if (isWanted(frame)) changes.push({ t, frame: renamed(frame, prefix) })
  }
  changes.sort((a, b) => a.t - b.t)
  return {
    name: 'simulated',
    books,
    instruments,
    identify: ({ exchange, symbol }) => identities.get(nameOf(exchange, symbol)) ?? null,
    setup,
    frames: changes.map(({ frame }) => frame).slice(0, count),
  }
}

/** Takes pairs of this market until there are enough of all markets. */
function choose(
  listed: readonly Instrument[],
  prefix: string,
  pairs: number,
  kept: Set<string>,
  identities: Map<string, Identity>,
  wanted: Set<string>,
): void {
  for (const instrument of listed) {
    const identity = identify(instrument)
    if (identity === null) continue
    const base = prefix + identity.base
    const pair = `${base}/${identity.quote}`
    if (!kept.has(pair) && kept.size >= pairs) continue
    kept.add(pair)
    wanted.add(nameOf(instrument.exchange, instrument.symbol))
    identities.set(nameOf(instrument.exchange, prefix + instrument.symbol), { ...identity, base })
  }
}

/** The same frame for a market whose names have a prefix. */
function renamed(frame: BenchFrame, prefix: string): BenchFrame {
  if (prefix === '') return frame
  const { symbol, at } = frame
  const text = frame.bytes
    .toString()
    .replaceAll(symbol, prefix + symbol)
    .replaceAll(`"${symbol.toLowerCase()}@`, `"${(prefix + symbol).toLowerCase()}@`)
  const query = at.transport === 'rest' ? new URLSearchParams({ symbol: prefix + symbol }) : at.query
  return { ...frame, at: { ...at, query }, symbol: prefix + symbol, bytes: Buffer.from(text) }
}

function nameOf(exchange: ExchangeId, symbol: string): string {
  return `${exchange} ${symbol}`
}
