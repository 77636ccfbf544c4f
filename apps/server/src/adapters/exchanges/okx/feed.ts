import type { BookFeed } from '../../../app/ports/market/book-feed.ts'
import { ExchangeFeed } from '../_shared/feed/exchange-feed.ts'
import { dailyChanges } from '../_shared/parse/daily.ts'
import type { Address, Dialect, HourlyCall, RestVerdict, SocketDialect } from '../_shared/talk/dialect.ts'
import type { FeedContext } from '../_shared/talk/feed-context.ts'
import { sameSeq } from '../_shared/talk/same-top.ts'
import { verdictOf } from '../_shared/talk/verdict.ts'
import {
  okx,
  parseDailyChanges,
  parseServerTime,
  parseTopOfBook,
  pingText,
  subscribeText,
  unsubscribeText,
} from './map.ts'
import { FACT_CHANNELS } from './wire.ts'

/** 400 levels by snapshot and changes, the deepest without a login (docs/exchanges/okx.md, What we listen to). */
export const OKX_CHANNEL = 'books'

/** The rate limit's error. OKX limits each endpoint per 2 s. Our hold covers all endpoints, whichever was exceeded. */
const TOO_MANY = /"code"\s*:\s*"50011"/
const TOO_MANY_MS = 10_000
const ERROR = /"code"\s*:\s*"[1-9]\d*"/

function verdict(status: number, bodyStart: string): RestVerdict {
  if (TOO_MANY.test(bodyStart)) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  const byStatus = verdictOf(status, bodyStart)
  return byStatus.kind === 'fine' && ERROR.test(bodyStart.slice(0, 60)) ? { kind: 'failed' } : byStatus
}

const ADDRESS: Address = {
  hosts: { rest: 'https://www.okx.com', socket: 'wss://ws.okx.com:8443' },
  prefix: '/okx',
  // Three new connections a second, never two at once: a delay of ours would let several arrive together.
  connects: [
    { count: 3, perMs: 1_000 },
    { count: 2, perMs: 500 },
  ],
  // Calls per 2 s differ by endpoint: books 40, lists 20, time and public data of swaps 10, borrow rates 2. The weights
  // make 70 % of each endpoint's limit the whole budget.
  rest: { count: 40, perMs: 2_000 },
  verdict,
}

const BOOKS: SocketDialect = {
  path: '/ws/v5/public',
  // 480 subscribe and unsubscribe operations an hour; a frame of many args is one operation (docs/exchanges/okx.md,
  // Connection).
  messages: [
    { count: 400, perMs: 3_600_000 },
    { count: 3, perMs: 1_000 },
  ],
  pingsCount: false,
  // OKX recommends fewer than 30 deep books a socket.
  symbolsPerSocket: 25,
  symbolsPerRequest: 25,
  subscribe: (symbols, id) => subscribeText([OKX_CHANNEL], symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText([OKX_CHANNEL], symbols, id),
  ping: pingText,
  startsAnew: true,
  lifetimeMs: null,
  continues: null,
}

export const OKX_SPOT: Dialect = {
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
  compare: (text, slot) => sameSeq(parseTopOfBook(text), slot),
  perp: null,
}

/** Marks and running rates of swaps: small and whole frames, the marks five a second at most. */
const MARKS: SocketDialect = {
  ...BOOKS,
  symbolsPerSocket: 100,
  symbolsPerRequest: 100,
  subscribe: (symbols, id) => subscribeText(FACT_CHANNELS, symbols, id),
  unsubscribe: (symbols, id) => unsubscribeText(FACT_CHANNELS, symbols, id),
}

/** Payments of one history call: the mean takes 21, and earlier payments give the interval of the oldest. */
const PAYMENTS = 30
/** Families of one call of margin tiers, at most. */
const FAMILIES = 5
const SWAP = /-SWAP$/

/** Hourly calls: one for the running rates of all swaps, one for all borrow rates, margin tiers by families. */
function hourly(symbols: readonly string[]): readonly HourlyCall[] {
  const families = symbols.map((symbol) => symbol.replace(SWAP, ''))
  const calls: HourlyCall[] = [
    { path: '/api/v5/public/funding-rate?instId=ANY', weight: 4 },
    { path: '/api/v5/public/interest-rate-loan-quota', weight: 20 },
  ]
  for (let from = 0; from < families.length; from += FAMILIES) {
    const names = families.slice(from, from + FAMILIES).map(encodeURIComponent)
    const query = `instType=SWAP&tdMode=isolated&instFamily=${names.join(',')}`
    calls.push({ path: `/api/v5/public/position-tiers?${query}`, weight: 4, canWait: true })
  }
  return calls
}

/** Swaps use spot's hosts and protocol; their sizes are contracts. */
const PERP: Dialect = {
  ...OKX_SPOT,
  market: 'perp',
  instruments: [{ path: '/api/v5/public/instruments?instType=SWAP', weight: 2 }],
  daily: null,
  perp: {
    marks: { socket: MARKS, topic: null },
    history: (symbol) => ({
      path: `/api/v5/public/funding-rate-history?instId=${encodeURIComponent(symbol)}&limit=${PAYMENTS}`,
      weight: 4,
    }),
    historyIsLong: false,
    hourly,
  },
}

export const OKX_ADDRESSES = [ADDRESS]

/** OKX's spot and swap books: snapshot and changes chained by sequence ids. */
export const okxFeed = (context: FeedContext): BookFeed => new ExchangeFeed([OKX_SPOT, PERP], context)
