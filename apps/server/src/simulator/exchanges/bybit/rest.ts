import { wallMs } from '../../clock.ts'
import { ratioText, shortText, stepText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { crossSequence, matchedAt } from './books.ts'
import type { LinearRest, Outcome } from './linear-rest.ts'
import { priceText, sizeText } from './prints.ts'
import { BybitPrivateRest } from './private-rest.ts'

const LIMIT = 600
const WINDOW_MS = 5_000
const BAN_MS = 600_000
const CATEGORIES = ['spot', 'linear', 'inverse', 'option']

/**
 * Bybit's REST: the public calls here, the signed ones in `BybitPrivateRest`. Most failures are HTTP 200 with a
 * `retCode`.
 */
export class BybitRest {
  readonly #context: Context
  readonly #markets = new Map<string, Instrument>()
  readonly #requests = new RateWindow(LIMIT, WINDOW_MS)
  readonly #linear: LinearRest
  readonly #private: BybitPrivateRest
  #bannedUntil = 0

  constructor(context: Context, linear: LinearRest) {
    this.#context = context
    this.#linear = linear
    this.#private = new BybitPrivateRest(context, (category, id) =>
      category === 'linear' ? linear.market(id) : this.market(id),
    )
    for (const one of context.market.instruments)
      if (one.listing.exchange === 'bybit') this.#markets.set(one.listing.id, one)
  }

  market(id: string): Instrument | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return json({ retCode: 10006, retMsg: 'Too many visits!', result: {}, retExtInfo: {}, time: wallMs() }, status, {
      'retry-after': String(retryAfterS),
    })
  }

  answer(request: RestRequest): RestReply {
    const { path, query } = request
    const { limits, counters } = this.#context
    const now = wallMs()
    if (limits && now < this.#bannedUntil) {
      counters.requestsWhileBanned += 1
      return { status: 403, body: 'access too frequent' }
    }
    if (!this.#requests.spend(1, now) && limits) {
      counters.refusals += 1
      this.#bannedUntil = now + BAN_MS
      return { status: 403, body: 'access too frequent' }
    }
    switch (path) {
      case '/v5/market/time': {
        const time = this.#now()
        return this.#good({ timeSecond: String(Math.floor(time / 1000)), timeNano: `${time}000000` })
      }
      case '/v5/market/instruments-info':
        return this.#instruments(query)
      case '/v5/market/orderbook':
        return this.#orderbook(query)
      case '/v5/market/tickers':
        return this.#tickers(query)
      case '/v5/market/funding/history':
        return this.#ofLinear(query, (linear) => linear.history(query))
      case '/v5/market/risk-limit':
        return this.#ofLinear(query, (linear) => linear.riskLimit(query))
      case '/v5/spot-margin-trade/data':
        return this.#reply(this.#linear.borrowing(query))
      default:
        return this.#signed(request)
    }
  }

  #signed(request: RestRequest): RestReply {
    const answer = this.#private.answer(request)
    if (!answer) return { status: 404, body: '404 page not found' }
    const { outcome, headers } = answer
    const reply = 'result' in outcome ? this.#good(outcome.result) : this.#wrong(outcome.retCode, outcome.retMsg)
    const isCut = 'isCut' in outcome && outcome.isCut === true
    return { ...reply, headers: { ...reply.headers, ...headers }, ...(isCut ? { isCut } : {}) }
  }

  #now(): number {
    return this.#context.wall('bybit')
  }

  #good(result: unknown): RestReply {
    return json({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: this.#now() })
  }

  #wrong(retCode: number, retMsg: string): RestReply {
    return json({ retCode, retMsg, result: {}, retExtInfo: {}, time: this.#now() })
  }

  #reply(outcome: Outcome): RestReply {
    return 'refusal' in outcome ? this.#wrong(10001, outcome.refusal) : this.#good(outcome.result)
  }

  #ofLinear(query: URLSearchParams, ask: (linear: LinearRest) => Outcome): RestReply {
    const category = query.get('category') ?? ''
    if (category === 'linear') return this.#reply(ask(this.#linear))
    return category === 'inverse' ? this.#good({ category, list: [] }) : this.#wrong(10001, 'Illegal category')
  }

  #listed(query: URLSearchParams): Instrument[] {
    const id = query.get('symbol')
    return [...this.#markets.values()].filter((one) => one.state !== 'delisted' && (!id || one.listing.id === id))
  }

  #instruments(query: URLSearchParams): RestReply {
    const category = query.get('category') ?? ''
    if (!CATEGORIES.includes(category)) return this.#wrong(10001, 'Illegal category')
    const status = query.get('status')
    if (category === 'linear') return this.#reply(this.#linear.instruments(query))
    if (category !== 'spot') return this.#good({ category, list: [], nextPageCursor: '' })
    const list = this.#listed(query).filter((one) => !status || (status === 'Trading') === (one.state === 'trading'))
    return this.#good({ category, list: list.map(instrumentEntry), nextPageCursor: '' })
  }

  #orderbook(query: URLSearchParams): RestReply {
    const id = query.get('symbol') ?? ''
    const isLinear = query.get('category') === 'linear'
    const market = isLinear ? this.#linear.market(id) : this.market(id)
    if (!(isLinear || query.get('category') === 'spot') || !market) return this.#wrong(10001, 'Not supported symbols')
    const [usual, most] = isLinear ? [25, 500] : [1, 200]
    const limit = Math.min(most, Number(query.get('limit') ?? usual))
    const { listing } = market
    const side = (levels: Instrument['bids']) =>
      levels.keys
        .slice(0, limit)
        .map((key, i) => [priceText(listing, key), sizeText(listing, levels.lots[i] as number)])
    const ts = this.#context.wall('bybit', listing.symbol)
    return this.#good({
      s: listing.id,
      a: side(market.asks),
      b: side(market.bids),
      ts,
      u: market.updateId,
      seq: crossSequence(market.updateId),
      cts: matchedAt(market, ts),
    })
  }

  #tickers(query: URLSearchParams): RestReply {
    const category = query.get('category') ?? ''
    if (!CATEGORIES.includes(category)) return this.#wrong(10001, 'Illegal category')
    if (category === 'linear') return this.#reply(this.#linear.tickers(query))
    return this.#good({ category, list: category === 'spot' ? this.#listed(query).map(dayTicker) : [] })
  }
}

