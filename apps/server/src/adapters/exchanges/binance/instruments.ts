import type { Instrument, MarketKind } from '@makas/domain'
import { arrayAt, integerAt, leastOf, objectOf, ruleAt, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { lifeOf } from '../_shared/parse/perp-fields.ts'

/** Reads `exchangeInfo` of spot or USDT-M; null for any other body. Dated and stock futures are left out. */
export function readInstruments(body: Json, market: MarketKind): readonly Instrument[] | null {
  const symbols = arrayAt(objectOf(body), 'symbols')
  if (symbols === null) return null
  const list: Instrument[] = []
  for (const entry of symbols) {
    const instrument = readInstrument(objectOf(entry), market)
    if (instrument !== null) list.push(instrument)
  }
  return list
}

function readInstrument(entry: JsonObject | null, market: MarketKind): Instrument | null {
  const symbol = textAt(entry, 'symbol')
  const baseTicker = textAt(entry, 'baseAsset')
  const quoteTicker = textAt(entry, 'quoteAsset')
  if (entry === null || symbol === null || baseTicker === null || quoteTicker === null) return null
  if (market === 'perp' && textAt(entry, 'contractType') !== 'PERPETUAL') return null
  const filters = new Map<string, JsonObject>()
  for (const item of arrayAt(entry, 'filters') ?? []) {
    const filter = objectOf(item)
    const type = textAt(filter, 'filterType')
    if (filter !== null && type !== null) filters.set(type, filter)
  }
  const lot = filters.get('LOT_SIZE') ?? null
  // NOTIONAL replaced MIN_NOTIONAL on spot. USDT-M still has MIN_NOTIONAL, with another field name.
  const value = filters.get('NOTIONAL') ?? filters.get('MIN_NOTIONAL') ?? null
  // USDT-M has another field name for the number of open orders too.
  const open = filters.get('MAX_NUM_ORDERS') ?? null
  return {
    exchange: 'binance',
    market,
    symbol,
    baseTicker,
    quoteTicker,
    status: statusOf(entry, market),
    tick: ruleAt(filters.get('PRICE_FILTER') ?? null, 'tickSize'),
    lotStep: ruleAt(lot, 'stepSize'),
    minQty: ruleAt(lot, 'minQty'),
    minNotional: ruleAt(value, 'minNotional') ?? ruleAt(value, 'notional'),
    maxQty: leastOf(ruleAt(lot, 'maxQty'), ruleAt(filters.get('MARKET_LOT_SIZE') ?? null, 'maxQty')),
    maxNotional: ruleAt(value, 'maxNotional'),
    maxOpenOrders: integerAt(open, 'maxNumOrders') ?? integerAt(open, 'limit'),
    contractSize: null,
    inverse: false,
    fundingIntervalHours: null,
    tiers: null,
    specialFee: false,
    ...(market === 'perp' ? lifeOf(entry, 'onboardDate', 'deliveryDate') : {}),
  }
}

function statusOf(entry: JsonObject, market: MarketKind): Instrument['status'] {
  switch (textAt(entry, 'status')) {
    case 'TRADING':
      return market === 'spot' && entry.get('isSpotTradingAllowed') === false ? 'halted' : 'trading'
    case 'CLOSE':
    case 'SETTLING':
    case 'DELIVERED':
      return 'gone'
    default:
      return 'halted'
  }
}
