import type { ExchangeId, Instrument } from '@makas/domain'
import { identify } from '../../apps/server/src/app/market/legs/identify.ts'
import type { Identity } from '../../apps/server/src/app/market/legs/market-leg.ts'
import { type BenchBook, type BenchFrame, inOneBuffer, nameOf, type Traffic } from './frame.ts'
import { recordSimulatedMarket, type TimedFrame } from './simulated.ts'

/** Coins of a simulated market: 100 coins make more than the 250 pairs below. */
const COINS = 100
const MOST_PAIRS = 250
/** Pairs among this many of the most used quotes are chosen first. */
const QUOTES = 4
/** Then every fifth coin, in five passes, so that each choice has busy coins and quiet ones. */
const STRIDE = 5

/**
 * Traffic of exactly `pairs` pairs, each on up to four exchanges, of as many simulated markets beside each other as
 * needed; names of all markets but the first have a prefix. Of each market the pairs between quotes are taken first,
 * then whole coins with all their quotes, so routes and cycles are in proportion to the pairs. The traffic has `count`
 * frames in the order of the market's time, with their times. `pairsOfOneMarket`: most pairs taken of one market;
 * `seed`: of the first market.
 */
export function manySymbols(pairs: number, count: number, pairsOfOneMarket = MOST_PAIRS, seed = 1): Traffic {
  const markets = Math.ceil(pairs / pairsOfOneMarket)
  const identities = new Map<string, Identity>()
  const books: BenchBook[] = []
  const instruments: Instrument[] = []
  const setup: BenchFrame[] = []
  const changes: TimedFrame[] = []
  for (let copy = 0; copy < markets; copy++) {
    const prefix = copy === 0 ? '' : `Z${copy}`
    let wanted: ReadonlySet<string> = new Set()
    let heard = 0
    const share = Math.ceil(count / markets)
    const pairsHere = Math.ceil((pairs * (copy + 1)) / markets) - Math.ceil((pairs * copy) / markets)
    // The choice needs the instrument lists, which come before any frame.
    const recorded = recordSimulatedMarket(seed + copy, COINS, (frame, listed) => {
      if (wanted.size === 0) wanted = choose(listed, pairsHere)
      if (wanted.has(nameOf(frame.exchange, frame.symbol))) heard++
      return heard >= share
    })
    const isWanted = ({ exchange, symbol }: { exchange: ExchangeId; symbol: string }) =>
      wanted.has(nameOf(exchange, symbol))
    for (const instrument of recorded.instruments) {
      const identity = identify(instrument)
      if (identity === null || !isWanted(instrument)) continue
      const { exchange, symbol } = instrument
      identities.set(nameOf(exchange, prefix + symbol), { ...identity, base: prefix + identity.base })
      instruments.push({ ...instrument, symbol: prefix + symbol })
    }
    books.push(...recorded.books.filter(isWanted).map((book) => ({ ...book, symbol: prefix + book.symbol })))
    setup.push(...recorded.setup.filter(isWanted).map((frame) => renamed(frame, prefix)))
    for (const { t, frame } of recorded.changes) if (isWanted(frame)) changes.push({ t, frame: renamed(frame, prefix) })
  }
  changes.sort((a, b) => a.t - b.t)
  return {
    name: 'simulated',
    books,
    instruments,
    identify: ({ exchange, symbol }) => identities.get(nameOf(exchange, symbol)) ?? null,
    setup,
    frames: inOneBuffer(changes.slice(0, count).map(({ frame }) => frame)),
    times: changes.map(({ t }) => t).slice(0, count),
  }
}

/** Copies a frame, with the prefix before its symbol. */
export function renamed(frame: BenchFrame, prefix: string): BenchFrame {
  if (prefix === '') return frame
  const { symbol, endpoint } = frame
  const text = frame.bytes
    .toString()
    .replaceAll(symbol, prefix + symbol)
    .replaceAll(`"${symbol.toLowerCase()}@`, `"${(prefix + symbol).toLowerCase()}@`)
  const query = endpoint.transport === 'rest' ? new URLSearchParams({ symbol: prefix + symbol }) : endpoint.query
  return { ...frame, endpoint: { ...endpoint, query }, symbol: prefix + symbol, bytes: Buffer.from(text) }
}

/** Chooses `pairs` pairs of a market; returns the keys of their instruments. */
function choose(listed: readonly Instrument[], pairs: number): ReadonlySet<string> {
  const known = listed.flatMap((instrument) => {
    const identity = identify(instrument)
    return identity === null ? [] : [{ instrument, identity }]
  })
  const sharing = new Map<string, number>()
  for (const { identity } of known) sharing.set(identity.quote, (sharing.get(identity.quote) ?? 0) + 1)
  const quotes = [...sharing].sort(([, a], [, b]) => b - a).slice(0, QUOTES)
  const isQuote = (name: string) => quotes.some(([quote]) => quote === name)
  const bases = [...new Set(known.map(({ identity }) => identity.base))]
  const coins = bases.filter((base) => !isQuote(base))
  const inTurn = Array.from({ length: STRIDE }, (_, turn) => coins.filter((_coin, at) => at % STRIDE === turn)).flat()
  const kept = new Set<string>()
  const keep = (base: string, has: (quote: string) => boolean) => {
    for (const { identity } of known) {
      if (identity.base === base && has(identity.quote) && kept.size < pairs) kept.add(`${base}/${identity.quote}`)
    }
  }
  for (const base of bases) if (isQuote(base)) keep(base, isQuote)
  for (const coin of inTurn) keep(coin, () => true)
  for (const base of bases) keep(base, () => true)
  if (kept.size < pairs) throw new Error(`a market has ${kept.size} pairs, not ${pairs}`)
  const isKept = ({ identity: { base, quote } }: (typeof known)[0]) => kept.has(`${base}/${quote}`)
  return new Set(known.filter(isKept).map(({ instrument: { exchange, symbol } }) => nameOf(exchange, symbol)))
}
