import { wallMs } from '../../../clock.ts'
import { ratioText } from '../../../market/decimal-text.ts'
import type { Payment } from '../../../market/funding.ts'
import type { Instrument } from '../../../market/instrument.ts'
import { startUsd } from '../../../market/listings.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../../wire/front.ts'
import { RateWindow } from '../../../wire/rate-window.ts'
import { type Answer, BAD_SYMBOL, MISSING_SYMBOL, NOT_FOUND, RequestWeights, wrong } from '../request-weights.ts'
import { levelsText, markText, priceText, rateText, sizeText } from './prints.ts'
import { usdmInfo } from './usdm-info.ts'
import { UsdmPrivateRest } from './usdm-private.ts'

const WEIGHT_LIMIT = 2400
/** Requests per 5 minutes that `fundingRate` and `fundingInfo` share. */
const FUNDING_LIMIT = 500
const FUNDING_WINDOW_MS = 300_000
const USUAL_HOURS = 8
const MOST_PAYMENTS = 1000
/** Depth limit → weight; other limits are refused. */
const DEPTH_WEIGHTS: Readonly<Record<string, number>> = {
  '5': 2,
  '10': 2,
  '20': 2,
  '50': 2,
  '100': 5,
  '500': 10,
  '1000': 20,
}

/** REST of the USDT-margined futures: the public calls here, the signed ones in `UsdmPrivateRest`. */
export class UsdmRest {
  readonly #context: Context
  readonly #onSnapshot: (market: Perpetual) => void
  readonly #markets = new Map<string, Perpetual>()
  readonly #weights: RequestWeights
  readonly #private: UsdmPrivateRest
  readonly #fundingCalls = new RateWindow(FUNDING_LIMIT, FUNDING_WINDOW_MS)

  /** `onSnapshot`: called before a book's snapshot is made. */
  constructor(context: Context, onSnapshot: (market: Perpetual) => void) {
    this.#context = context
    this.#onSnapshot = onSnapshot
    this.#weights = new RequestWeights(context, WEIGHT_LIMIT)
    this.#private = new UsdmPrivateRest(context, (id) => this.market(id))
    for (const one of context.market.perpetuals)
      if (one.listing.exchange === 'binance') this.#markets.set(one.listing.id, one)
  }

