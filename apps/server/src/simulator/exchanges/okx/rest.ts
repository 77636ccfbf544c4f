import { wallMs } from '../../clock.ts'
import { shortText, stepText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { Perpetual } from '../../market/perpetual.ts'
import type { Levels } from '../../wire/book-view.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { swapEntry } from './perp-prints.ts'
import { good, OkxPerpRest, unknownInstrument, wrong } from './perp-rest.ts'
import { OkxPrivateRest } from './private-rest.ts'

/** Requests per two seconds and address (docs/exchanges/okx). */
const LIMITS: Readonly<Record<string, number>> = {
  '/api/v5/public/instruments': 20,
  '/api/v5/market/books': 40,
  '/api/v5/market/tickers': 20,
  '/api/v5/market/ticker': 20,
  '/api/v5/public/time': 10,
  '/api/v5/system/status': 1,
  '/api/v5/public/funding-rate': 10,
  '/api/v5/public/funding-rate-history': 10,
  '/api/v5/public/mark-price': 10,
  '/api/v5/market/index-tickers': 20,
  '/api/v5/public/position-tiers': 10,
  '/api/v5/public/interest-rate-loan-quota': 2,
}
/** Paths whose limit counts each instrument separately. */
const BY_INSTRUMENT = ['funding-rate', 'funding-rate-history', 'mark-price'].map((name) => `/api/v5/public/${name}`)

/** A book and the seqId of its message. */
export interface BookState {
  readonly bids: Levels
  readonly asks: Levels
  readonly seqId: number
}

/** OKX's REST: the public calls here, the signed ones in `OkxPrivateRest`. */
export class OkxRest {
  readonly #context: Context
  readonly #stateOf: (instrument: Instrument) => BookState
  readonly #markets = new Map<string, Instrument>()
  readonly #perps: OkxPerpRest
  readonly #private: OkxPrivateRest
  readonly #windows = new Map<string, RateWindow>()

  constructor(context: Context, stateOf: (instrument: Instrument) => BookState) {
    this.#context = context
    this.#stateOf = stateOf
    for (const one of [...context.market.instruments, ...context.market.perpetuals])
      if (one.listing.exchange === 'okx') this.#markets.set(one.listing.id, one)
    this.#private = new OkxPrivateRest(context, (id) => this.market(id))
    this.#perps = new OkxPerpRest(context, () => this.#listed('SWAP').filter((one) => one instanceof Perpetual))
  }

  market(id: string): Instrument | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return json({ code: '50011', msg: 'Too Many Requests', data: [] }, status, { 'retry-after': String(retryAfterS) })
  }

  answer(request: RestRequest): RestReply {
    const signed = this.#private.answer(request)
    if (signed) return signed
    const { path, query } = request
    const limit = LIMITS[path]
    if (limit === undefined) return wrong('404', 'Not Found', 404)
    const counted = BY_INSTRUMENT.includes(path) ? `${path} ${query.get('instId') ?? ''}` : path
    const window = this.#windows.get(counted) ?? new RateWindow(limit, 2_000)
    this.#windows.set(counted, window)
    if (!window.spend(1, wallMs()) && this.#context.limits) {
      this.#context.counters.refusals += 1
      return wrong('50011', 'Too Many Requests', 429)
    }
    switch (path) {
      case '/api/v5/public/time':
        return good([{ ts: String(this.#context.wall('okx')) }])
      case '/api/v5/system/status':
        return good([])
      case '/api/v5/public/instruments':
        return this.#instruments(query)
      case '/api/v5/market/books':
        return this.#books(query)
      case '/api/v5/market/ticker':
        return this.#ticker(query)
      case '/api/v5/market/tickers':
        return good(this.#listed(query.get('instType')).map((one) => this.#dayTicker(one)))
      default:
        return this.#perps.answer(path, query) ?? wrong('404', 'Not Found', 404)
    }
  }

  #listed(kind: string | null): Instrument[] {
    return [...this.#markets.values()].filter((one) => one.state !== 'delisted' && kindOf(one) === kind)
  }

  #instruments(query: URLSearchParams): RestReply {
    const kind = query.get('instType')
    if (!kind) return wrong('50014', 'Parameter instType can not be empty.', 400)
    if (!['SPOT', 'MARGIN', 'SWAP', 'FUTURES', 'OPTION'].includes(kind))
      return wrong('51000', 'Parameter instType error', 400)
    const id = query.get('instId')
    const chosen = this.#listed(kind).filter((one) => !id || one.listing.id === id)
    if (id && chosen.length === 0) return unknownInstrument()
    return good(chosen.map((one) => (one instanceof Perpetual ? swapEntry(one) : spotEntry(one))))
  }

  #books(query: URLSearchParams): RestReply {
    const market = this.market(query.get('instId') ?? '')
    if (!market) return unknownInstrument()
    const depth = Math.min(400, Number(query.get('sz') ?? 1))
    const { listing } = market
    const { bids, asks, seqId } = this.#stateOf(market)
    const side = (levels: Levels) =>
      levels.keys.slice(0, depth).map((key, i) => {
        const lots = levels.lots[i] as number
        return [
          shortText(Math.abs(key), listing.priceDecimals),
          shortText(lots, listing.sizeDecimals),
          '0',
          String(1 + (lots % 7)),
        ]
      })
    const ts = String(this.#context.wall('okx', listing.symbol))
    return good([{ asks: side(asks), bids: side(bids), ts, seqId }])
  }

  #ticker(query: URLSearchParams): RestReply {
    const market = this.market(query.get('instId') ?? '')
    return market ? good([this.#dayTicker(market)]) : unknownInstrument()
  }

  #dayTicker(market: Instrument): unknown {
    const { listing, bids, asks } = market
    const price = (ticks: number) => shortText(Math.abs(ticks), listing.priceDecimals)
    const size = (lots: number) => shortText(lots, listing.sizeDecimals)
    const open = Math.round(market.openPrice * 10 ** listing.priceDecimals)
    const volume = size(Math.round(5_000_000 / (1 + listing.rank)) * 10)
    return {
      instType: kindOf(market),
      instId: listing.id,
      last: price(market.lastPrice),
      lastSz: size(bids.lots[0] ?? 0),
      askPx: price(asks.keys[0] ?? 0),
      askSz: size(asks.lots[0] ?? 0),
      bidPx: price(bids.keys[0] ?? 0),
      bidSz: size(bids.lots[0] ?? 0),
      open24h: price(open),
      high24h: price(Math.round(Math.max(open, market.lastPrice) * 1.01)),
      low24h: price(Math.round(Math.min(open, market.lastPrice) * 0.99)),
      volCcy24h: '12500000',
      vol24h: volume,
      ts: String(this.#context.wall('okx')),
      sodUtc0: price(open),
      sodUtc8: price(open),
    }
  }
}

/** The exchange's instrument type. */
const kindOf = ({ listing }: Instrument) => (listing.kind === 'perp' ? 'SWAP' : 'SPOT')

function spotEntry({ listing, state, index }: Instrument): unknown {
  return {
    alias: '',
    auctionEndTime: '',
    baseCcy: listing.baseName,
    category: '1',
    contTdSwTime: '',
    ctMult: '',
    ctType: '',
    ctVal: '',
    ctValCcy: '',
    expTime: '',
    futureSettlement: false,
    groupId: '1',
    instFamily: '',
    instId: listing.id,
    instIdCode: 10_000 + index,
    instType: 'SPOT',
    lever: listing.rank < 60 ? '10' : '',
    listTime: '1611907686000',
    lotSz: stepText(listing.sizeDecimals),
    maxIcebergSz: '999999999999.0000000000000000',
    maxLmtAmt: '20000000',
    maxLmtSz: shortText(listing.most.limitLots ?? 0, listing.sizeDecimals),
    maxMktAmt: '1000000',
    maxMktSz: '1000000',
    maxStopSz: '1000000',
    maxTriggerSz: '999999999999.0000000000000000',
    maxTwapSz: '999999999999.0000000000000000',
    minSz: shortText(listing.minLots, listing.sizeDecimals),
    openType: 'call_auction',
    optType: '',
    preMktSwTime: '',
    quoteCcy: listing.quote,
    ruleType: 'normal',
    settleCcy: '',
    state: state === 'trading' ? 'live' : 'suspend',
    stk: '',
    tickSz: stepText(listing.priceDecimals),
    tradeQuoteCcyList: [listing.quote],
    uly: '',
    upcChg: [],
  }
}
