import type { BookFeed } from '../../../app/ports/book-feed.ts'
import { dailyChanges } from '../_shared/daily.ts'
import type { Address, Dialect, SocketDialect } from '../_shared/dialect.ts'
import { ExchangeFeed } from '../_shared/exchange-feed.ts'
import type { FeedContext } from '../_shared/feed-context.ts'
import { verdictOf } from '../_shared/verdict.ts'
import { binance, parseDailyChanges, parseServerTime, parseTopOfBook, subscribeText, unsubscribeText } from './map.ts'

/** Changes every 100 ms on top of a REST book (docs/exchanges/binance.md § 4.1). */
export const BINANCE_CHANNEL = 'depth'

/** More would cost five times the weight. */
const SNAPSHOT_LEVELS = 100
const DAY_MS = 86_400_000
/** How a change of a book begins on a raw socket; acks and notices do not wait for a hand-over. */
const DEPTH_UPDATE = new TextEncoder().encode('{"e":"depthUpdate"')

const SPOT_ADDRESS: Address = {
  hosts: { rest: 'https://api.binance.com', socket: 'wss://stream.binance.com:9443' },
  prefix: '/binance',
  connects: [{ count: 300, perMs: 300_000 }],
  rest: { count: 6_000, perMs: 60_000 },
  verdict: verdictOf,
}

const BOOKS: SocketDialect = {
  path: '/ws',
  // 5 a second including pings and pongs: one is left for an answer to their ping.
  messages: [{ count: 4, perMs: 1_000 }],
  pingsCount: true,
  symbolsPerSocket: 200,
  symbolsPerRequest: 100,
  subscribe: (symbols, id) => subscribeText(BINANCE_CHANNEL, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(BINANCE_CHANNEL, symbols, id),
  ping: null,
  startsAnew: false,
  lifetimeMs: DAY_MS,
  continues: (bytes) => DEPTH_UPDATE.every((byte, at) => bytes[at] === byte),
}

const SPOT: Dialect = {
  protocol: binance,
  market: 'spot',
  address: SPOT_ADDRESS,
  socket: BOOKS,
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
  compare: (text, slot) => {
    const seq = parseTopOfBook(text)?.seq
    if (seq === undefined || seq === null) return 'unreadable'
    return seq === slot.seq ? 'same' : 'different'
  },
  perp: null,
}

/** Binance's spot books: diff streams joined to REST snapshots. */
export const binanceFeed = (context: FeedContext): BookFeed => new ExchangeFeed([SPOT], context)
