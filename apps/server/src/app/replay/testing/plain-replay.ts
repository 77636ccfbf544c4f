import { PlainBook, type Reason } from './plain-book.ts'
import { type PlainLeg, plainFinding } from './plain-finding.ts'
import { type PlainListing, readListings } from './plain-listings.ts'
import { exact, fraction, times, trimmed } from './plain-numbers.ts'
import { asked, type Exchange, type Pair, type Place, placeOf, read } from './plain-wire.ts'

export type PlainLine = { readonly t: number; readonly url: string; readonly dir: 'in' | 'out'; readonly msg: string }
const NOTHING = { kind: 'nothing' } as const
type Finding = Record<string, unknown>
type Route = { readonly id: string; readonly buy: PlainLeg; readonly sell: PlainLeg; open: Finding | null }
type Fees = { readonly [exchange in Exchange]?: string | { spot: string; perp: string } | null }

/** Effective times of one file's lines (runtime.md, Input). */
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

/** What a replay must print for lines in order, found without the product. `coinOf` names a ticker and its multiplier. */
export function plainReplay(
  lines: readonly PlainLine[],
  coinOf: (exchange: Exchange, ticker: string) => readonly [coin: string, multiplier: bigint] | null,
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
  for (const { place, dir, msg, reading } of placed) {
    if (place === null || dir === 'out') continue
    for (const one of readListings(place, msg)) listings.set(`${one.exchange} ${one.market} ${one.symbol}`, one)
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

  const legs: { leg: PlainLeg; pair: string }[] = []
  const routes: Route[] = []
  const join = (book: PlainBook, listing: PlainListing | undefined) => {
    if (listing === undefined || book.market !== 'spot') return
    const [base, quote] = [coinOf(book.exchange, listing.base), coinOf(book.exchange, listing.quote)]
    if (base === null || quote === null) return
    const named = fees[book.exchange]
    const fee = named === undefined ? listing.fee(base[0], quote[0]) : typeof named === 'string' ? named : named?.spot
    const leg: PlainLeg = { book, listing, base: base[0], quote: quote[0], multiplier: base[1], fee: fee ?? null }
    const pair = `${base[0]}-${quote[0]}`
    for (const other of legs.filter((one) => one.pair === pair && one.leg.book.exchange !== book.exchange)) {
      for (const [buy, sell] of [[leg, other.leg] as const, [other.leg, leg] as const]) {
        routes.push({ id: `spot.${pair}.${buy.book.exchange}.${sell.book.exchange}`, buy, sell, open: null })
      }
    }
    legs.push({ leg, pair })
    routes.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  const findings: Finding[] = []
  const close = (route: Route, reason: string, t: number) => {
    if (route.open === null) return
    const { mode, row, evidence } = route.open as { mode: string; row: object; evidence: object }
    const closed = { ...row, state: 'CLOSED', updated_at: new Date(t).toISOString() }
    findings.push({ t, event: 'closed', reason, mode, row: closed, evidence })
    route.open = null
  }
  const closeAll = (book: PlainBook, reason: string, t: number) => {
    for (const route of routes) if (route.buy.book === book || route.sell.book === book) close(route, reason, t)
  }
  const evaluate = (route: Route, t: number) => {
    const reason = [route.buy.book, route.sell.book].map((book) => unfit(book, t)).find((one) => one !== null)
    const found = reason === undefined ? plainFinding(route.id, route.buy, route.sell, t) : reason
    if (found === null) return
    if (typeof found === 'string') close(route, found, t)
    else if (route.open === null) {
      route.open = { t, event: 'opened', ...found }
      findings.push(route.open)
    } else {
      const { row, evidence } = route.open as typeof found
      const next = { t, event: 'changed', ...found, row: { ...found.row, detected_at: row.detected_at } }
      if (offer(next.evidence) === offer(evidence)) return
      route.open = next
      findings.push(next)
    }
  }

  const requests = new Map<string, readonly string[]>()
  const halted = new Set<Exchange>()
  let clock = 0
  for (const { t, place, dir, msg, reading } of placed) {
    clock = t
    for (const book of books.values()) {
      if (book.crossedSince !== null && t - book.crossedSince > 1_000) closeAll(book, book.lose('crossed'), t)
    }
    for (const route of routes) {
      if (![route.buy, route.sell].every(({ book }) => book.isFresh(t))) close(route, 'stale', t)
    }
    if (place === null) continue
    if (dir === 'out') {
      const request = asked(msg)
      if (request !== null) requests.set(`${place.exchange} ${request.id}`, request.topics)
      continue
    }
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
        for (const route of routes) {
          if (touched.has(route.buy.book) || touched.has(route.sell.book)) evaluate(route, t)
        }
      }
    }
  }
  for (const route of routes) close(route, 'end', clock)
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

/** What `changed` looks at. */
function offer(evidence: unknown): string {
  const { legs, size, net } = evidence as { legs: readonly { levels: unknown }[]; size: string; net: string }
  return JSON.stringify([size, net, ...legs.map((leg) => leg.levels)])
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

/** Levels that a channel keeps; Binance's changes keep all that they name. */
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
  const isSwap = book.exchange === 'okx' && book.market === 'perp'
  const contract = listings.get(`okx perp ${book.symbol}`)?.contractSize ?? null
  const isInverse = /^PI_|-USD-SWAP$/.test(book.symbol)
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
