import { trimmed } from './plain-numbers.ts'

/** Reads recorded texts by the exchanges' documents, with `JSON.parse` and nothing of the product. */
export type Exchange = 'binance' | 'okx' | 'bybit' | 'kraken'
export type Market = 'spot' | 'perp'
export type Place = {
  readonly exchange: Exchange
  readonly market: Market
  readonly isRest: boolean
  readonly path: string
  readonly query: URLSearchParams
}

/** Price and size as sent. */
export type Pair = readonly [price: string, size: string]
export type Frame = {
  readonly market: Market
  readonly symbol: string
  readonly channel: string
  readonly isWhole: boolean
  readonly isRest: boolean
  readonly bids: readonly Pair[]
  readonly asks: readonly Pair[]
  readonly time: number | null
  readonly first: number | null
  readonly last: number | null
  readonly previous: number | null
  readonly checksum: number | null
}
export type Reading =
  | { readonly kind: 'frames'; readonly frames: readonly Frame[] }
  | { readonly kind: 'malformed'; readonly market: Market; readonly symbol: string; readonly channel: string | null }
  | { readonly kind: 'unsubscribed'; readonly market: Market; readonly symbol: string; readonly channel: string }
  | { readonly kind: 'depth'; readonly symbol: string; readonly depth: number }
  | { readonly kind: 'system'; readonly isTrading: boolean }
  | { readonly kind: 'ack'; readonly id: string | null }
  | { readonly kind: 'nothing' }

const DOMAINS: Readonly<Record<string, Exchange>> = {
  'binance.com': 'binance',
  'okx.com': 'okx',
  'okex.com': 'okx',
  'bybit.com': 'bybit',
  'bytick.com': 'bybit',
  'kraken.com': 'kraken',
}
const PREFIXES: Readonly<Record<string, readonly [Exchange, Market]>> = {
  binance: ['binance', 'spot'],
  'binance-usdm': ['binance', 'perp'],
  okx: ['okx', 'spot'],
  bybit: ['bybit', 'spot'],
  kraken: ['kraken', 'spot'],
  'kraken-futures': ['kraken', 'perp'],
}

export function placeOf(text: string): Place | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return null
  const isRest = url.protocol.startsWith('http')
  const query = url.searchParams
  if (/^(127\.|localhost$)/.test(url.hostname)) {
    const [, prefix = '', ...rest] = url.pathname.split('/')
    const found = PREFIXES[prefix]
    if (found === undefined) return null
    return withMarket({ exchange: found[0], market: found[1], isRest, path: `/${rest.join('/')}`, query })
  }
  const exchange = DOMAINS[url.hostname.split('.').slice(-2).join('.')]
  if (exchange === undefined) return null
  const isPerp =
    (exchange === 'binance' && /^(fapi|fstream)/.test(url.hostname)) ||
    (exchange === 'kraken' && url.hostname.startsWith('futures'))
  return withMarket({ exchange, market: isPerp ? 'perp' : 'spot', isRest, path: url.pathname, query })
}

/** Completes a place: Bybit's market is in its category; Kraken's WebSocket v1 is not read. */
function withMarket(place: Place): Place | null {
  const { exchange, market, isRest, path, query } = place
  if (exchange === 'bybit') {
    const category = isRest ? query.get('category') : path.slice(path.lastIndexOf('/') + 1)
    if (category === 'linear' || category === 'inverse') return { ...place, market: 'perp' }
    // Bybit's borrow rates have no category.
    return category === 'spot' || category === null ? place : null
  }
  if (exchange === 'kraken' && !isRest && path !== (market === 'spot' ? '/v2' : '/ws/v1')) return null
  return place
}

/** A JSON number with the digits that were sent. */
export class Sent {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type Value = string | boolean | null | Sent | readonly Value[] | { readonly [key: string]: Value | undefined }
/** A JSON object. */
export type ObjectValue = { readonly [key: string]: Value | undefined }

export function parse(text: string): Value | undefined {
  // Several readers parse one text in turn.
  if (text !== last.text) last = { text, value: parsed(text) }
  return last.value
}
let last: { readonly text: string; readonly value: Value | undefined } = { text: '', value: undefined }

function parsed(text: string): Value | undefined {
  try {
    const keep = (_key: string, value: unknown, context: { source?: string }) =>
      typeof value === 'number' ? new Sent(context.source ?? String(value)) : value
    return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as Value
  } catch {
    return undefined
  }
}
export const thing = (value: Value | undefined): ObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Sent)
    ? (value as ObjectValue)
    : {}
export const list = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])
export const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null)
/** The value as a number, or null where it is none. */
export const count = (value: Value | undefined): number | null => (value instanceof Sent ? Number(value.text) : null)

