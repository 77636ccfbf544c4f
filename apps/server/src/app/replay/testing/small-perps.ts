import { crc32 } from 'node:zlib'
import type { CoinOf } from './plain-replay.ts'
import type { Exchange } from './plain-wire.ts'
import { line } from './small-recordings.ts'

/** Hand-written recordings of one coin, SOL, and its perpetual: the same events in each exchange's format. */
type Levels = readonly (readonly [price: string, size: string])[]
type Book = { readonly bids?: Levels; readonly asks?: Levels }
type PerpFigures = {
  readonly mark?: string
  readonly rate?: string
  readonly next?: number
  /** Interval; null: the exchange no longer states one. */
  readonly hours?: number | null
}
type Rules = { readonly lot: string; readonly minQty: string; readonly minNotional: string }
type Terms = { readonly spot: Rules; readonly perp: Rules }

export type PerpWorld = {
  readonly exchange: Exchange
  /** The pair, such as `SOL-USDT`; Kraken's perpetuals are in dollars. */
  readonly pair: string
  /** The exchange's name of the perpetual. */
  readonly symbol: string
  /** Hours between payments, and a rate per payment equal to 0.0000125 an hour. */
  readonly hours: number
  readonly rate: string
  lists(t: number, terms?: Terms): string
  /** Whole books; sizes in coins. */
  spot(t: number, book: Book): string
  perp(t: number, book: Book): string
  /** A message of the exchange's streams with mark, running rate, next payment and interval. */
  told(t: number, told: PerpFigures): string
  /** Payments, oldest first. */
  history(t: number, payments: readonly (readonly [at: number, rate: string])[]): string
}

export const HOUR = 3_600_000
/** A moment at which every interval ends, epoch ms. */
export const PAYMENT = 62_153 * 8 * HOUR

const RULES: Rules = { lot: '0.1', minQty: '0.1', minNotional: '5' }
const TERMS: Terms = { spot: RULES, perp: RULES }
const rest = (t: number, url: string, body: unknown) => line(t, url, JSON.stringify(body))
const socket = (t: number, url: string, body: unknown) => line(t, url, JSON.stringify(body))
const EIGHT = { hours: 8, rate: '0.0001' } as const
const DEFAULT: Required<PerpFigures> = { mark: '100', next: PAYMENT + 8 * HOUR, ...EIGHT }

const binance: PerpWorld = {
  exchange: 'binance',
  pair: 'SOL-USDT',
  symbol: 'SOLUSDT',
  ...EIGHT,
  lists(t, { spot, perp } = TERMS) {
    const entry = ({ lot, minQty, minNotional }: Rules) => ({
      ...{ symbol: 'SOLUSDT', baseAsset: 'SOL', quoteAsset: 'USDT', status: 'TRADING', contractType: 'PERPETUAL' },
      filters: [
        { filterType: 'LOT_SIZE', stepSize: lot, minQty },
        { filterType: 'NOTIONAL', minNotional, notional: minNotional },
      ],
    })
    return (
      rest(t, 'https://api.binance.com/api/v3/exchangeInfo', { symbols: [entry(spot)] }) +
      rest(t, 'https://fapi.binance.com/fapi/v1/exchangeInfo', { symbols: [entry(perp)] })
    )
  },
  spot: (t, { bids = [], asks = [] }) =>
    socket(t, 'wss://stream.binance.com:9443/stream', {
      stream: 'solusdt@depth20@100ms',
      data: { lastUpdateId: t, bids, asks },
    }),
  perp(t, { bids = [], asks = [] }) {
    const data = { e: 'depthUpdate', E: t - 3, T: t - 5, s: 'SOLUSDT', U: t, u: t, pu: t - 1, b: bids, a: asks }
    return socket(t, 'wss://fstream.binance.com/public/stream', { stream: 'solusdt@depth20@100ms', data })
  },
  told(t, told) {
    const { mark, rate, next } = { ...DEFAULT, ...told }
    const data = { e: 'markPriceUpdate', E: t, s: 'SOLUSDT', p: mark, i: '100.5', P: '100.4', r: rate, T: next }
    const { hours } = told
    const info = hours === null ? [] : [{ symbol: 'SOLUSDT', fundingIntervalHours: hours }]
    return (
      (hours === undefined ? '' : rest(t, 'https://fapi.binance.com/fapi/v1/fundingInfo', info)) +
      socket(t, 'wss://fstream.binance.com/market/stream', { stream: 'solusdt@markPrice@1s', data })
    )
  },
  history: (t, payments) =>
    rest(
      t,
      'https://fapi.binance.com/fapi/v1/fundingRate?symbol=SOLUSDT',
      payments.map(([at, rate]) => ({ symbol: 'SOLUSDT', fundingTime: at, fundingRate: rate, markPrice: '' })),
    ),
}

