import { BinanceFront } from '../../../simulator/exchanges/binance/front.ts'
import { BybitFront } from '../../../simulator/exchanges/bybit/front.ts'
import { KrakenFront } from '../../../simulator/exchanges/kraken/front.ts'
import { OkxFront } from '../../../simulator/exchanges/okx/front.ts'
import type { Fault } from '../../../simulator/faults/fault.ts'
import { FaultInjector } from '../../../simulator/faults/fault-injector.ts'
import type { Instrument } from '../../../simulator/market/instrument.ts'
import { Market, STEP_MS } from '../../../simulator/market/market.ts'
import { Perpetual } from '../../../simulator/market/perpetual.ts'
import { OrderEntry } from '../../../simulator/orders/order-entry.ts'
import { type Random, seededRandom } from '../../../simulator/random.ts'
import { publicRequest } from '../../../simulator/testing/public-request.ts'
import { Connection } from '../../../simulator/wire/connection.ts'
import type { Context, Front } from '../../../simulator/wire/front.ts'
import {
  type CaptureLine,
  COMMON_CALLS,
  factCalls,
  LISTS,
  NAMES,
  type Name,
  requestText,
  SOCKETS,
} from './recorded-places.ts'

/** Settlement time of all perpetuals, in the middle of a recording, epoch ms. */
const PAYMENT = 62_153 * 8 * 3_600_000

export type MarketRecording = {
  readonly lines: readonly CaptureLine[]
  /** Coin and multiplier by exchange, market and ticker. */
  readonly coins: ReadonlyMap<string, readonly [coin: string, multiplier: bigint]>
}
type Options = {
  readonly seed: number
  readonly coins: number
  readonly seconds: number
  readonly faults?: readonly Fault[]
}

/**
 * Records some seconds of the simulated market as a client would see it: lists, snapshots, frames, facts, requests and
 * their acknowledgements. `setClock` is called with every moment (epoch ms), since the simulator reads `Date.now`.
 */
export function recordMarket(options: Options, setClock: (ms: number) => void): MarketRecording {
  let now = PAYMENT - Math.floor(options.seconds / 2) * 1_000
  setClock(now)
  const random = seededRandom(options.seed, 'recording')
  const lines: CaptureLine[] = []
  const { market, fronts, context } = exchanges(options, () => now)
  const chosen = choose(market, options.coins, random)
  const rest = (name: Name, target: string, symbol: string | null = null) => {
    const { pathname, searchParams } = new URL(target, 'http://exchange')
    const [, prefix = '', ...path] = pathname.split('/')
    const request = publicRequest(`/${path.join('/')}`, searchParams)
    lines.push({ t: now, place: target, dir: 'in', msg: fronts[name].rest(request, `/${prefix}`).body, symbol })
  }
  const talk = sockets(fronts, context, (place, dir, msg) => lines.push({ t: now, place, dir, msg, symbol: null }))

  let id = 0
  const ask = ({ listing }: Instrument, on: boolean, place: string, channel: string) =>
    talk(listing.exchange, place, requestText(listing.exchange, listing.kind === 'perp', on, channel, ++id, listing.id))
  const channels = new Map(chosen.map((one) => [one, channelOf(one, random)]))
  const book = (one: Instrument, on: boolean) => ask(one, on, placesOf(one)[0], channels.get(one) as string)
  const snapshot = ({ listing: { kind, id: symbol } }: Instrument) =>
    rest(
      'binance',
      `${kind === 'spot' ? '/binance/api/v3' : '/binance-usdm/fapi/v1'}/depth?symbol=${symbol}&limit=1000`,
      symbol,
    )
  // Some lists come at the end: they hold for the whole run nevertheless.
  const lists = NAMES.flatMap((name) => LISTS[name].map((target) => ({ name, target, isLate: random.unit() < 0.3 })))
  for (const { name, target, isLate } of lists) if (!isLate) rest(name, target)
  for (const name of NAMES) for (const target of COMMON_CALLS[name]) if (random.unit() < 0.85) rest(name, target)
  for (const one of chosen) {
    book(one, true)
    if (one instanceof Perpetual) {
      const { exchange, id: symbol } = one.listing
      for (const target of factCalls(exchange, symbol)) if (random.unit() < 0.9) rest(exchange, target, symbol)
      for (const channel of FACTS[exchange]) ask(one, true, placesOf(one)[1], channel)
    }
  }

  for (let step = 0; step < (options.seconds * 1_000) / STEP_MS; step++) {
    now += STEP_MS
    setClock(now)
    for (const changed of market.step(now)) fronts[changed.listing.exchange].changed(changed)
    for (const name of NAMES) fronts[name].flush(market.nowMs)
    if (step % 100 === 0) for (const name of NAMES) fronts[name].second(now)
    const one = chosen[random.below(chosen.length)] as Instrument
    const needsSnapshot = one.listing.exchange === 'binance' && channels.get(one)?.startsWith('depth@')
    if (step % 6 === 0 && needsSnapshot) snapshot(one)
    else if (step % 25 === 0 && !needsSnapshot) {
      book(one, false)
      book(one, true)
    } else if (step % 301 === 0) book(one, false)
    else if (step % 307 === 0) talk('kraken', SOCKETS.kraken.spot[0], '{"method":"ping"}')
    else if (step % 173 === 0 && one instanceof Perpetual) {
      one.funding.changeInterval([1, 2, 4, 8, null][random.below(5)] ?? null, now)
      for (const target of COMMON_CALLS[one.listing.exchange]) rest(one.listing.exchange, target)
    }
  }
  for (const { name, target, isLate } of lists) if (isLate) rest(name, target)
  return { lines, coins: plainNames(market) }
}

