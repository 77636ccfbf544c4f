import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import { ExchangeFeed } from '../_shared/feed/exchange-feed.ts'
import { dailyChanges } from '../_shared/parse/daily.ts'
import type { Address, Dialect, SocketDialect } from '../_shared/talk/dialect.ts'
import type { FeedContext } from '../_shared/talk/feed-context.ts'
import { sameSeq } from '../_shared/talk/same-top.ts'
import { verdictOf } from '../_shared/talk/verdict.ts'
import {
  binance,
  depthStreams,
  parseDailyChanges,
  parseServerTime,
  parseTopOfBook,
  subscribeText,
  unsubscribeText,
} from './map.ts'

/** Changes every 100 ms on top of a REST book (docs/exchanges/binance.md, Sequence). */
export const BINANCE_CHANNEL = 'depth'

/** Levels of a side in a REST snapshot; more would cost five times the weight. */
const SNAPSHOT_LEVELS = 100
const DAY_MS = 86_400_000
/** How a change of a book begins on a raw socket: only changes are held back while a new connection takes over. */
const DEPTH_UPDATE = new TextEncoder().encode('{"e":"depthUpdate"')

/** The marks of all perpetuals, each second (docs/exchanges/binance.md, What we listen to). */
const ALL_MARKS = '!markPrice@arr@1s'
/** Payments of one history call: the mean takes 21, and earlier payments give the interval of the oldest. */
const PAYMENTS = 50

const SPOT_ADDRESS: Address = {
  hosts: { rest: 'https://api.binance.com', socket: 'wss://stream.binance.com:9443' },
  prefix: '/binance',
  connects: [{ count: 300, perMs: 300_000 }],
  rest: { count: 6_000, perMs: 60_000 },
  verdict: verdictOf,
}

/** Futures have separate hosts, whose limits the exchange counts apart. */
const PERP_ADDRESS: Address = {
  hosts: { rest: 'https://fapi.binance.com', socket: 'wss://fstream.binance.com' },
  prefix: '/binance-usdm',
  // Binance documents no limit here: this is the limit of spot.
  connects: [{ count: 300, perMs: 300_000 }],
  rest: { count: 2_400, perMs: 60_000 },
  funding: { count: 500, perMs: 300_000 },
  verdict: verdictOf,
}

const SPOT_BOOKS: SocketDialect = {
  path: '/ws',
  // The limit is 5 messages a second including pings and pongs: one is left for our pong.
  messages: [{ count: 4, perMs: 1_000 }],
  pingsCount: true,
  symbolsPerSocket: 200,
  symbolsPerRequest: 100,
  subscribe: (symbols, id) => subscribeText(depthStreams(symbols), id),
  unsubscribe: (symbols, id) => unsubscribeText(depthStreams(symbols), id),
  ping: null,
  startsAnew: false,
  lifetimeMs: DAY_MS,
  continues: (bytes) => DEPTH_UPDATE.every((byte, at) => bytes[at] === byte),
}

/**
 * Since April 2026 books come on one path and marks on another: the wrong path acknowledges and stays silent
 * (docs/exchanges/binance.md, Connection).
 */
const PERP_BOOKS: SocketDialect = { ...SPOT_BOOKS, path: '/public/ws', messages: [{ count: 9, perMs: 1_000 }] }
const PERP_MARKS: SocketDialect = {
  ...PERP_BOOKS,
  path: '/market/ws',
  subscribe: subscribeText,
  unsubscribe: unsubscribeText,
  continues: null,
}

export const BINANCE_SPOT: Dialect = {
  protocol: binance,
  market: 'spot',
  address: SPOT_ADDRESS,
  socket: SPOT_BOOKS,
  greeting: null,
  repair: {
    kind: 'snapshot',
    levels: SNAPSHOT_LEVELS,
    call: (symbol) => ({
      path: `/api/v3/depth?symbol=${encodeURIComponent(symbol)}&limit=${SNAPSHOT_LEVELS}`,
      weight: 5,
    }),
  },
  instruments: [{ path: '/api/v3/exchangeInfo?showPermissionSets=false', weight: 20 }],
  time: { kind: 'rest', call: { path: '/api/v3/time', weight: 1 }, parse: parseServerTime },
  daily: { call: { path: '/api/v3/ticker/24hr', weight: 80 }, parse: (text) => dailyChanges(parseDailyChanges(text)) },
  confirm: (symbol) => ({ path: `/api/v3/depth?symbol=${encodeURIComponent(symbol)}&limit=5`, weight: 5 }),
  compare: (text, slot) => sameSeq(parseTopOfBook(text), slot),
  perp: null,
}

const PERP: Dialect = {
  protocol: binance,
  market: 'perp',
  address: PERP_ADDRESS,
  socket: PERP_BOOKS,
  greeting: null,
  repair: {
    kind: 'snapshot',
    levels: SNAPSHOT_LEVELS,
    call: (symbol) => ({
      path: `/fapi/v1/depth?symbol=${encodeURIComponent(symbol)}&limit=${SNAPSHOT_LEVELS}`,
      weight: 5,
    }),
  },
  instruments: [{ path: '/fapi/v1/exchangeInfo', weight: 1 }],
  time: { kind: 'rest', call: { path: '/fapi/v1/time', weight: 1 }, parse: parseServerTime },
  daily: null,
  confirm: (symbol) => ({ path: `/fapi/v1/depth?symbol=${encodeURIComponent(symbol)}&limit=5`, weight: 2 }),
  compare: (text, slot) => sameSeq(parseTopOfBook(text), slot),
  perp: {
    marks: { socket: PERP_MARKS, topic: ALL_MARKS },
    history: (symbol) => ({
      path: `/fapi/v1/fundingRate?symbol=${encodeURIComponent(symbol)}&limit=${PAYMENTS}`,
      weight: 1,
    }),
    historyIsLong: false,
    hourly: () => [{ path: '/fapi/v1/fundingInfo', weight: 1 }],
  },
}

export const BINANCE_ADDRESSES = [SPOT_ADDRESS, PERP_ADDRESS]

/** Binance's books, spot and USDT-M: diff streams synchronised with REST snapshots. */
export const binanceFeed = (context: FeedContext): BookFeed => new ExchangeFeed([BINANCE_SPOT, PERP], context)
