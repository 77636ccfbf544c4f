import type { BookFeed } from '../../../app/ports/book-feed.ts'
import { dailyChanges } from '../_shared/daily.ts'
import type { Address, Dialect, RestVerdict, SocketDialect } from '../_shared/dialect.ts'
import { ExchangeFeed } from '../_shared/exchange-feed.ts'
import type { FeedContext } from '../_shared/feed-context.ts'
import { verdictOf } from '../_shared/verdict.ts'
import {
  okx,
  parseDailyChanges,
  parseServerTime,
  parseTopOfBook,
  pingText,
  subscribeText,
  unsubscribeText,
} from './map.ts'

/** 400 levels by snapshot and changes, the deepest without a login (docs/exchanges/okx.md § 4). */
export const OKX_CHANNEL = 'books'

/** Limits count by the endpoint and 2 s; this one (over all endpoints) is passed at the tightest of them. */
const TOO_MANY = /"code"\s*:\s*"50011"/
const TOO_MANY_MS = 10_000
const ERROR = /"code"\s*:\s*"[1-9]\d*"/

function verdict(status: number, bodyStart: string): RestVerdict {
  if (TOO_MANY.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  const byStatus = verdictOf(status)
  return byStatus.kind === 'fine' && ERROR.test(bodyStart.slice(0, 60)) ? { kind: 'failed' } : byStatus
}

const ADDRESS: Address = {
  hosts: { rest: 'https://www.okx.com', socket: 'wss://ws.okx.com:8443' },
  prefix: '/okx',
  // Three a second, and never two at once: a busy moment of ours would let them arrive together with the next.
  connects: [
    { count: 3, perMs: 1_000 },
    { count: 2, perMs: 500 },
  ],
  // Calls per 2 s differ by endpoint; the weights make each one's 70 % the whole budget: books 40, lists 20, time 10.
  rest: { count: 40, perMs: 2_000 },
  verdict,
}

const BOOKS: SocketDialect = {
  path: '/ws/v5/public',
  // 480 subscribe and unsubscribe operations an hour; a frame with many args is one (§ 2).
  messages: [
    { count: 400, perMs: 3_600_000 },
    { count: 3, perMs: 1_000 },
  ],
  pingsCount: false,
  // Fewer than 30 deep books a socket are recommended.
  symbolsPerSocket: 25,
  symbolsPerRequest: 25,
  subscribe: (symbols, id) => subscribeText(OKX_CHANNEL, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(OKX_CHANNEL, symbols, id),
  ping: pingText,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
}

const SPOT: Dialect = {
  protocol: okx,
  market: 'spot',
  address: ADDRESS,
  socket: BOOKS,
  greeting: null,
  repair: { kind: 'resubscribe' },
  instruments: [{ path: '/api/v5/public/instruments?instType=SPOT', weight: 2 }],
  time: { kind: 'rest', call: { path: '/api/v5/public/time', weight: 4 }, parse: parseServerTime },
  daily: {
    call: { path: '/api/v5/market/tickers?instType=SPOT', weight: 2 },
    parse: (text) => dailyChanges(parseDailyChanges(text)),
  },
  confirm: (symbol) => ({ path: `/api/v5/market/books?instId=${encodeURIComponent(symbol)}&sz=1`, weight: 1 }),
  compare: (text, slot) => {
    const seq = parseTopOfBook(text)?.seq
    if (seq === undefined || seq === null) return 'unreadable'
    return seq === slot.seq ? 'same' : 'different'
  },
  perp: null,
}

/** OKX's spot books: snapshot and changes chained by sequence ids. */
export const okxFeed = (context: FeedContext): BookFeed => new ExchangeFeed([SPOT], context)