function dayTicker({ listing, bids, asks, openPrice, lastPrice }: Instrument): unknown {
  const price = (ticks: number) => shortText(Math.abs(ticks), listing.priceDecimals)
  const size = (lots: number) => shortText(lots, listing.sizeDecimals)
  const open = Math.round(openPrice * 10 ** listing.priceDecimals)
  return {
    symbol: listing.id,
    bid1Price: price(bids.keys[0] ?? 0),
    bid1Size: size(bids.lots[0] ?? 0),
    ask1Price: price(asks.keys[0] ?? 0),
    ask1Size: size(asks.lots[0] ?? 0),
    lastPrice: price(lastPrice),
    prevPrice24h: price(open),
    price24hPcnt: ratioText(lastPrice - open, open, 4),
    highPrice24h: price(Math.round(Math.max(open, lastPrice) * 1.01)),
    lowPrice24h: price(Math.round(Math.min(open, lastPrice) * 0.99)),
    turnover24h: '12500000',
    volume24h: size(Math.round(5_000_000 / (1 + listing.rank)) * 10),
    usdIndexPrice: '',
  }
}

function instrumentEntry({ listing, state, index }: Instrument): unknown {
  const lot = stepText(listing.sizeDecimals)
  return {
    symbolId: index,
    symbol: listing.id,
    baseCoin: listing.baseName,
    quoteCoin: listing.quote,
    innovation: '0',
    status: state === 'trading' ? 'Trading' : 'Closed',
    marginTrading: listing.rank < 60 ? 'utaOnly' : 'none',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: lot,
      quotePrecision: '0.0000001',
      minOrderQty: lot,
      maxOrderQty: shortText(listing.most.limitLots ?? 0, listing.sizeDecimals),
      minOrderAmt: listing.minNotional ?? '5',
      maxOrderAmt: listing.most.limitValue,
      maxLimitOrderQty: shortText(listing.most.limitLots ?? 0, listing.sizeDecimals),
      maxMarketOrderQty: shortText(listing.most.marketLots ?? 0, listing.sizeDecimals),
      postOnlyMaxLimitOrderSize: '900000000',
    },
    priceFilter: { tickSize: stepText(listing.priceDecimals) },
    riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.05' },
    symbolType: '',
    xstockMultiplier: '1',
  }
}
