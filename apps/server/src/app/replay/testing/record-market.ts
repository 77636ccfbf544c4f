import { BinanceFront } from '../../../simulator/exchanges/binance/front.ts'
import { BybitFront } from '../../../simulator/exchanges/bybit/front.ts'
import { KrakenFront } from '../../../simulator/exchanges/kraken/front.ts'
import { OkxFront } from '../../../simulator/exchanges/okx/front.ts'
import type { Fault } from '../../../simulator/faults/fault.ts'
import { FaultDesk } from '../../../simulator/faults/fault-desk.ts'
import type { Instrument } from '../../../simulator/market/instrument.ts'
import { Market, STEP_MS } from '../../../simulator/market/market.ts'
import { type Random, seededRandom } from '../../../simulator/random.ts'
import { Connection } from '../../../simulator/wire/connection.ts'
import type { Context } from '../../../simulator/wire/front.ts'

/** A line before it is written: its url still names the path behind `EXCHANGE_ORIGIN`. */
export type Recorded = { t: number; place: string; dir: 'in' | 'out'; msg: string; symbol: string | null }

const HOSTS: Readonly<Record<string, readonly [ws: string, rest: string]>> = {
  binance: ['wss://stream.binance.com:9443', 'https://api.binance.com'],
  okx: ['wss://ws.okx.com:8443', 'https://www.okx.com'],
  bybit: ['wss://stream.bybit.com', 'https://api.bytick.com'],
  kraken: ['wss://ws.kraken.com', 'https://api.kraken.com'],
}
const SOCKETS = { binance: '/stream', okx: '/ws/v5/public', bybit: '/v5/public/spot', kraken: '/v2' } as const
const LISTS = {
  binance: '/api/v3/exchangeInfo?showPermissionSets=false',
  okx: '/api/v5/public/instruments?instType=SPOT',
  bybit: '/v5/market/instruments-info?category=spot',
  kraken: '/0/public/AssetPairs',
} as const
type Name = keyof typeof SOCKETS
const NAMES = Object.keys(SOCKETS) as Name[]
const START = 1_790_000_000_000

/** The lines of a capture file, with the exchanges' own urls or with those of a loopback origin. */
export function captureText(lines: readonly Recorded[], urls: 'own' | 'loopback'): string {
  return lines
    .map(({ t, place, dir, msg }) => {
      const [, name = '', ...path] = place.split('/')
      const isSocket = place === `/${name}${SOCKETS[name as Name]}`
      const loopback = `${isSocket ? 'ws' : 'http'}://127.0.0.1:4321${place}`
      const own = `${HOSTS[name]?.[isSocket ? 0 : 1]}/${path.join('/')}`
      return `${JSON.stringify({ t, url: urls === 'own' ? own : loopback, dir, msg })}\n`
    })
    .join('')
}

export type MarketRecording = {
  readonly lines: readonly Recorded[]
  /** Exchange and its name of a market's base or quote → the plain coin and how many of it one unit is. */
  readonly coins: ReadonlyMap<string, readonly [coin: string, multiplier: bigint]>
}

/**
 * Records some seconds of the simulated market as a client would see it: lists, snapshots, frames, requests and their
 * acknowledgements. `setClock` is told every moment (epoch ms): the simulator asks `Date.now` what time it is.
 */
