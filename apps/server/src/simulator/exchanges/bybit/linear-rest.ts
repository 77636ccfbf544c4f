import { ratioText, stepText } from '../../market/decimal-text.ts'
import type { Perpetual } from '../../market/perpetual.ts'
import type { Context } from '../../wire/front.ts'
import { borrowRate } from './borrow-rates.ts'
import { rateText, sizeText } from './prints.ts'
import { linearTicker } from './tickers.ts'

/** Result of a call, or its refusal. */
export type Outcome = { readonly result: unknown } | { readonly refusal: string }

const RISK_PAGE = 15
const MOST_PAYMENTS = 200
/** A cursor holds the name of the last entry. It is issued percent-encoded, and may come back encoded twice. */
const CURSOR = /last(?:=|%3D)([\w-]+)$/

/** Calls of the linear category that spot lacks or answers differently. */
export class LinearRest {
  readonly #context: Context
  /** Sorted by name, as in the exchange's lists. */
  readonly #markets: ReadonlyMap<string, Perpetual>

  constructor(context: Context) {
    this.#context = context
    this.#markets = new Map(
      context.market.perpetuals
        .filter(({ listing }) => listing.exchange === 'bybit')
        .map((one) => [one.listing.id, one] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }

  market(id: string): Perpetual | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  instruments(query: URLSearchParams): Outcome {
    const status = query.get('status')
    const perpetuals = this.#listed(query).map((one) => ({ id: one.listing.id, entry: this.#entry(one) }))
    const [first] = perpetuals
    // Two contracts that are no perpetuals on a coin: a reader must leave them out.
    const others =
      first && !query.has('symbol')
        ? [
            { id: 'BTCUSDT-25DEC26', entry: { ...first.entry, symbol: 'BTCUSDT-25DEC26', ...DATED } },
            { id: 'GMEUSDT', entry: { ...first.entry, symbol: 'GMEUSDT', baseCoin: 'GME', symbolType: 'stock' } },
          ]
        : []
    const wanted = [...perpetuals, ...others].filter(
      ({ entry }) => !status || (status === 'Trading') === (entry.status === 'Trading'),
    )
    const limit = Math.min(1000, Number(query.get('limit') ?? 500))
    return page(
      wanted,
      limit,
      query,
      ({ id }) => id,
      ({ entry }) => entry,
    )
  }

  tickers(query: URLSearchParams): Outcome {
    const list = this.#listed(query).map((one) => linearTicker(one, this.#wall(one)))
    if (query.has('symbol') && list.length === 0) return { refusal: 'Not supported symbols' }
    return { result: { category: 'linear', list } }
  }

  /** Funding payments, newest first. A start without an end is refused. */
  history(query: URLSearchParams): Outcome {
    const market = this.market(query.get('symbol') ?? '')
    if (!market) return { refusal: 'Not supported symbols' }
    const [start, end] = [query.get('startTime'), query.get('endTime')]
    if (start !== null && end === null) return { refusal: 'params error: endTime is required' }
    const limit = Number(query.get('limit') ?? MOST_PAYMENTS)
    if (!Number.isInteger(limit) || limit < 1) return { refusal: 'params error: Limit Invalid' }
    const { settled } = market.fundingAt(this.#wall(market))
    const list = settled
      .filter(({ time }) => time >= Number(start ?? 0) && time <= Number(end ?? Number.MAX_SAFE_INTEGER))
      .slice(-Math.min(MOST_PAYMENTS, limit))
      .reverse()
      .map(({ time, rate }) => ({
        symbol: market.listing.id,
        fundingRate: rateText(rate),
        fundingRateTimestamp: String(time),
      }))
    return { result: { category: 'linear', list } }
  }

  /** `riskLimitValue`: notional up to which a level applies. `mmDeduction`: margin that the lower levels save. */
  riskLimit(query: URLSearchParams): Outcome {
    const wanted = this.#listed(query)
    if (query.has('symbol') && wanted.length === 0) return { refusal: 'Not supported symbols' }
    const chosen = page(wanted, RISK_PAGE, query, ({ listing }) => listing.id, riskLevels)
    const { list, nextPageCursor } = chosen.result
    return { result: { category: 'linear', list: list.flat(), nextPageCursor } }
  }

  /** Hourly borrow rates, by client level; higher levels pay less. */
  borrowing(query: URLSearchParams): Outcome {
    const currency = query.get('currency')
    const levels = ['No VIP', 'VIP-1', 'PRO-1'].filter((level) => level === (query.get('vipLevel') ?? level))
    const coins = ['USDT', ...new Set(this.#context.market.instruments.map(({ listing }) => listing.base))]
    const list = (discount: number) =>
      coins.flatMap((coin) => {
        const yearly = borrowRate(coin)
        if (yearly === null || (currency !== null && currency !== coin)) return []
        return [
          {
            borrowable: true,
            collateralRatio: '0.9',
            currency: coin,
            hourlyBorrowRate: ratioText(yearly * discount, 8_760, 16),
            liquidationOrder: '3',
            marginCollateral: true,
            maxBorrowingAmount: '300',
          },
        ]
      })
    return { result: { vipCoinList: levels.map((vipLevel, i) => ({ list: list(1 - 0.1 * i), vipLevel })) } }
  }

  #wall({ listing }: Perpetual): number {
    return this.#context.wall('bybit', listing.symbol)
  }

  #listed(query: URLSearchParams): Perpetual[] {
    const id = query.get('symbol')
    return [...this.#markets.values()].filter((one) => one.state !== 'delisted' && (!id || one.listing.id === id))
  }

  #entry(market: Perpetual) {
    const { listing, state, index, terms } = market
    const { statedHours } = market.fundingAt(this.#wall(market))
    const lot = sizeText(listing, 1)
    return {
      symbol: listing.id,
      contractType: 'LinearPerpetual',
      status: state === 'trading' ? 'Trading' : 'Closed',
      baseCoin: listing.baseName,
      quoteCoin: listing.quote,
      launchTime: '1584230400000',
      deliveryTime: '0',
      deliveryFeeRate: '',
      priceScale: String(listing.priceDecimals),
      leverageFilter: { minLeverage: '1', maxLeverage: maxLeverage(terms.margins[0]?.initial), leverageStep: '0.01' },
      priceFilter: {
        minPrice: stepText(listing.priceDecimals),
        maxPrice: '1999999.80',
        tickSize: stepText(listing.priceDecimals),
      },
      lotSizeFilter: {
        maxOrderQty: sizeText(listing, listing.most.limitLots ?? 0),
        minOrderQty: lot,
        qtyStep: lot,
        postOnlyMaxOrderQty: '110000000',
        maxMktOrderQty: sizeText(listing, listing.most.marketLots ?? 0),
        minNotionalValue: listing.minNotional ?? '5',
      },
      unifiedMarginTrade: true,
      fundingInterval: (statedHours ?? 0) * 60,
      settleCoin: listing.quote,
      copyTrading: 'both',
      upperFundingRate: '0.01',
      lowerFundingRate: '-0.01',
      isPreListing: false,
      preListingInfo: null,
      riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.1' },
      displayName: '',
      symbolType: '',
      symbolId: index,
    }
  }
}

const DATED = {
  contractType: 'LinearFutures',
  baseCoin: 'BTC',
  deliveryTime: '1798185600000',
  deliveryFeeRate: '0',
  fundingInterval: 0,
}

const maxLeverage = (initial = '1'): string => ratioText(1, Number(initial), 2)

function riskLevels({ listing, terms, index }: Perpetual): unknown[] {
  let saved = 0
  let last = 0
  return terms.margins.map(({ from, maintenance, initial }, i) => {
    saved += from * (Number(maintenance) - last)
    last = Number(maintenance)
    const next = terms.margins[i + 1]
    return {
      id: index * 10 + i,
      symbol: listing.id,
      riskLimitValue: String(next?.from ?? from * 3),
      maintenanceMargin: maintenance,
      initialMargin: initial,
      isLowestRisk: i === 0 ? 1 : 0,
      maxLeverage: maxLeverage(initial),
      mmDeduction: i === 0 ? '' : ratioText(saved, 1, 4),
    }
  })
}

/** At most `limit` entries after the cursor, and the next cursor. */
function page<One, Entry>(
  all: readonly One[],
  limit: number,
  query: URLSearchParams,
  idOf: (one: One) => string,
  present: (one: One) => Entry,
): { readonly result: { category: string; list: Entry[]; nextPageCursor: string } } {
  const [, last] = CURSOR.exec(query.get('cursor') ?? '') ?? []
  const start = last === undefined ? 0 : all.findIndex((one) => idOf(one) === last) + 1
  const part = all.slice(start, start + limit)
  const [first, end] = [part[0], part.at(-1)]
  const isMore = start + limit < all.length
  const nextPageCursor =
    isMore && first !== undefined && end !== undefined
      ? encodeURIComponent(`first=${idOf(first)}&last=${idOf(end)}`)
      : ''
  return { result: { category: 'linear', list: part.map(present), nextPageCursor } }
}