const LEVEL = /^\d+(\.\d+)?$/
/** Levels as arrays of `length` texts or as objects of numbers; null where one is neither. */
function levels(value: Value | undefined, length: number): Pair[] | null {
  if (!Array.isArray(value)) return null
  const pairs: Pair[] = []
  for (const level of value) {
    const [price, size] =
      length === 0
        ? [thing(level).price, thing(level).qty].map((one) => (one instanceof Sent ? one.text : null))
        : level
    const isRight = length === 0 || (Array.isArray(level) && level.length === length)
    if (!isRight || typeof price !== 'string' || typeof size !== 'string') return null
    if (!LEVEL.test(price) || !LEVEL.test(size) || trimmed(price) === '0') return null
    pairs.push([price, size])
  }
  return pairs
}

const NONE = { isRest: false, time: null, first: null, last: null, previous: null, checksum: null } as const

function frameOf(frame: Omit<Frame, 'bids' | 'asks'> & { bids: Pair[] | null; asks: Pair[] | null }): Reading {
  const { bids, asks, market, symbol, channel } = frame
  if (bids === null || asks === null) return { kind: 'malformed', market, symbol, channel }
  return { kind: 'frames', frames: [{ ...frame, bids, asks }] }
}

export function read(place: Place, msg: string): Reading {
  switch (place.exchange) {
    case 'binance':
      return readBinance(place, msg)
    case 'okx':
      return readOkx(place, msg)
    case 'bybit':
      return readBybit(place, msg)
    case 'kraken':
      return place.market === 'spot' ? readKraken(place, msg) : readKrakenFutures(place, msg)
  }
}

function readBinance({ market, isRest, path, query }: Place, msg: string): Reading {
  const message = parse(msg)
  if (isRest) {
    const symbol = query.get('symbol')
    if (!path.endsWith('/depth') || symbol === null) return { kind: 'nothing' }
    const body = thing(message)
    if (body.code !== undefined) return { kind: 'nothing' }
    const [bids, asks, last] = [levels(body.bids, 2), levels(body.asks, 2), count(body.lastUpdateId)]
    if (last === null) return { kind: 'malformed', market, symbol, channel: 'depth' }
    return frameOf({ ...NONE, market, symbol, channel: 'depth', isWhole: true, isRest: true, last, bids, asks })
  }
  const event = thing(message)
  const bare = event.e === 'depthUpdate' ? `${text(event.s)}@depth` : null
  const name = /"stream":\s*"([^"]+)"/.exec(msg)?.[1] ?? path.split('/ws/')[1] ?? bare
  const [lower = '', stream = ''] = name?.split('@') ?? []
  const symbol = lower.toUpperCase()
  if (message === undefined) return { kind: 'malformed', market, symbol, channel: stream }
  const outer = thing(message)
  if (outer.result === null) return { kind: 'ack', id: idOf(outer.id) }
  const body = outer.stream === undefined ? outer : thing(outer.data)
  if (!/^depth(5|10|20)?$/.test(stream)) return { kind: 'nothing' }
  const at = { ...NONE, market, symbol, channel: stream, isWhole: stream !== 'depth' }
  if (body.lastUpdateId !== undefined) {
    const [bids, asks] = [levels(body.bids, 2), levels(body.asks, 2)]
    return frameOf({ ...at, last: count(body.lastUpdateId), bids, asks })
  }
  const [time, first, last, previous] = [count(body.E), count(body.U), count(body.u), count(body.pu)]
  const isComplete = time !== null && first !== null && last !== null && body.s === symbol
  const bids = isComplete ? levels(body.b, 2) : null
  return frameOf({ ...at, time, first, last, previous, bids, asks: levels(body.a, 2) })
}

const idOf = (value: Value | undefined): string | null => (value instanceof Sent ? value.text : text(value))

function readOkx({ isRest }: Place, msg: string): Reading {
  if (isRest) return { kind: 'nothing' }
  const message = parse(msg)
  const symbol = /"instId":\s*"([^"]+)"/.exec(msg)?.[1] ?? ''
  const market = symbol.endsWith('-SWAP') ? 'perp' : 'spot'
  const channel = /"channel":\s*"([^"]+)"/.exec(msg)?.[1] ?? ''
  if (message === undefined) return { kind: 'malformed', market, symbol, channel }
  const { event, action, data } = thing(message)
  if (event === 'unsubscribe') return { kind: 'unsubscribed', market, symbol, channel }
  if (event !== undefined || !/^(books|books-l2-tbt|books50-l2-tbt|books5|bbo-tbt)$/.test(channel)) {
    return { kind: 'nothing' }
  }
  const book = thing(list(data)[0])
  const isWhole = action !== 'update'
  const [last, previous, checksum] = [count(book.seqId), count(book.prevSeqId), count(book.checksum)]
  const bids = text(book.ts) === null ? null : levels(book.bids, 4)
  const at = { ...NONE, market, symbol, channel, isWhole, time: Number(text(book.ts)) } as const
  return frameOf({ ...at, last, previous, checksum, bids, asks: levels(book.asks, 4) })
}

