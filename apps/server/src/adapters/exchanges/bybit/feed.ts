import type { BookFeed } from '../../../app/ports/book-feed.ts'
import { dailyChanges } from '../_shared/daily.ts'
import type { Address, Dialect, RestVerdict, SocketDialect } from '../_shared/dialect.ts'
import { ExchangeFeed } from '../_shared/exchange-feed.ts'
import type { FeedContext } from '../_shared/feed-context.ts'
import { sameTop } from '../_shared/same-top.ts'
import { verdictOf } from '../_shared/verdict.ts'
import {
  bybit,
  parseDailyChanges,
  parseServerTime,
  parseTopOfBook,
  pingText,
  subscribeText,
  unsubscribeText,
} from './map.ts'

/** 50 levels every 20 ms (docs/exchanges/bybit.md § 4). */
export const BYBIT_CHANNEL = 'orderbook.50'

/** "Access too frequent": the address has to wait ten minutes (§ 6). */
const FREQUENT_MS = 600_000
const TOO_MANY = /"retCode"\s*:\s*(10006|10018)\b/
const TOO_MANY_MS = 5_000
const ERROR = /"retCode"\s*:\s*[1-9]/

function verdict(status: number, bodyStart: string): RestVerdict {
  // From regions that Bybit does not serve every call is a 403 too: waiting is right there as well.
  if (status === 403) return { kind: 'limited', reason: 'too-many-requests', holdMs: FREQUENT_MS }
  if (TOO_MANY.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  return ERROR.test(bodyStart) ? { kind: 'failed' } : verdictOf(status)
}

const ADDRESS: Address = {
  hosts: { rest: 'https://api.bybit.com', socket: 'wss://stream.bybit.com' },
  prefix: '/bybit',
  connects: [{ count: 500, perMs: 300_000 }],
  rest: { count: 600, perMs: 5_000 },
  verdict,
}

const BOOKS: SocketDialect = {
  path: '/v5/public/spot',
  messages: [{ count: 10, perMs: 1_000 }],
  pingsCount: false,
  symbolsPerSocket: 100,
  // Spot refuses a request of more than ten topics.
  symbolsPerRequest: 10,
  subscribe: (symbols, id) => subscribeText(BYBIT_CHANNEL, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(BYBIT_CHANNEL, symbols, id),
  ping: pingText,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
}

const SPOT: Dialect = {
  protocol: bybit,
  market: 'spot',
  address: ADDRESS,
  socket: BOOKS,
  greeting: null,
  repair: { kind: 'resubscribe' },
  instruments: [{ path: '/v5/market/instruments-info?category=spot&limit=1000', weight: 1 }],
  time: { kind: 'rest', call: { path: '/v5/market/time', weight: 1 }, parse: parseServerTime },
  daily: {
    call: { path: '/v5/market/tickers?category=spot', weight: 1 },
    parse: (text) => dailyChanges(parseDailyChanges(text)),
  },
  confirm: (symbol) => ({
    path: `/v5/market/orderbook?category=spot&symbol=${encodeURIComponent(symbol)}&limit=10`,
    weight: 1,
  }),
  compare: (text, slot) => sameTop(parseTopOfBook(text), slot.book),
  perp: null,
}

/** Bybit's spot books: snapshot and changes counted one by one. */
export const bybitFeed = (context: FeedContext): BookFeed => new ExchangeFeed([SPOT], context)
