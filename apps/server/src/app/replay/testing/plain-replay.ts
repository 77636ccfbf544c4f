import { PlainBook, type Reason } from './plain-book.ts'
import { PlainKnowledge } from './plain-knowledge.ts'
import { type PlainListing, readListings } from './plain-listings.ts'
import { exact, fraction, times, trimmed } from './plain-numbers.ts'
import { type PlainRoute, PlainRoutes } from './plain-routes.ts'
import type { PlainFinding } from './plain-row.ts'
import { asked, type Exchange, type Pair, type Place, placeOf, read } from './plain-wire.ts'

export type PlainLine = { readonly t: number; readonly url: string; readonly dir: 'in' | 'out'; readonly msg: string }
const NOTHING = { kind: 'nothing' } as const
type Finding = Record<string, unknown>
type Market = 'spot' | 'perp'
export type CoinOf = (
  exchange: Exchange,
  market: Market,
  ticker: string,
) => readonly [coin: string, multiplier: bigint] | null
type Fees = { readonly [exchange in Exchange]?: string | { spot: string; perp: string } | null }

/** Effective times of one file's lines (http-and-settings.md, Input). */
export function plainLines(text: string): PlainLine[] {
  let t = 0
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { url, dir, msg, t: sent } = JSON.parse(line)
      t = Math.max(t, sent ?? 0)
      return { t, url, dir, msg }
    })
}

/**
 * The expected output of a replay of ordered lines, computed without the product. `coinOf`: coin and multiplier of a
 * ticker.
 */