function readBybit({ market, isRest }: Place, msg: string): Reading {
  if (isRest) return { kind: 'nothing' }
  const message = parse(msg)
  const [, channel = '', symbol = ''] = /"topic":\s*"(orderbook\.\d+)\.([^"]+)"/.exec(msg) ?? []
  if (message === undefined) return { kind: 'malformed', market, symbol, channel }
  const { op, success, req_id, type, ts, cts, data } = thing(message)
  if (op === 'unsubscribe' && success === true) return { kind: 'ack', id: idOf(req_id) }
  if (channel === '') return { kind: 'nothing' }
  const book = thing(data)
  const last = count(book.u)
  const bids = last === null || book.s !== symbol ? null : levels(book.b, 2)
  const time = count(cts) ?? count(ts)
  const at = { ...NONE, market, symbol, channel, isWhole: type === 'snapshot', time, last } as const
  return frameOf({ ...at, bids, asks: levels(book.a, 2) })
}

function readKraken({ isRest }: Place, msg: string): Reading {
  const message = thing(parse(msg))
  if (isRest) return { kind: 'nothing' }
  const market = 'spot'
  const symbol = /"symbol":\s*"([^"]+)"/.exec(msg)?.[1] ?? ''
  const channel = /"channel":\s*"([^"]+)"/.exec(msg)?.[1] ?? ''
  if (parse(msg) === undefined) return { kind: 'malformed', market, symbol, channel }
  const result = thing(message.result)
  if (message.channel === 'status') {
    return { kind: 'system', isTrading: thing(list(message.data)[0]).system === 'online' }
  }
  if (result.channel === 'book' && message.success === true) {
    if (message.method === 'unsubscribe') return { kind: 'unsubscribed', market, symbol, channel: 'book' }
    return { kind: 'depth', symbol, depth: count(result.depth) ?? 10 }
  }
  if (message.channel !== 'book') return { kind: 'nothing' }
  const book = thing(list(message.data)[0])
  const checksum = count(book.checksum)
  const time = Date.parse((text(book.timestamp) ?? '').replace(/(\.\d{3})\d*Z$/, '$1Z'))
  const isWhole = message.type === 'snapshot'
  const bids = checksum === null || Number.isNaN(time) ? null : levels(book.bids, 0)
  return frameOf({
    ...NONE,
    market,
    symbol,
    channel: 'book',
    isWhole,
    time,
    checksum,
    bids,
    asks: levels(book.asks, 0),
  })
}

function readKrakenFutures({ isRest }: Place, msg: string): Reading {
  const symbol = /"product_id":\s*"([^"]+)"/.exec(msg)?.[1] ?? ''
  if (!isRest && parse(msg) === undefined) {
    const named = /"feed":\s*"([^"]+)"/.exec(msg)?.[1] ?? null
    return { kind: 'malformed', market: 'perp', symbol, channel: named === 'book_snapshot' ? 'book' : named }
  }
  const message = thing(parse(msg))
  const { feed, side } = message
  if (message.event === 'unsubscribed' && feed === 'book') {
    const product = text(list(message.product_ids)[0]) ?? ''
    return { kind: 'unsubscribed', market: 'perp', symbol: product, channel: 'book' }
  }
  if (isRest || (feed !== 'book' && feed !== 'book_snapshot') || message.event !== undefined) return { kind: 'nothing' }
  const isWhole = feed === 'book_snapshot'
  const change = levels([{ price: message.price, qty: message.qty }], 0)
  const bids = isWhole ? levels(message.bids, 0) : side === 'buy' ? change : []
  const asks = isWhole ? levels(message.asks, 0) : side === 'sell' ? change : []
  const at = { ...NONE, market: 'perp', symbol, channel: 'book', isWhole } as const
  return frameOf({ ...at, time: count(message.timestamp), last: count(message.seq), bids, asks })
}

/** An unsubscription that we sent, with its request id: some acknowledgements name nothing else. */
export function asked(msg: string): { readonly id: string | null; readonly topics: readonly string[] } | null {
  const { method, op, params, args, id, req_id } = thing(parse(msg))
  if (method === 'UNSUBSCRIBE') return { id: idOf(id), topics: list(params).map(String) }
  if (op === 'unsubscribe') return { id: idOf(req_id), topics: list(args).map(String) }
  return null
}
