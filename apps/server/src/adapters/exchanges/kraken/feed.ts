import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import { ExchangeFeed } from '../_shared/feed/exchange-feed.ts'
import { dailyChanges } from '../_shared/parse/daily.ts'
import type { Address, Dialect, RestVerdict, SocketDialect } from '../_shared/talk/dialect.ts'
import type { FeedContext } from '../_shared/talk/feed-context.ts'
import { sameTop } from '../_shared/talk/same-top.ts'
import { verdictOf } from '../_shared/talk/verdict.ts'
import { CHECKSUM } from './checksum.ts'
import {
  type FuturesFeed,
  futuresSubscribeText,
  futuresUnsubscribeText,
  parseFuturesTime,
  parseFuturesTopOfBook,
} from './futures-map.ts'
import {
  instrumentsText,
  kraken,
  parseDailyChanges,
  parsePong,
  parseTopOfBook,
  pingText,
  subscribeText,
  unsubscribeText,
} from './map.ts'

/** The checksum proves ten levels, so no more are subscribed (docs/exchanges/kraken.md, What we listen to). */
const DEPTH = CHECKSUM.covered
export const KRAKEN_CHANNELS = { spot: `book.${DEPTH}`, perp: 'book' } as const

/** Errors of the public REST limit, which Kraken does not publish: about one call a second. */
const TOO_MANY = /EAPI:Rate limit|EService:\s?Throttled|EGeneral:Too many/
const THROTTLED_MS = 15_000
const ERROR = /^\s*\{\s*"error"\s*:\s*\[\s*"E/

/** Error of the derivatives' REST: public calls are free, but too many are refused. */
const TOO_MANY_FUTURES = /apiLimitExceeded/
const FUTURES_ERROR = /"result"\s*:\s*"error"/

/** REST names pairs without the slash and keeps the old tickers of two assets (docs/exchanges/kraken.md, Names). */
const restPair = (symbol: string) =>
  symbol
    .split('/')
    .map((ticker) => (ticker === 'BTC' ? 'XBT' : ticker === 'DOGE' ? 'XDG' : ticker))
    .join('')

function verdict(status: number, bodyStart: string): RestVerdict {
  if (TOO_MANY.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: THROTTLED_MS }
  return ERROR.test(bodyStart) ? { kind: 'failed' } : verdictOf(status, bodyStart)
}

function futuresVerdict(status: number, bodyStart: string): RestVerdict {
  if (TOO_MANY_FUTURES.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: THROTTLED_MS }
  const byStatus = verdictOf(status, bodyStart)
  return byStatus.kind === 'fine' && FUTURES_ERROR.test(bodyStart) ? { kind: 'failed' } : byStatus
}

const SPOT_ADDRESS: Address = {
  hosts: { rest: 'https://api.kraken.com', socket: 'wss://ws.kraken.com' },
  prefix: '/kraken',
  connects: [{ count: 150, perMs: 600_000 }],
  rest: { count: 10, perMs: 10_000 },
  verdict,
}

const SPOT_BOOKS: SocketDialect = {
  path: '/v2',
  messages: [{ count: 5, perMs: 1_000 }],
  pingsCount: false,
  symbolsPerSocket: 100,
  symbolsPerRequest: 100,
  subscribe: (symbols, id) => subscribeText(DEPTH, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(DEPTH, symbols, id),
  ping: pingText,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
}

export const KRAKEN_SPOT: Dialect = {
  protocol: kraken,
  market: 'spot',
  address: SPOT_ADDRESS,
  socket: SPOT_BOOKS,
  greeting: instrumentsText,
  repair: { kind: 'resubscribe' },
  instruments: [{ path: '/0/public/AssetPairs', weight: 1 }],
  time: { kind: 'pong', parse: parsePong },
  daily: {
    call: { path: '/0/public/Ticker', weight: 1 },
    parse: (text) => dailyChanges(parseDailyChanges(text)),
  },
  confirm: (symbol) => ({ path: `/0/public/Depth?pair=${encodeURIComponent(restPair(symbol))}&count=10`, weight: 1 }),
  compare: (text, slot) => sameTop(parseTopOfBook(text), slot.book),
  perp: null,
}

/** Derivatives are a separate system with other hosts, names and limits (docs/exchanges/kraken.md, Connection). */
const FUTURES_ADDRESS: Address = {
  hosts: { rest: 'https://futures.kraken.com', socket: 'wss://futures.kraken.com' },
  prefix: '/kraken-futures',
  // The documented limit is 100 open connections. Kraken publishes no limit of new connections.
  connects: [{ count: 100, perMs: 60_000 }],
  // Public calls cost nothing; 10 a second is our own limit.
  rest: { count: 100, perMs: 10_000 },
  // A history has 1 MB for each year since the listing: about one call a second leaves the line free for other answers.
  funding: { count: 30, perMs: 20_000 },
  verdict: futuresVerdict,
}

const futuresSocket = (feed: FuturesFeed): SocketDialect => ({
  path: '/ws/v1',
  // The limit is 100 requests a second. Each request has one product, since a refusal names no product: it answers the
  // oldest open request.
  messages: [{ count: 50, perMs: 1_000 }],
  pingsCount: false,
  symbolsPerSocket: 50,
  symbolsPerRequest: 1,
  subscribe: (symbols) => futuresSubscribeText(feed, symbols),
  unsubscribe: (symbols) => futuresUnsubscribeText(feed, symbols),
  ping: null,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
})

const history = (path: string) => (symbol: string) => ({
  path: `/derivatives/api/${path}?symbol=${encodeURIComponent(symbol)}`,
  weight: 1,
})

const FUTURES: Dialect = {
  protocol: kraken,
  market: 'perp',
  address: FUTURES_ADDRESS,
  socket: futuresSocket('book'),
  greeting: null,
  repair: { kind: 'resubscribe' },
  instruments: [{ path: '/derivatives/api/v3/instruments', weight: 1 }],
  time: {
    kind: 'rest',
    call: { path: '/derivatives/api/v3/instruments/status', weight: 1 },
    parse: parseFuturesTime,
  },
  daily: null,
  confirm: (symbol) => ({ path: `/derivatives/api/v3/orderbook?symbol=${encodeURIComponent(symbol)}`, weight: 1 }),
  compare: (text, slot) => sameTop(parseFuturesTopOfBook(text), slot.book),
  perp: {
    marks: { socket: futuresSocket('ticker'), topic: null },
    history: history('v3/historical-funding-rates'),
    historyElsewhere: history('v4/historicalfundingrates'),
    historyIsLong: true,
    hourly: () => [],
  },
}

export const KRAKEN_ADDRESSES = [SPOT_ADDRESS, FUTURES_ADDRESS]

/** Kraken's books: spot by WebSocket v2, each frame proven by its checksum; linear perpetuals by their sequence. */
export const krakenFeed = (context: FeedContext): BookFeed => new ExchangeFeed([KRAKEN_SPOT, FUTURES], context)
