import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import { ExchangeFeed } from '../_shared/feed/exchange-feed.ts'
import { dailyChanges } from '../_shared/parse/daily.ts'
import type { Address, Dialect, RestVerdict, SocketDialect } from '../_shared/talk/dialect.ts'
import type { FeedContext } from '../_shared/talk/feed-context.ts'
import { sameTop } from '../_shared/talk/same-top.ts'
import { verdictOf } from '../_shared/talk/verdict.ts'
import {
  bybit,
  parseDailyChanges,
  parseNextCursor,
  parseServerTime,
  parseTopOfBook,
  pingText,
  subscribeText,
  unsubscribeText,
} from './map.ts'

/** 50 levels every 20 ms (docs/exchanges/bybit.md, Sequence). */
export const BYBIT_CHANNEL = 'orderbook.50'

/** "Access too frequent": the address has to wait ten minutes (docs/exchanges/bybit.md, Connection). */
const FREQUENT_MS = 600_000
const TOO_MANY = /"retCode"\s*:\s*(10006|10018)\b/
const TOO_MANY_MS = 5_000
const ERROR = /"retCode"\s*:\s*[1-9]/

function verdict(status: number, bodyStart: string): RestVerdict {
  const plain = verdictOf(status, bodyStart)
  // A country refusal is a 403 whose body says so (`verdictOf`). Any other 403 is the rate limit.
  if (status === 403 && plain.kind === 'failed')
    return { kind: 'limited', reason: 'too-many-requests', holdMs: FREQUENT_MS }
  if (TOO_MANY.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  return ERROR.test(bodyStart) ? { kind: 'failed' } : plain
}

const ADDRESS: Address = {
  hosts: { rest: 'https://api.bybit.com', socket: 'wss://stream.bybit.com' },
  prefix: '/bybit',
  connects: [{ count: 500, perMs: 300_000 }],
  rest: { count: 600, perMs: 5_000 },
  verdict,
}

/** Subscription texts of one channel's topics. */
const topics = (channel: string): Pick<SocketDialect, 'subscribe' | 'unsubscribe'> => ({
  subscribe: (symbols, id) => subscribeText(channel, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(channel, symbols, id),
})

const SPOT_BOOKS: SocketDialect = {
  path: '/v5/public/spot',
  messages: [{ count: 10, perMs: 1_000 }],
  pingsCount: false,
  symbolsPerSocket: 100,
  // Spot refuses a request of more than ten topics.
  symbolsPerRequest: 10,
  ...topics(BYBIT_CHANNEL),
  ping: pingText,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
}
/**
 * One socket serves one category. Linear has no limit of topics in a request, but refuses all of them for one unknown
 * name.
 */
const LINEAR_BOOKS: SocketDialect = { ...SPOT_BOOKS, path: '/v5/public/linear', symbolsPerRequest: 25 }
/** Marks, indices and running rates; an active topic brings a snapshot only after a new subscription. */
const LINEAR_MARKS: SocketDialect = { ...LINEAR_BOOKS, ...topics('tickers') }

const confirmOf = (category: 'spot' | 'linear') => (symbol: string) => ({
  path: `/v5/market/orderbook?category=${category}&symbol=${encodeURIComponent(symbol)}&limit=10`,
  weight: 1,
})

export const BYBIT_SPOT: Dialect = {
  protocol: bybit,
  market: 'spot',
  address: ADDRESS,
  socket: SPOT_BOOKS,
  greeting: null,
  repair: { kind: 'resubscribe' },
  instruments: [{ path: '/v5/market/instruments-info?category=spot&limit=1000', weight: 1 }],
  time: { kind: 'rest', call: { path: '/v5/market/time', weight: 1 }, parse: parseServerTime },
  daily: {
    call: { path: '/v5/market/tickers?category=spot', weight: 1 },
    parse: (text) => dailyChanges(parseDailyChanges(text)),
  },
  confirm: confirmOf('spot'),
  compare: (text, slot) => sameTop(parseTopOfBook(text), slot.book),
  perp: null,
}

const LINEAR_LIST = '/v5/market/instruments-info?category=linear&limit=1000'
/** Payments of one history call: the mean takes 21, and earlier payments give the interval of the oldest. */
const PAYMENTS = 30

const PERP: Dialect = {
  ...BYBIT_SPOT,
  market: 'perp',
  socket: LINEAR_BOOKS,
  instruments: [
    {
      path: LINEAR_LIST,
      weight: 1,
      // The cursor comes percent-encoded and is sent unchanged.
      next: (body) => {
        const cursor = parseNextCursor(body)
        return cursor === null ? null : { path: `${LINEAR_LIST}&cursor=${cursor}`, weight: 1 }
      },
    },
  ],
  daily: null,
  confirm: confirmOf('linear'),
  perp: {
    marks: { socket: LINEAR_MARKS, topic: null },
    history: (symbol) => ({
      path: `/v5/market/funding/history?category=linear&symbol=${encodeURIComponent(symbol)}&limit=${PAYMENTS}`,
      weight: 1,
    }),
    historyIsLong: false,
    hourly: (symbols) => [
      { path: '/v5/spot-margin-trade/data?vipLevel=No%20VIP', weight: 1 },
      ...symbols.map((symbol) => ({
        path: `/v5/market/risk-limit?category=linear&symbol=${encodeURIComponent(symbol)}`,
        weight: 1,
        canWait: true as const,
      })),
    ],
  },
}

export const BYBIT_ADDRESSES = [ADDRESS]

/** Bybit's spot and linear books: snapshot and changes counted one by one. */
export const bybitFeed = (context: FeedContext): BookFeed => new ExchangeFeed([BYBIT_SPOT, PERP], context)