export function plainReplay(
  lines: readonly PlainLine[],
  coinOf: CoinOf,
  fees: Fees = {},
): { readonly findings: Finding[]; readonly books: Finding[] } {
  const placed = lines.map((line) => {
    const place = placeOf(line.url)
    const reading = place === null || line.dir === 'out' ? NOTHING : read(place, line.msg)
    return { ...line, place, reading }
  })
  const listings = new Map<string, PlainListing>()
  const channels = new Map<string, Set<string>>()
  const depths = new Map<string, number>()
  const lists = new Set<string>()
  for (const { place, dir, msg, reading } of placed) {
    if (place === null || dir === 'out') continue
    const listed = readListings(place, msg)
    for (const one of listed) listings.set(`${one.exchange} ${one.market} ${one.symbol}`, one)
    if (listed.length > 0) lists.add(msg)
    if (reading.kind === 'depth') {
      depths.set(reading.symbol, Math.max(depths.get(reading.symbol) ?? 0, reading.depth))
    }
    for (const frame of reading.kind === 'frames' ? reading.frames : []) {
      const name = `${place.exchange} ${frame.market} ${frame.symbol}`
      channels.set(name, (channels.get(name) ?? new Set()).add(frame.isRest ? 'rest' : frame.channel))
    }
  }

  const books = new Map<string, PlainBook>()
  const bookOf = ({ exchange }: Place, market: string, symbol: string, channel: string | null): PlainBook | null => {
    const name = `${exchange} ${market} ${symbol}`
    const known = books.get(name)
    const chosen = known?.channel ?? deepest(channels.get(name) ?? new Set(), exchange, market, symbol)
    if (chosen === null || (channel !== null && chosen !== channel)) return null
    if (known !== undefined) return known
    const depth = exchange === 'kraken' && market === 'spot' ? (depths.get(symbol) ?? 10) : depthOf(chosen)
    const book = new PlainBook(exchange, market as 'spot', symbol, chosen, depth)
    book.halted = listings.get(name)?.isTrading === false
    books.set(name, book)
    join(book, listings.get(name))
    return book
  }

  const knowledge = new PlainKnowledge(listings)
  const routes = new PlainRoutes(knowledge)
  const join = (book: PlainBook, listing: PlainListing | undefined) => {
    if (listing === undefined || listing.isInverse) return
    const { exchange, market } = book
    const [base, quote] = [coinOf(exchange, market, listing.base), coinOf(exchange, market, listing.quote)]
    if (base === null || quote === null) return
    const schedule = listing.fee(base[0], quote[0])
    const named = fees[exchange]
    const isOnlySpot = typeof named === 'string' && market === 'perp'
    const fee =
      named === undefined || isOnlySpot ? schedule : typeof named === 'string' || named === null ? named : named[market]
    routes.join({ book, listing, base: base[0], quote: quote[0], multiplier: base[1], fee })
  }

  const findings: Finding[] = []
  const close = (route: PlainRoute, reason: string, t: number) => {
    if (route.open === null) return
    const { mode, row, evidence } = route.open
    const closed = { ...row, state: 'CLOSED', updated_at: new Date(t).toISOString() }
    findings.push({ t, event: 'closed', reason, mode, row: closed, evidence })
    route.open = null
  }
  const closeAll = (book: PlainBook, reason: string, t: number) => {
    for (const route of routes.of(book)) close(route, reason, t)
  }
  const evaluate = (route: PlainRoute, t: number, stamp: number) => {
    const reason = route.legs.map(({ book }) => unfit(book, t)).find((one) => one !== null)
    const found = reason ?? route.judge(t, stamp)
    if (typeof found === 'string') close(route, found, t)
    else if (route.open === null) {
      route.open = { t, event: 'opened', ...found }
      findings.push(route.open)
    } else {
      const { row, evidence } = route.open
      const next = { t, event: 'changed', ...found, row: { ...found.row, detected_at: row.detected_at } }
      if (offer(next) === offer({ row, evidence })) return
      route.open = next
      findings.push(next)
    }
  }

  const requests = new Map<string, readonly string[]>()
  const halted = new Set<Exchange>()
  let clock = 0
  for (const [stamp, { t, place, dir, msg, reading }] of placed.entries()) {
    clock = t
    for (const book of books.values()) {
      if (book.crossedSince !== null && t - book.crossedSince > 1_000) closeAll(book, book.lose('crossed'), t)
    }
    for (const route of routes.all) {
      if (route.open !== null && !route.legs.every(({ book }) => book.isFresh(t))) close(route, 'stale', t)
    }
    if (place === null) continue
    if (dir === 'out') {
      const request = asked(msg)
      if (request !== null) requests.set(`${place.exchange} ${request.id}`, request.topics)
      continue
    }
    // A text with a book or a list has no other facts.
    if ((reading.kind === 'nothing' || reading.kind === 'malformed') && !lists.has(msg)) knowledge.read(place, msg, t)
    const lose = (book: PlainBook | null, reason: Reason) => book !== null && closeAll(book, book.lose(reason), t)
    switch (reading.kind) {
      case 'malformed':
        lose(bookOf(place, reading.market, reading.symbol, reading.channel), 'refused')
        break
      case 'unsubscribed':
        lose(bookOf(place, reading.market, reading.symbol, reading.channel), 'down')
        break
      case 'ack':
        for (const topic of requests.get(`${place.exchange} ${reading.id}`) ?? []) {
          const [symbol, channel] = topicOf(place.exchange, topic)
          lose(bookOf(place, place.market, symbol, channel), 'down')
        }
        requests.delete(`${place.exchange} ${reading.id}`)
        break
      case 'depth': {
        const book = bookOf(place, 'spot', reading.symbol, 'book')
        if (book !== null) book.depth = reading.depth
        break
      }
      case 'system':
        if (reading.isTrading) halted.delete(place.exchange)
        else halted.add(place.exchange)
        for (const book of books.values()) {
          if (book.exchange !== place.exchange || book.market !== place.market) continue
          const listing = listings.get(`${book.exchange} ${book.market} ${book.symbol}`)
          book.halted = !reading.isTrading || listing?.isTrading === false
          if (book.halted) closeAll(book, 'halted', t)
        }
        break
      case 'frames': {
        const touched = new Set<PlainBook>()
        for (const frame of reading.frames) {
          const book = bookOf(place, frame.market, frame.symbol, frame.channel)
          if (book !== null && book.frames === 0 && halted.has(place.exchange)) book.halted = true
          const outcome = book?.read(frame, t) ?? null
          if (book === null || outcome === null) continue
          if (outcome === 'touched') touched.add(book)
          else closeAll(book, outcome, t)
        }
        const moved = new Set([...touched].flatMap((book) => routes.of(book)))
        for (const route of moved) evaluate(route, t, stamp)
      }
    }
  }
  for (const route of routes.all) close(route, 'end', clock)
  return {
    findings,
    books: [...books.values()]
      .filter((book) => book.frames > 0)
      .sort(byName)
      .map(lineOf(listings)),
  }
}