  get listed(): Perpetual[] {
    return [...this.#markets.values()].filter(({ state }) => state !== 'delisted')
  }

  market(id: string): Perpetual | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  answer(request: RestRequest): RestReply {
    const answer = this.#answerTo(request)
    return answer ? this.#weights.answer(answer) : NOT_FOUND
  }

  #answerTo(request: RestRequest): Answer | undefined {
    const { path, query } = request
    const isOne = query.has('symbol')
    switch (path) {
      case '/fapi/v1/ping':
        return { weight: 1, reply: () => json({}) }
      case '/fapi/v1/time':
        return { weight: 1, reply: () => json({ serverTime: this.#context.wall('binance') }) }
      case '/fapi/v1/exchangeInfo':
        return { weight: 1, reply: () => json(usdmInfo(this.listed, this.#context.wall('binance'))) }
      case '/fapi/v1/depth':
        return { weight: DEPTH_WEIGHTS[query.get('limit') ?? '500'] ?? 1, reply: () => this.#depth(query) }
      case '/fapi/v1/premiumIndex':
        return { weight: isOne ? 1 : 10, reply: () => this.#forSymbols(query, (one) => this.#premium(one)) }
      case '/fapi/v1/fundingInfo':
        return { weight: 0, reply: () => this.#funding(() => json(this.#fundingInfo())) }
      case '/fapi/v1/fundingRate':
        return { weight: 0, reply: () => this.#funding(() => this.#fundingRate(query)) }
      case '/fapi/v1/ticker/bookTicker':
        return { weight: isOne ? 2 : 5, reply: () => this.#forSymbols(query, (one) => this.#bookTicker(one)) }
      case '/fapi/v1/ticker/24hr':
        return { weight: isOne ? 1 : 40, reply: () => this.#forSymbols(query, (one) => this.#dayTicker(one)) }
      default:
        return this.#private.answerTo(request)
    }
  }

  #depth(query: URLSearchParams): RestReply {
    const id = query.get('symbol')
    if (!id) return MISSING_SYMBOL()
    const market = this.market(id)
    if (!market) return BAD_SYMBOL()
    const limit = query.get('limit') ?? '500'
    if (DEPTH_WEIGHTS[limit] === undefined) return wrong(-4021, `'${limit}' is not valid depth limit.`)
    const depth = Number(limit)
    this.#onSnapshot(market)
    const { listing, bids, asks } = market
    const cut = (side: typeof bids) =>
      levelsText(listing, { keys: side.keys.slice(0, depth), lots: side.lots.slice(0, depth) })
    const now = this.#context.wall('binance', listing.symbol)
    return json(
      `{"lastUpdateId":${market.updateId},"E":${now},"T":${matchedAt(market, now)},"bids":${cut(bids)},"asks":${cut(asks)}}`,
    )
  }

  #forSymbols(query: URLSearchParams, present: (market: Perpetual) => unknown): RestReply {
    const id = query.get('symbol')
    if (id === null) return json(this.listed.map(present))
    const market = this.market(id)
    return market ? json(present(market)) : BAD_SYMBOL()
  }

  /** `lastFundingRate` is the running estimate for the coming payment, despite its name. */
  #premium(market: Perpetual): unknown {
    const now = this.#context.wall('binance', market.listing.symbol)
    const { rate, nextAt } = market.fundingAt(now)
    const index = markText(market, market.indexTicks)
    return {
      symbol: market.listing.id,
      markPrice: markText(market, market.markTicks),
      indexPrice: index,
      estimatedSettlePrice: index,
      lastFundingRate: rateText(rate),
      interestRate: '0.00010000',
      nextFundingTime: nextAt,
      time: now,
    }
  }

  #funding(reply: () => RestReply): RestReply {
    const now = wallMs()
    if (this.#fundingCalls.spend(1, now) || !this.#context.limits) return reply()
    this.#context.counters.refusals += 1
    return this.#weights.refusal(429, Math.ceil(this.#fundingCalls.leftMs(now) / 1000))
  }

  /** Only perpetuals with an interval other than 8 h, or (every tenth) with a cap of their own. */
  #fundingInfo(): unknown[] {
    return this.listed.flatMap((market) => {
      const { statedHours } = market.fundingAt(this.#context.wall('binance', market.listing.symbol))
      if (statedHours === USUAL_HOURS && market.listing.rank % 10 !== 3) return []
      return [
        {
          symbol: market.listing.id,
          adjustedFundingRateCap: '0.02000000',
          adjustedFundingRateFloor: '-0.02000000',
          ...(statedHours === null ? {} : { fundingIntervalHours: statedHours }),
          disclaimer: false,
        },
      ]
    })
  }

  #fundingRate(query: URLSearchParams): RestReply {
    const id = query.get('symbol')
    const market = id === null ? undefined : this.market(id)
    if (id !== null && !market) return BAD_SYMBOL()
    const limit = Number(query.get('limit') ?? 100)
    if (!Number.isInteger(limit) || limit < 1) return wrong(-1130, "Data sent for parameter 'limit' is not valid.")
    const from = Number(query.get('startTime') ?? 0)
    const to = Number(query.get('endTime') ?? Number.MAX_SAFE_INTEGER)
    const within = (market ? [market] : this.listed)
      .flatMap((one) => this.#payments(one))
      .filter(({ fundingTime }) => fundingTime >= from && fundingTime <= to)
      .sort((a, b) => a.fundingTime - b.fundingTime)
    const most = Math.min(MOST_PAYMENTS, limit)
    // With `startTime` the page begins at the oldest payment, else it holds the newest payments.
    return json(query.has('startTime') ? within.slice(0, most) : within.slice(-most))
  }

  #payments(market: Perpetual) {
    const { settled } = market.fundingAt(this.#context.wall('binance', market.listing.symbol))
    return settled.map((payment) => ({
      symbol: market.listing.id,
      fundingTime: paidAt(market, payment),
      fundingRate: rateText(payment.rate),
      markPrice: markText(market, markAt(market, payment)),
    }))
  }

  #bookTicker(market: Perpetual) {
    const { listing, bids, asks } = market
    return {
      symbol: listing.id,
      bidPrice: priceText(listing, bids.keys[0] ?? 0),
      bidQty: sizeText(listing, bids.lots[0] ?? 0),
      askPrice: priceText(listing, asks.keys[0] ?? 0),
      askQty: sizeText(listing, asks.lots[0] ?? 0),
      lastUpdateId: market.updateId,
      time: this.#context.wall('binance', listing.symbol),
    }
  }

  #dayTicker(market: Perpetual): unknown {
    const { listing, lastPrice: last } = market
    const open = Math.round(market.openPrice * 10 ** listing.priceDecimals)
    const now = this.#context.wall('binance', listing.symbol)
    return {
      symbol: listing.id,
      priceChange: `${last < open ? '-' : ''}${priceText(listing, last - open)}`,
      priceChangePercent: ratioText((last - open) * 100, open, 3),
      lastPrice: priceText(listing, last),
      lastQty: sizeText(listing, market.bids.lots[0] ?? 0),
      openPrice: priceText(listing, open),
      highPrice: priceText(listing, Math.round(Math.max(open, last) * 1.01)),
      lowPrice: priceText(listing, Math.round(Math.min(open, last) * 0.99)),
      volume: sizeText(listing, Math.round(5_000_000 / (1 + listing.rank)) * 10),
      quoteVolume: '12500000.00',
      openTime: now - 86_400_000,
      closeTime: now,
      count: 250_000,
    }
  }
}

/** Time of the last book change, in the exchange's shown clock (ms). */
export const matchedAt = ({ changedAt }: Instrument, toldNow: number): number =>
  changedAt === 0 ? toldNow : Math.min(toldNow, changedAt + toldNow - wallMs())

/** Payments are stamped some milliseconds after the boundary. */
const paidAt = ({ listing }: Perpetual, { time }: Payment): number => time + ((listing.rank + time / 3_600_000) % 7)

function markAt({ listing, terms }: Perpetual, { priceShare }: Payment): number {
  return Math.round(startUsd(listing.base) * listing.multiplier * priceShare * 10 ** terms.markDecimals)
}
