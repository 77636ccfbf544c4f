import type { Instrument, MarketKind } from '@makas/domain'
import { arrayAt, integerAt, leastOf, objectAt, objectOf, ruleAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { lifeOf, wholeHours } from '../_shared/parse/perp-fields.ts'

const MINUTE_MS = 60_000

/** Not crypto: their tickers may equal a coin's. */
const FOREIGN_TYPES = new Set(['stock', 'commodity', 'xstocks'])
/** Zones with rates of their own (docs/exchanges/bybit.md, Fees). */
const SPECIAL_TYPES = new Set(['innovation', 'adventure'])

/** Reads a page of `instruments-info`; null for any other body. Dated futures, stocks and commodities are left out. */
export function readInstruments(result: JsonObject | null, market: MarketKind): readonly Instrument[] | null {
  const page = arrayAt(result, 'list')
  if (page === null) return null
  const list: Instrument[] = []
  for (const item of page) {
    const entry = objectOf(item)
    const instrument = entry === null ? null : readInstrument(entry, market)
    if (instrument !== null) list.push(instrument)
  }
  return list
}

function readInstrument(entry: JsonObject, market: MarketKind): Instrument | null {
  const symbol = textAt(entry, 'symbol')
  const baseTicker = textAt(entry, 'baseCoin')
  const quoteTicker = textAt(entry, 'quoteCoin')
  const type = textAt(entry, 'symbolType') ?? ''
  if (symbol === null || baseTicker === null || quoteTicker === null || FOREIGN_TYPES.has(type)) return null
  const contract = textAt(entry, 'contractType')
  const inverse = contract === 'InversePerpetual'
  if (market === 'perp' && contract !== 'LinearPerpetual' && !inverse) return null
  if (market === 'perp' && !inverse && textAt(entry, 'settleCoin') !== quoteTicker) return null
  const lot = objectAt(entry, 'lotSizeFilter')
  return {
    exchange: 'bybit',
    market,
    symbol,
    baseTicker,
    quoteTicker,
    status: statusOf(textAt(entry, 'status')),
    tick: ruleAt(objectAt(entry, 'priceFilter'), 'tickSize'),
    lotStep: ruleAt(lot, market === 'spot' ? 'basePrecision' : 'qtyStep'),
    minQty: ruleAt(lot, 'minOrderQty'),
    minNotional: ruleAt(lot, market === 'spot' ? 'minOrderAmt' : 'minNotionalValue'),
    ...mostOf(lot, market),
    contractSize: null,
    inverse,
    fundingIntervalHours: market === 'perp' ? wholeHours((integerAt(entry, 'fundingInterval') ?? 0) * MINUTE_MS) : null,
    tiers: null,
    specialFee: SPECIAL_TYPES.has(type) || textAt(entry, 'innovation') === '1' || entry.get('isPreListing') === true,
    ...(market === 'perp' ? lifeOf(entry, 'launchTime', 'deliveryTime') : {}),
  }
}

/** Spot has newer names for the quantities; some lists have only the older names. */
function mostOf(lot: JsonObject | null, market: MarketKind): Pick<Instrument, 'maxQty' | 'maxNotional'> {
  if (market === 'perp')
    return { maxQty: leastOf(ruleAt(lot, 'maxOrderQty'), ruleAt(lot, 'maxMktOrderQty')), maxNotional: null }
  const maxLimit = ruleAt(lot, 'maxLimitOrderQty') ?? ruleAt(lot, 'maxOrderQty')
  return { maxQty: leastOf(maxLimit, ruleAt(lot, 'maxMarketOrderQty')), maxNotional: ruleAt(lot, 'maxOrderAmt') }
}

function statusOf(status: string | null): Instrument['status'] {
  switch (status) {
    case 'Trading':
      return 'trading'
    case 'Closed':
    case 'Delivering':
    case 'Settling':
      return 'gone'
    default:
      return 'halted'
  }
}