/** Why a book may not be read, or null. */
function unfit(book: PlainBook, t: number): string | null {
  if (book.state !== 'LIVE') return 'down'
  if (book.halted) return 'halted'
  if (!book.isFresh(t)) return 'stale'
  return book.isCrossed ? 'crossed' : null
}

/**
 * The fields that `changed` compares: size, net, levels, and the average prices from which a row's figures are rounded.
 */
function offer({ row, evidence }: Pick<PlainFinding, 'row' | 'evidence'>): string {
  const { legs, size, net } = evidence as { legs: readonly { levels: unknown }[]; size: string; net: string }
  const prices = [row.buy_price, row.sell_price, row.leg1_price, row.leg2_price, row.leg3_price]
  return JSON.stringify([size, net, prices, ...legs.map((leg) => leg.levels)])
}

const OKX = ['books', 'books-l2-tbt', 'books50-l2-tbt', 'books5', 'bbo-tbt']
function deepest(seen: ReadonlySet<string>, exchange: Exchange, market: string, symbol: string): string | null {
  if (seen.size === 0) return null
  if (exchange === 'okx') return OKX.find((channel) => seen.has(channel)) ?? null
  if (exchange === 'bybit') {
    const deepestFirst = [...seen].sort((a, b) => Number(b.slice(10)) - Number(a.slice(10)))
    return symbol.includes('-') ? null : (deepestFirst[0] ?? null)
  }
  if (exchange === 'kraken') return market === 'perp' && !/^P[IF]_/.test(symbol) ? null : 'book'
  if (market === 'perp' && /_\d/.test(symbol)) return null
  const partial = ['depth20', 'depth10', 'depth5'].find((channel) => seen.has(channel))
  return partial !== undefined && !(seen.has('depth') && seen.has('rest')) ? partial : 'depth'
}

/** Depth of a channel's book, in levels; Binance's deltas keep every level that they name. */
function depthOf(channel: string): number {
  if (channel === 'bbo-tbt') return 1
  if (channel.startsWith('books')) return { books5: 5, 'books50-l2-tbt': 50 }[channel] ?? 400
  return Number(/\d+$/.exec(channel)?.[0] ?? Number.POSITIVE_INFINITY)
}

function topicOf(exchange: Exchange, topic: string): readonly [symbol: string, channel: string] {
  const parts = topic.split(exchange === 'binance' ? '@' : '.')
  return exchange === 'binance'
    ? [(parts[0] ?? '').toUpperCase(), parts[1] ?? '']
    : [parts[2] ?? '', `${parts[0]}.${parts[1]}`]
}

const nameOf = (book: PlainBook) => [book.exchange, book.market, book.symbol].join('\u0000')
const byName = (a: PlainBook, b: PlainBook) => (nameOf(a) < nameOf(b) ? -1 : 1)

const lineOf = (listings: ReadonlyMap<string, PlainListing>) => (book: PlainBook) => {
  const state = book.state === 'LIVE' && book.halted ? 'HALTED' : book.state
  const isPerp = book.market === 'perp'
  const isSwap = book.exchange === 'okx' && isPerp
  const contract = listings.get(`okx perp ${book.symbol}`)?.contractSize ?? null
  const isInverse =
    /^PI_|-USD-SWAP$/.test(book.symbol) || (book.exchange === 'bybit' && isPerp && /USD$/.test(book.symbol))
  const unit = isSwap && !isInverse && contract !== null ? contract : '1'
  const levels = (pairs: readonly Pair[]) =>
    state === 'LIVE'
      ? pairs.slice(0, 10).map(([price, size]) => [trimmed(price), exact(times(fraction(size), fraction(unit)))])
      : []
  return {
    ...{ exchange: book.exchange, market: book.market, symbol: book.symbol, frames: book.frames, gaps: book.gaps },
    ...{ checksums_ok: book.ok, checksums_bad: book.bad, resyncs: book.resyncs, state },
    ...(isInverse || (isSwap && contract === null) ? { unit: 'contracts' } : {}),
    ...{ bids: levels(book.bids), asks: levels(book.asks) },
  }
}