/** Two contracts are one coin. */
const OKX = 'wss://ws.okx.com:8443/ws/v5/public'
const okx: PerpWorld = {
  exchange: 'okx',
  pair: 'SOL-USDT',
  symbol: 'SOL-USDT-SWAP',
  ...EIGHT,
  lists(t, { spot, perp } = TERMS) {
    const common = { groupId: '1', state: 'live' }
    const swap = { ...common, instType: 'SWAP', instId: 'SOL-USDT-SWAP', uly: 'SOL-USDT', settleCcy: 'USDT' }
    const contracts = (coins: string) => String(Number(coins) * 2)
    const url = 'https://www.okx.com/api/v5/public/instruments?instType='
    const one = { ...common, instType: 'SPOT', instId: 'SOL-USDT', baseCcy: 'SOL', quoteCcy: 'USDT' }
    const sized = { ctVal: '0.5', ctMult: '1', ctType: 'linear', ctValCcy: 'SOL' }
    const perpRules = { lotSz: contracts(perp.lot), minSz: contracts(perp.minQty) }
    return (
      rest(t, `${url}SPOT`, { code: '0', data: [{ ...one, lotSz: spot.lot, minSz: spot.minQty }] }) +
      rest(t, `${url}SWAP`, { code: '0', data: [{ ...swap, ...sized, ...perpRules }] })
    )
  },
  spot: (t, book) => okxBook(t, 'SOL-USDT', book, 1),
  perp: (t, book) => okxBook(t, 'SOL-USDT-SWAP', book, 2),
  told(t, told) {
    const { mark, rate, next, hours } = { ...DEFAULT, ...told }
    const instId = 'SOL-USDT-SWAP'
    const [fundingTime, nextFundingTime] = [String(next), hours === null ? '' : String(next + hours * HOUR)]
    const funding = { instId, fundingRate: rate, fundingTime, nextFundingTime, ts: String(t) }
    return (
      socket(t, OKX, { arg: { channel: 'mark-price', instId }, data: [{ instId, markPx: mark, ts: String(t) }] }) +
      socket(t, OKX, { arg: { channel: 'funding-rate', instId }, data: [funding] })
    )
  },
  history(t, payments) {
    const data = payments.map(([at, rate]) => ({
      ...{ instId: 'SOL-USDT-SWAP', fundingTime: String(at), fundingRate: '0.9', realizedRate: rate },
    }))
    return rest(t, 'https://www.okx.com/api/v5/public/funding-rate-history?instId=SOL-USDT-SWAP', { code: '0', data })
  },
}
function okxBook(t: number, instId: string, { bids = [], asks = [] }: Book, contracts: number): string {
  const side = (levels: Levels) => levels.map(([price, size]) => [price, String(Number(size) * contracts), '0', '1'])
  const data = [{ asks: side(asks), bids: side(bids), instId, ts: String(t - 3), seqId: t }]
  return socket(t, OKX, { arg: { channel: 'books5', instId }, data })
}

const bybit: PerpWorld = {
  exchange: 'bybit',
  pair: 'SOL-USDT',
  symbol: 'SOLUSDT',
  ...EIGHT,
  lists(t, { spot, perp } = TERMS) {
    const one = { symbol: 'SOLUSDT', baseCoin: 'SOL', quoteCoin: 'USDT', status: 'Trading' }
    const linear = { ...one, contractType: 'LinearPerpetual', settleCoin: 'USDT', fundingInterval: 480 }
    const url = 'https://api.bybit.com/v5/market/instruments-info?category='
    const spotRules = { basePrecision: spot.lot, minOrderQty: spot.minQty, minOrderAmt: spot.minNotional }
    const perpRules = { qtyStep: perp.lot, minOrderQty: perp.minQty, minNotionalValue: perp.minNotional }
    const body = (list: unknown[]) => ({ retCode: 0, result: { list, nextPageCursor: '' } })
    return (
      rest(t, `${url}spot`, body([{ ...one, lotSizeFilter: spotRules }])) +
      rest(t, `${url}linear`, body([{ ...linear, lotSizeFilter: perpRules }]))
    )
  },
  spot: (t, book) => bybitBook(t, 'spot', book),
  perp: (t, book) => bybitBook(t, 'linear', book),
  told(t, told) {
    const { mark, rate, next, hours } = { ...DEFAULT, ...told }
    const data = { symbol: 'SOLUSDT', markPrice: mark, indexPrice: '100.5', fundingRate: rate }
    const times = { nextFundingTime: String(next), fundingIntervalHour: hours === null ? '' : String(hours) }
    return bybitTicker(t, 'snapshot', { ...data, ...times })
  },
  history(t, payments) {
    const list = payments.map(([at, rate]) => ({
      ...{ symbol: 'SOLUSDT', fundingRate: rate, fundingRateTimestamp: String(at) },
    }))
    const url = 'https://api.bybit.com/v5/market/funding/history?category=linear&symbol=SOLUSDT'
    return rest(t, url, { retCode: 0, result: { category: 'linear', list: list.reverse() } })
  },
}
function bybitBook(t: number, category: string, { bids = [], asks = [] }: Book): string {
  const data = { s: 'SOLUSDT', b: bids, a: asks, u: t, seq: t }
  const frame = { topic: 'orderbook.50.SOLUSDT', ts: t - 2, type: 'snapshot', data, cts: t - 3 }
  return socket(t, `wss://stream.bybit.com/v5/public/${category}`, frame)
}
/** A ticker, whole or what has changed. */
export function bybitTicker(t: number, type: 'snapshot' | 'delta', data: Readonly<Record<string, string>>): string {
  const frame = { topic: 'tickers.SOLUSDT', type, data: { symbol: 'SOLUSDT', ...data }, cs: t, ts: t }
  return socket(t, 'wss://stream.bybit.com/v5/public/linear', frame)
}

