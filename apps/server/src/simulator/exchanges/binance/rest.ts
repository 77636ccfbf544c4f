import { paddedText, ratioText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RATE_LIMITS, symbolInfo } from './exchange-info.ts'
import { levelsText, priceText, sizeText } from './levels.ts'
import { BinancePrivateRest } from './private-rest.ts'
import { type Answer, BAD_SYMBOL, MISSING_SYMBOL, NOT_FOUND, RequestWeights, wrong } from './request-weights.ts'

const WEIGHT_LIMIT = 6000

/** Weight of a depth call by its limit (docs: market data endpoints). */
const depthWeight = (limit: number) => (limit <= 100 ? 5 : limit <= 500 ? 25 : limit <= 1000 ? 50 : 250)

/** REST of the spot host, with its weights: the public calls here, the signed ones in `BinancePrivateRest`. */
export class BinanceRest {
  readonly #context: Context
  readonly #onSnapshot: (market: Instrument) => void
  readonly #markets = new Map<string, Instrument>()
  readonly #weights: RequestWeights
  readonly #private: BinancePrivateRest

  /** `onSnapshot`: called before a book's snapshot is made. */
  constructor(context: Context, onSnapshot: (market: Instrument) => void) {
    this.#context = context
    this.#onSnapshot = onSnapshot
    this.#weights = new RequestWeights(context, WEIGHT_LIMIT)
    for (const one of context.market.instruments)
      if (one.listing.exchange === 'binance') this.#markets.set(one.listing.id, one)
    this.#private = new BinancePrivateRest(context, this.#markets)
  }

  market(id: string): Instrument | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  answer(request: RestRequest): RestReply {
    const answer = this.#answerTo(request)
    return answer ? this.#weights.answer(answer) : NOT_FOUND
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#weights.refusal(status, retryAfterS)
  }

  #answerTo(request: RestRequest): Answer | undefined {
    const { path, query } = request
    switch (path) {
      case '/api/v3/ping':
        return { weight: 1, reply: () => json({}) }
      case '/api/v3/time':
        return { weight: 1, reply: () => json({ serverTime: this.#now() }) }
      case '/api/v3/exchangeInfo':
        return { weight: 20, reply: () => this.#exchangeInfo(query) }
      case '/api/v3/depth':
        return { weight: depthWeight(Number(query.get('limit') ?? 100)), reply: () => this.#depth(query) }
      case '/api/v3/ticker/bookTicker':
        return {
          weight: query.has('symbol') ? 2 : 4,
          reply: () => this.#forSymbols(query, (one) => this.#bookTicker(one)),
        }
      case '/api/v3/ticker/price':
        return {
          weight: query.has('symbol') ? 2 : 4,
          reply: () =>
            this.#forSymbols(query, (one) => ({
              symbol: one.listing.id,
              price: priceText(one.listing, one.lastPrice),
            })),
        }
      case '/api/v3/ticker/24hr':
        return {
          weight: query.has('symbol') ? 2 : 80,
          reply: () => this.#forSymbols(query, (one) => this.#dayTicker(one)),
        }
      case '/sapi/v1/system/status':
        return request.isTestnet ? undefined : { weight: 1, reply: () => this.#systemStatus() }
      default:
        return this.#private.answerTo(request)
    }
  }

  #now(): number {
    return this.#context.wall('binance')
  }

  #systemStatus(): RestReply {
    const isClosed = this.#context.injector.holding('maintenance', 'binance') !== undefined
    return json(isClosed ? { status: 1, msg: 'system_maintenance' } : { status: 0, msg: 'normal' })
  }

  #exchangeInfo(query: URLSearchParams): RestReply {
    const showSets = query.get('showPermissionSets') !== 'false'
    const status = query.get('symbolStatus')
    const one = query.get('symbol')
    const some = one ? [one] : listOf(query.get('symbols'))
    if (some?.some((id) => !this.market(id))) return BAD_SYMBOL()
    const chosen = [...this.#markets.values()].filter(
      (market) =>
        market.state !== 'delisted' &&
        (!some || some.includes(market.listing.id)) &&
        (!status || (status === 'TRADING') === (market.state === 'trading')),
    )
    return json({
      timezone: 'UTC',
      serverTime: this.#now(),
      rateLimits: RATE_LIMITS,
      exchangeFilters: [],
      symbols: chosen.map((market) => symbolInfo(market, showSets)),
      sors: [],
    })
  }

  #depth(query: URLSearchParams): RestReply {
    const id = query.get('symbol')
    if (!id) return MISSING_SYMBOL()
    const market = this.market(id)
    if (!market) return BAD_SYMBOL()
    const limit = Number(query.get('limit') ?? 100)
    if (!Number.isInteger(limit) || limit < 1) return wrong(-1130, "Data sent for parameter 'limit' is not valid.")
    const depth = Math.min(5000, limit)
    this.#onSnapshot(market)
    const { listing, bids, asks } = market
    const cut = (side: typeof bids) =>
      levelsText(listing, { keys: side.keys.slice(0, depth), lots: side.lots.slice(0, depth) })
    return json(`{"lastUpdateId":${market.updateId},"bids":${cut(bids)},"asks":${cut(asks)}}`)
  }

  #forSymbols(query: URLSearchParams, present: (market: Instrument) => unknown): RestReply {
    const one = query.get('symbol')
    if (one) {
      const market = this.market(one)
      return market ? json(present(market)) : BAD_SYMBOL()
    }
    const some = listOf(query.get('symbols'))
    const all = [...this.#markets.values()].filter((market) => market.state !== 'delisted')
    return json(all.filter((market) => !some || some.includes(market.listing.id)).map(present))
  }

  #bookTicker(market: Instrument): unknown {
    const { listing, bids, asks } = market
    return {
      symbol: listing.id,
      bidPrice: priceText(listing, bids.keys[0] ?? 0),
      bidQty: sizeText(listing, bids.lots[0] ?? 0),
      askPrice: priceText(listing, asks.keys[0] ?? 0),
      askQty: sizeText(listing, asks.lots[0] ?? 0),
    }
  }

  #dayTicker(market: Instrument): unknown {
    const { listing } = market
    const scale = 10 ** listing.priceDecimals
    const open = Math.round(market.openPrice * scale)
    const last = market.lastPrice
    const price = (ticks: number) => priceText(listing, ticks)
    const change = last - open
    const now = this.#now()
    return {
      symbol: listing.id,
      priceChange: `${change < 0 ? '-' : ''}${paddedText(Math.abs(change), listing.priceDecimals, 8)}`,
      priceChangePercent: ratioText(change * 100, open, 3),
      weightedAvgPrice: price(Math.round((last + open) / 2)),
      prevClosePrice: price(open),
      lastPrice: price(last),
      lastQty: sizeText(listing, market.bids.lots[0] ?? 0),
      ...(this.#bookTicker(market) as object),
      openPrice: price(open),
      highPrice: price(Math.round(Math.max(open, last) * 1.01)),
      lowPrice: price(Math.round(Math.min(open, last) * 0.99)),
      volume: sizeText(listing, Math.round(5_000_000 / (1 + listing.rank)) * 10),
      quoteVolume: '12500000.00000000',
      openTime: now - 86_400_000,
      closeTime: now,
      firstId: 1,
      lastId: market.updateId,
      count: 250_000,
    }
  }
}

/** `["BTCUSDT","ETHUSDT"]` as a query value; undefined where it is absent or no list. */
function listOf(text: string | null): string[] | undefined {
  if (!text) return undefined
  const names = text.replace(/[[\]"\s]/g, '').split(',')
  return names.filter((name) => name !== '')
}