export function recordMarket(
  options: {
    readonly seed: number
    readonly coins: number
    readonly seconds: number
    readonly faults?: readonly Fault[]
  },
  setClock: (ms: number) => void,
): MarketRecording {
  let now = START
  setClock(now)
  const random = seededRandom(options.seed, 'recording')
  const counters: Context['counters'] = {
    ...{
      connections: 0,
      disconnects: 0,
      bookFrames: 0,
      factFrames: 0,
      controlFrames: 0,
      requests: 0,
      requestsWhileBanned: 0,
    },
    ...{ refusals: 0, faults: {} },
  }
  const market = new Market({ seed: options.seed, symbols: 50 })
  const desk = new FaultDesk(counters.faults)
  for (const fault of options.faults ?? []) desk.add(fault)
  const wall = (exchange: Name, symbol?: string) => desk.wall(exchange, symbol, now)
  const context = { market, desk, counters, limits: false, wall }
  const fronts = {
    binance: new BinanceFront(context),
    okx: new OkxFront(context),
    bybit: new BybitFront(context),
    kraken: new KrakenFront(context),
  }
  const lines: Recorded[] = []
  const chosen = choose(market, options.coins, random)
  const rest = (name: Name, target: string, symbol: string | null) => {
    const { pathname, searchParams } = new URL(target, 'http://exchange')
    const reply = fronts[name].rest({ method: 'GET', path: pathname, query: searchParams })
    lines.push({ t: now, place: `/${name}${target}`, dir: 'in', msg: reply.body, symbol })
  }
  const talk = Object.fromEntries(
    NAMES.map((name) => {
      const place = `/${name}${SOCKETS[name]}`
      const ws = {
        readyState: 1,
        OPEN: 1,
        bufferedAmount: 0,
        ping: () => undefined,
        close: () => undefined,
        send: (frame: string | Buffer) => lines.push({ t: now, place, dir: 'in', msg: String(frame), symbol: null }),
      }
      const socket = {} as ConstructorParameters<typeof Connection>[3]
      const line = new Connection(
        1,
        name,
        ws as unknown as ConstructorParameters<typeof Connection>[2],
        socket,
        desk,
        counters,
      )
      fronts[name].opened(line, SOCKETS[name], new URLSearchParams())
      const say = (msg: string) => {
        lines.push({ t: now, place, dir: 'out', msg, symbol: null })
        fronts[name].message(line, msg)
      }
      return [name, say]
    }),
  ) as Record<Name, (msg: string) => void>

  let id = 0
  const snapshot = (one: Instrument) =>
    rest('binance', `/api/v3/depth?symbol=${one.listing.id}&limit=1000`, one.listing.id)
  const subscribe = (one: Instrument) => talk[one.listing.exchange](requestOf(one, true, ++id))
  const unsubscribe = (one: Instrument) => talk[one.listing.exchange](requestOf(one, false, ++id))
  // Some lists come at the end: they hold for the whole run all the same.
  const late = NAMES.filter(() => random.unit() < 0.3)
  for (const name of NAMES) if (!late.includes(name)) rest(name, LISTS[name], null)
  for (const one of chosen) subscribe(one)

  for (let step = 0; step < (options.seconds * 1_000) / STEP_MS; step++) {
    now += STEP_MS
    setClock(now)
    for (const changed of market.step(now)) fronts[changed.listing.exchange].changed(changed)
    for (const name of NAMES) fronts[name].flush(market.nowMs)
    if (step % 100 === 0) for (const name of NAMES) fronts[name].second(now)
    const one = chosen[random.below(chosen.length)] as Instrument
    if (step % 6 === 0 && one.listing.exchange === 'binance') snapshot(one)
    else if (step % 25 === 0 && one.listing.exchange !== 'binance') {
      unsubscribe(one)
      subscribe(one)
    } else if (step % 301 === 0) unsubscribe(one)
    else if (step % 307 === 0) talk.kraken('{"method":"ping"}')
  }
  for (const name of late) rest(name, LISTS[name], null)
  const coins = new Map<string, readonly [string, bigint]>()
  for (const { listing } of market.instruments) {
    coins.set(`${listing.exchange} ${listing.baseName}`, [listing.base, BigInt(listing.multiplier)])
    if (!coins.has(`${listing.exchange} ${listing.quote}`))
      coins.set(`${listing.exchange} ${listing.quote}`, [listing.quote, 1n])
  }
  return { lines, coins }
}

/** Compared on fewer exchanges than the simulator lists them on (the identity table is not what is proven here). */
const LEFT_OUT = new Set(['TON', 'BNB', 'ENA'])

/** So many coins against the dollar token, wherever they are listed, and two pairs of monies. */
function choose(market: Market, coins: number, random: Random): Instrument[] {
  const all = [...new Set(market.instruments.map(({ listing }) => listing.base))].filter((base) => !LEFT_OUT.has(base))
  const picked = new Set(['SATS', 'USDC'])
  while (picked.size < coins + 2) picked.add(all[random.below(all.length)] as string)
  return market.instruments.filter(({ listing }) => picked.has(listing.base) && listing.quote === 'USDT')
}

function requestOf({ listing }: Instrument, on: boolean, id: number): string {
  const op = on ? 'subscribe' : 'unsubscribe'
  switch (listing.exchange) {
    case 'binance':
      return JSON.stringify({ method: op.toUpperCase(), params: [`${listing.id.toLowerCase()}@depth@100ms`], id })
    case 'okx':
      return JSON.stringify({ id: String(id), op, args: [{ channel: 'books', instId: listing.id }] })
    case 'bybit':
      return JSON.stringify({ req_id: String(id), op, args: [`orderbook.50.${listing.id}`] })
    case 'kraken':
      return JSON.stringify({ method: op, params: { channel: 'book', symbol: [listing.id], depth: 10 }, req_id: id })
  }
}

/** What happens to a recording on its way to the file. The lists stay as they are. */
export function disturb(lines: readonly Recorded[], seed: number): Recorded[] {
  const random = seededRandom(seed, 'disturbances')
  const out: Recorded[] = []
  const silentUntil = new Map<string, number>()
  for (const line of lines) {
    const about = /"stream":"[^"]+"|"instId":"[^"]+"|"topic":"[^"]+"|"symbol":"[^"]+"/.exec(line.msg)?.[0] ?? null
    const isFrame =
      line.dir === 'in' && about !== null && /"(bids|b|data)":/.test(line.msg) && line.msg.length < 100_000
    if (!isFrame) {
      out.push(line)
      continue
    }
    const key = `${line.place} ${about}`
    if (line.t < (silentUntil.get(key) ?? 0)) continue
    const draw = random.unit()
    if (draw < 0.004) continue
    if (draw < 0.008) out.push(line, line)
    else if (draw < 0.01) out.push({ ...line, msg: line.msg.slice(0, Math.floor(line.msg.length * 0.7)) })
    else if (draw < 0.012) out.push({ ...line, msg: line.msg.replace(/(\d)"\]|"qty":(\d)/, '-1"],"qty":-1') })
    else if (draw < 0.013) silentUntil.set(key, line.t + 2_500 + random.below(10_000))
    else if (draw < 0.016) out.push({ ...line, t: line.t - random.below(900) })
    else if (draw < 0.017) out.push(line, { ...line, place: '/nobody/ws', t: line.t + random.below(500) })
    else out.push(line)
  }
  return out
}