/** The four fronts over one market, without a server. */
function exchanges({ seed, faults }: Options, now: () => number) {
  const totals = { connections: 0, disconnects: 0, bookFrames: 0, factFrames: 0, controlFrames: 0, requests: 0 }
  const counters: Context['counters'] = { ...totals, requestsWhileBanned: 0, refusals: 0, faults: {} }
  const market = new Market({ seed, symbols: 50 })
  const injector = new FaultInjector(counters.faults)
  for (const fault of faults ?? []) injector.add(fault)
  const wall = (exchange: Name, symbol?: string) => injector.wall(exchange, symbol, now())
  const orders = new OrderEntry({ injector, wall, changed: () => undefined })
  const context: Context = { market, injector, counters, accounts: [], orders, limits: false, wall }
  const fronts: Readonly<Record<Name, Front>> = {
    binance: new BinanceFront(context),
    okx: new OkxFront(context),
    bybit: new BybitFront(context),
    kraken: new KrakenFront(context),
  }
  return { market, fronts, context }
}

/** Connections by place, made at first use; every message is recorded. */
function sockets(
  fronts: Readonly<Record<Name, Front>>,
  { injector, counters }: Context,
  tell: (place: string, dir: 'in' | 'out', msg: string) => void,
) {
  const open = new Map<string, Connection>()
  return (name: Name, place: string, msg: string) => {
    let line = open.get(place)
    if (line === undefined) {
      const [, prefix = '', ...path] = place.split('/')
      const send = (frame: string | Buffer) => tell(place, 'in', String(frame))
      const ws = { readyState: 1, OPEN: 1, bufferedAmount: 0, ping: () => undefined, close: () => undefined, send }
      type ConnectionParameters = ConstructorParameters<typeof Connection>
      line = new Connection(
        1,
        name,
        ws as unknown as ConnectionParameters[2],
        {} as ConnectionParameters[3],
        injector,
        counters,
      )
      open.set(place, line)
      fronts[name].opened(line, `/${path.join('/')}`, new URLSearchParams(), `/${prefix}`)
    }
    tell(place, 'out', msg)
    fronts[name].message(line, msg)
  }
}

const placesOf = ({ listing: { exchange, kind } }: Instrument) => SOCKETS[exchange][kind]

/** Channels of marks and funding. */
const FACTS: Readonly<Record<Name, readonly string[]>> = {
  binance: ['markPrice@1s'],
  okx: ['funding-rate', 'mark-price'],
  bybit: ['tickers'],
  kraken: ['ticker'],
}

/** A book channel, deep or shallow; pairs of cycles are mostly shallow, since the reference is slow. */
function channelOf({ listing: { exchange, kind, quote } }: Instrument, random: Random): string {
  const isDeep = kind === 'perp' || ((quote === 'USDT' || quote === 'USD') && random.unit() < 0.5)
  const one = (...names: string[]) => names[random.below(names.length)] as string
  switch (exchange) {
    case 'binance':
      return isDeep ? 'depth@100ms' : one('depth5@100ms', 'depth10@100ms', 'depth20@100ms')
    case 'okx':
      return isDeep ? one('books', 'books', 'books5') : one('books5', 'books5', 'bbo-tbt')
    case 'bybit':
      return isDeep ? 'orderbook.50' : one('orderbook.1', 'orderbook.50')
    case 'kraken':
      return 'book'
  }
}

/**
 * Coins that the identity table compares on fewer exchanges than the simulator lists them on; that table is not tested
 * here.
 */
const LEFT_OUT = new Set(['TON', 'BNB', 'ENA'])

/** Chooses `coins` coins and the currencies of their cycles, with all pairs between them, and their perpetuals. */
function choose(market: Market, coins: number, random: Random): Instrument[] {
  const all = [...new Set(market.instruments.map(({ listing }) => listing.base))].filter((base) => !LEFT_OUT.has(base))
  const picked = new Set(['SATS', 'USDC', 'BTC'])
  while (picked.size < coins + 3) picked.add(all[random.below(all.length)] as string)
  const isPicked = ({ listing }: Instrument) => picked.has(listing.base)
  const quotes = new Set(['USDT', 'USD', 'BTC', random.unit() < 0.5 ? 'EUR' : 'TRY'])
  const spot = market.instruments.filter((one) => isPicked(one) && quotes.has(one.listing.quote))
  return [...spot, ...market.perpetuals.filter(isPicked)]
}

function plainNames(market: Market): MarketRecording['coins'] {
  const coins = new Map<string, readonly [string, bigint]>()
  for (const { listing } of [...market.instruments, ...market.perpetuals]) {
    const here = `${listing.exchange} ${listing.kind}`
    coins.set(`${here} ${listing.baseName}`, [listing.base, BigInt(listing.multiplier)])
    // Kraken's derivatives list has plain coin names.
    if (listing.exchange === 'kraken') coins.set(`${here} ${listing.base}`, [listing.base, 1n])
    if (!coins.has(`${here} ${listing.quote}`)) coins.set(`${here} ${listing.quote}`, [listing.quote, 1n])
  }
  return coins
}
