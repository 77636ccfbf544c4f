import { isoSeconds, rfc1123, wallMs } from '../../clock.ts'
import { fixedText, stepText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { altname, assetId, pairAltname, pairId, wsname } from './names.ts'
import { KrakenPrivateRest } from './private-rest.ts'

/** Capacity of the public calls' counter, which sinks by one a second (Kraken states about one call a second). */
const CALLS = 15
const MONIES = ['USD', 'USDT', 'USDC', 'EUR']
const FEES = [
  [0, 0.8],
  [10000, 0.6],
  [50000, 0.4],
  [100000, 0.35],
  [250000, 0.3],
]
const FEES_MAKER = [
  [0, 0.4],
  [10000, 0.3],
  [50000, 0.2],
  [100000, 0.18],
  [250000, 0.15],
]
const STABLE_FEES = [
  [0, 0.2],
  [50000, 0.16],
  [100000, 0.12],
]

const good = (result: unknown) => json({ error: [], result })
const wrong = (...error: string[]) => json({ error })

/** Kraken's REST: the public calls here, the signed ones in `KrakenPrivateRest`. Errors are HTTP 200. */
export class KrakenRest {
  readonly #context: Context
  readonly #byId = new Map<string, Instrument>()
  readonly #byName = new Map<string, Instrument>()
  readonly #private: KrakenPrivateRest
  #level = 0
  #levelAt = 0

  constructor(context: Context) {
    this.#context = context
    this.#private = new KrakenPrivateRest(context, (name) => this.#findInstrument(name))
    for (const one of context.market.instruments) {
      if (one.listing.exchange !== 'kraken') continue
      this.#byId.set(one.listing.id, one)
      for (const name of [pairId(one.listing), pairAltname(one.listing), wsname(one.listing)])
        this.#byName.set(name, one)
    }
  }

  /** The market by its name of WebSocket v2, BTC/USD. */
  market(id: string): Instrument | undefined {
    const found = this.#byId.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  listed(): Instrument[] {
    return [...this.#byId.values()].filter((one) => one.state !== 'delisted')
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return json({ error: ['EAPI:Rate limit exceeded'] }, status, { 'retry-after': String(retryAfterS) })
  }

  answer(request: RestRequest): RestReply {
    const signed = this.#private.answer(request)
    if (signed) return signed
    const { path, query } = request
    if (!this.#isWithinLimit() && this.#context.limits) {
      this.#context.counters.refusals += 1
      return wrong('EAPI:Rate limit exceeded')
    }
    const now = this.#context.wall('kraken')
    switch (path) {
      case '/0/public/Time':
        return good({ unixtime: Math.floor(now / 1000), rfc1123: rfc1123(now) })
      case '/0/public/SystemStatus':
        return good({
          status: this.#context.injector.systemStatus(),
          timestamp: isoSeconds(now),
        })
      case '/0/public/Assets':
        return good(this.#assets())
      case '/0/public/AssetPairs':
        return this.#pairs(query, (one) => assetPair(one))
      case '/0/public/Ticker':
        return this.#pairs(query, (one) => dayTicker(one))
      case '/0/public/Depth':
        return this.#depth(query, now)
      default:
        return wrong('EGeneral:Unknown method')
    }
  }

  #isWithinLimit(): boolean {
    const now = wallMs()
    this.#level = Math.max(0, this.#level - (now - this.#levelAt) / 1000) + 1
    this.#levelAt = now
    return this.#level <= CALLS
  }

  #findInstrument(name: string): Instrument | undefined {
    const found = this.#byName.get(name) ?? this.#byId.get(name)
    return found?.state === 'delisted' ? undefined : found
  }

  #assets(): Record<string, unknown> {
    const names = new Set(this.listed().flatMap(({ listing }) => [listing.base, listing.quote]))
    return Object.fromEntries(
      [...names].map((name) => [
        assetId(name),
        {
          aclass: 'currency',
          altname: altname(name),
          decimals: 10,
          display_decimals: MONIES.includes(name) ? 4 : 5,
          status: 'enabled',
        },
      ]),
    )
  }

  #pairs(query: URLSearchParams, present: (market: Instrument) => unknown): RestReply {
    const wanted = query.get('pair')
    const markets = wanted ? wanted.split(',').map((name) => this.#findInstrument(name)) : this.listed()
    const known = markets.filter((market) => market !== undefined)
    if (known.length < markets.length) return wrong('EQuery:Unknown asset pair')
    return good(Object.fromEntries(known.map((market) => [pairId(market.listing), present(market)])))
  }

  #depth(query: URLSearchParams, now: number): RestReply {
    const market = this.#findInstrument(query.get('pair') ?? '')
    if (!market) return wrong('EQuery:Unknown asset pair')
    const count = Math.min(500, Number(query.get('count') ?? 100))
    const { listing } = market
    const side = (levels: Instrument['bids']) =>
      levels.keys
        .slice(0, count)
        .map((key, i) => [
          fixedText(Math.abs(key), listing.priceDecimals),
          fixedText(levels.lots[i] as number, listing.sizeDecimals),
          Math.floor(now / 1000),
        ])
    return good({ [pairId(listing)]: { asks: side(market.asks), bids: side(market.bids) } })
  }
}

function assetPair({ listing, state }: Instrument): unknown {
  const isStable = MONIES.includes(listing.base) && MONIES.includes(listing.quote)
  return {
    altname: pairAltname(listing),
    wsname: wsname(listing),
    aclass_base: 'currency',
    base: assetId(listing.base),
    aclass_quote: 'currency',
    quote: assetId(listing.quote),
    lot: 'unit',
    cost_decimals: 5,
    pair_decimals: listing.priceDecimals,
    lot_decimals: listing.sizeDecimals,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: isStable ? STABLE_FEES : FEES,
    fees_maker: isStable ? STABLE_FEES : FEES_MAKER,
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    ordermin: fixedText(listing.minLots, listing.sizeDecimals),
    costmin: listing.minNotional ?? '0.5',
    tick_size: stepText(listing.priceDecimals),
    status: state === 'trading' ? 'online' : 'cancel_only',
    execution_venue: 'international',
  }
}

function dayTicker({ listing, bids, asks, openPrice, lastPrice }: Instrument): unknown {
  const price = (ticks: number) => fixedText(Math.abs(ticks), listing.priceDecimals)
  const size = (lots: number) => fixedText(lots, listing.sizeDecimals)
  const open = Math.round(openPrice * 10 ** listing.priceDecimals)
  const high = price(Math.round(Math.max(open, lastPrice) * 1.01))
  const low = price(Math.round(Math.min(open, lastPrice) * 0.99))
  const volume = size(Math.round(500_000 / (1 + listing.rank)) * 10)
  const middle = price(Math.round((open + lastPrice) / 2))
  return {
    a: [price(asks.keys[0] ?? 0), '1', size(asks.lots[0] ?? 0)],
    b: [price(bids.keys[0] ?? 0), '1', size(bids.lots[0] ?? 0)],
    c: [price(lastPrice), size(bids.lots[0] ?? 0)],
    v: [volume, volume],
    p: [middle, middle],
    t: [25_000, 25_000],
    l: [low, low],
    h: [high, high],
    o: price(open),
  }
}