const kraken: PerpWorld = {
  exchange: 'kraken',
  pair: 'SOL-USD',
  symbol: 'PF_SOLUSD',
  hours: 1,
  rate: '0.0000125',
  lists(t, { spot, perp } = TERMS) {
    const decimals = (step: string) => step.length - 2
    const rules = { lot_decimals: decimals(spot.lot), ordermin: spot.minQty, costmin: spot.minNotional }
    const pair = { wsname: 'SOL/USD', pair_decimals: 2, status: 'online', ...rules }
    const product = { symbol: 'PF_SOLUSD', base: 'SOL', quote: 'USD', tradeable: true, contractSize: 1 }
    const sized = { contractValueTradePrecision: decimals(perp.lot), tickSize: 0.01 }
    const url = 'https://futures.kraken.com/derivatives/api/v3/instruments'
    return (
      rest(t, 'https://api.kraken.com/0/public/AssetPairs', { error: [], result: { SOLUSD: pair } }) +
      rest(t, url, { result: 'success', instruments: [{ ...product, ...sized }] })
    )
  },
  spot(t, { bids = [], asks = [] }) {
    const digits = (levels: Levels) =>
      levels.flatMap((level) => level.map((text) => text.replace('.', '').replace(/^0+/, ''))).join('')
    const checksum = crc32(digits(asks.slice(0, 10)) + digits(bids.slice(0, 10)))
    const sides = `"bids":${numbers(bids)},"asks":${numbers(asks)}`
    const at = `"checksum":${checksum},"timestamp":"${new Date(t - 3).toISOString()}"`
    const data = `{"symbol":"SOL/USD",${sides},${at}}`
    return line(t, 'wss://ws.kraken.com/v2', `{"channel":"book","type":"snapshot","data":[${data}]}`)
  },
  perp(t, { bids = [], asks = [] }) {
    const head = `{"feed":"book_snapshot","product_id":"PF_SOLUSD","timestamp":${t - 3},"seq":${t}`
    return line(t, FUTURES, `${head},"bids":${numbers(bids)},"asks":${numbers(asks)}}`)
  },
  told(t, told) {
    const { mark, rate, next } = { ...DEFAULT, rate: '0.0000125', next: PAYMENT + HOUR, ...told }
    const rates = `"relative_funding_rate":${rate},"relative_funding_rate_prediction":0.5`
    const head = `{"time":${t},"product_id":"PF_SOLUSD",${rates},"next_funding_rate_time":${next},"feed":"ticker"`
    return line(t, FUTURES, `${head},"index":100.5,"markPrice":${mark}}`)
  },
  history(t, payments) {
    const entries = payments.map(
      ([at, rate]) => `{"timestamp":"${new Date(at).toISOString()}","fundingRate":9.5,"relativeFundingRate":${rate}}`,
    )
    const url = 'https://futures.kraken.com/derivatives/api/v3/historical-funding-rates?symbol=PF_SOLUSD'
    return line(t, url, `{"result":"success","rates":[${entries.join(',')}]}`)
  },
}
const FUTURES = 'wss://futures.kraken.com/ws/v1'
const numbers = (levels: Levels) => `[${levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')}]`

export const WORLDS = { binance, okx, bybit, kraken } as const

/** Lists, three payments, a mark and an interval, then both books: ten coins bought at 100 and sold at 100.1. */
export function paying(world: PerpWorld, t = PAYMENT + 1_000): string {
  const payments = [2, 1, 0].map((back) => [PAYMENT - back * world.hours * HOUR, world.rate] as const)
  return (
    world.lists(t) +
    world.history(t, payments) +
    world.told(t, { hours: world.hours }) +
    world.spot(t + 10, { bids: [['99.9', '10']], asks: [['100', '10']] }) +
    world.perp(t + 20, { bids: [['100.1', '10']], asks: [['100.2', '10']] })
  )
}

/** Coins under their own names; a multiplier stands before the name or behind it. */
export const smallCoins: CoinOf = (_exchange, _market, ticker) => {
  const multiplier = /^10+(?=[A-Z])|(?<=[A-Z])10+$/.exec(ticker)?.[0] ?? '1'
  return [multiplier === '1' ? ticker : ticker.replace(multiplier, ''), BigInt(multiplier)]
}
