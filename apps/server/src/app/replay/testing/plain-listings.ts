import { exact, fraction, less, times } from './plain-numbers.ts'
import type { PlainTiers } from './plain-perp.ts'
import {
  type Exchange,
  list,
  type Market,
  type ObjectValue,
  type Place,
  parse,
  Sent,
  text,
  thing,
  type Value,
} from './plain-wire.ts'

/** One instrument of a list, in texts. */
export type PlainListing = {
  readonly exchange: Exchange
  readonly market: Market
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly isTrading: boolean
  readonly lot: string | null
  readonly minQty: string | null
  readonly minNotional: string | null
  /** Most of one order, of whatever kind; null where the list states none. */
  readonly maxQty: string | null
  readonly maxNotional: string | null
  /** Most open orders of an account, where the list states it. */
  readonly maxOpenOrders?: number | null
  readonly tick: string | null
  /**
   * Base units of one contract where the book counts contracts and the list states their size; lots are base units
   * already.
   */
  readonly contractSize: string | null
  /** An inverse perpetual: it has a book but no routes. */
  readonly isInverse: boolean
  /** Initial hours between payments, and margin tiers. */
  readonly interval: number | null
  readonly tiers: PlainTiers | null
  /** Default taker fee of a pair; null = unknown. */
  readonly fee: (base: string, quote: string) => string | null
}

const MONIES = ['USD', 'USDT', 'USDC', 'DAI', 'EUR', 'GBP', 'TRY']
const CAPPED = ['USD', 'USDT', 'USDC', 'BUSD', 'DAI']
const STATES = ['USD', 'EUR', 'GBP', 'TRY', 'BRL', 'PLN', 'AUD', 'JPY', 'CHF', 'CAD']
const V2: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const plain = (fee: string) => () => fee
const SPOT = { market: 'spot', contractSize: null, isInverse: false, interval: null, tiers: null } as const
const PERP = { market: 'perp', contractSize: null, isInverse: false, interval: null, tiers: null } as const
const number = (value: Value | undefined): string | null =>
  value instanceof Sent ? value.text : value === '' ? null : text(value)

/** A rule of a list: none where it is absent, empty or zero. */
const rule = (value: Value | undefined): string | null => {
  const stated = number(value)
  return stated === null || fraction(stated)[0] <= 0n ? null : stated
}

/** The least of the rules that are stated. */
function least(...rules: readonly (string | null)[]): string | null {
  const stated = rules.filter((one) => one !== null)
  return stated.reduce<string | null>(
    (low, one) => (low === null || less(fraction(one), fraction(low)) ? one : low),
    null,
  )
}

/** The instruments of a list; empty for any other text. */
export function readListings(place: Place, msg: string): PlainListing[] {
  const { exchange, market, isRest, path } = place
  if (exchange === 'kraken' && !isRest && msg.includes('"instrument"')) {
    const message = thing(parse(msg))
    return message.channel === 'instrument' ? list(thing(message.data).pairs).map((one) => krakenPair(thing(one))) : []
  }
  if (!isRest) return []
  if (exchange === 'binance' && path.endsWith('/exchangeInfo')) {
    const all = list(thing(parse(msg)).symbols).map(thing)
    return all.filter((one) => market === 'spot' || one.contractType === 'PERPETUAL').map((one) => binance(one, market))
  }
  if (exchange === 'okx' && path.endsWith('/public/instruments')) {
    return list(thing(parse(msg)).data).map((one) => okx(thing(one)))
  }
  if (exchange === 'bybit' && path.endsWith('/instruments-info')) {
    const all = list(thing(thing(parse(msg)).result).list).map(thing)
    return market === 'spot' ? all.map(bybit) : all.flatMap(bybitLinear)
  }
  if (exchange === 'kraken' && path.endsWith('/AssetPairs')) {
    return Object.values(thing(thing(parse(msg)).result)).flatMap((one) => krakenRest(thing(one)))
  }
  if (exchange === 'kraken' && path.endsWith('/v3/instruments')) {
    return list(thing(parse(msg)).instruments).flatMap((one) => krakenPerp(thing(one)))
  }
  return []
}

function binance(one: ObjectValue, market: Market): PlainListing {
  const filters = list(one.filters).map(thing)
  const filter = (name: string) => filters.find(({ filterType }) => filterType === name)
  const lot = filter('LOT_SIZE') ?? {}
  const value = filter('NOTIONAL') ?? filter('MIN_NOTIONAL') ?? {}
  const open = filter('MAX_NUM_ORDERS') ?? {}
  return {
    ...(market === 'spot' ? SPOT : PERP),
    ...{ exchange: 'binance', symbol: text(one.symbol) ?? '', fee: plain(market === 'spot' ? '0.001' : '0.0005') },
    ...{ base: text(one.baseAsset) ?? '', quote: text(one.quoteAsset) ?? '' },
    isTrading: one.status === 'TRADING' && one.isSpotTradingAllowed !== false,
    ...{ lot: number(lot.stepSize), minQty: number(lot.minQty) },
    minNotional: number(value.minNotional) ?? number(value.notional),
    maxQty: least(rule(lot.maxQty), rule(filter('MARKET_LOT_SIZE')?.maxQty)),
    ...{ maxNotional: rule(value.maxNotional), tick: rule(filter('PRICE_FILTER')?.tickSize) },
    maxOpenOrders: Number(number(open.maxNumOrders) ?? number(open.limit) ?? 0) || null,
  }
}

function okx(one: ObjectValue): PlainListing {
  const symbol = text(one.instId) ?? ''
  const common = { exchange: 'okx', symbol, isTrading: one.state === 'live', minNotional: null } as const
  const [maxLimit, maxMarket, tick] = [rule(one.maxLmtSz), rule(one.maxMktSz), rule(one.tickSz)]
  // Amounts are in dollars: of other quotes they say nothing.
  const dollars = (quote: string, ...amounts: readonly (string | null)[]) =>
    CAPPED.includes(quote) ? least(rule(one.maxLmtAmt), rule(one.maxMktAmt), ...amounts) : null
  if (one.instType !== 'SWAP') {
    return {
      ...{ ...SPOT, ...common, base: text(one.baseCcy) ?? '', quote: text(one.quoteCcy) ?? '' },
      ...{ lot: number(one.lotSz), minQty: number(one.minSz), fee: plain('0.001') },
      ...{ maxQty: maxLimit, maxNotional: dollars(text(one.quoteCcy) ?? '', maxMarket), tick },
    }
  }
  const [base = '', quote = ''] = (text(one.uly) || symbol).split('-')
  const isInverse = quote === 'USD'
  const size = times(fraction(number(one.ctVal) ?? '0'), fraction(number(one.ctMult) ?? '1'))
  const inBase = (contracts: string | null) => (contracts === null ? null : exact(times(fraction(contracts), size)))
  return {
    ...{ ...PERP, ...common, base, quote, isInverse, contractSize: isInverse ? null : exact(size) },
    ...{ lot: inBase(number(one.lotSz)), minQty: inBase(number(one.minSz)), fee: plain('0.0005') },
    ...{ maxQty: inBase(least(maxLimit, maxMarket)), maxNotional: dollars(quote), tick },
  }
}

function bybit(one: ObjectValue): PlainListing {
  const lot = thing(one.lotSizeFilter)
  const isState = (coin: string) => STATES.includes(coin)
  return {
    ...{ ...SPOT, exchange: 'bybit', symbol: text(one.symbol) ?? '', isTrading: one.status === 'Trading' },
    ...{ base: text(one.baseCoin) ?? '', quote: text(one.quoteCoin) ?? '' },
    ...{ lot: number(lot.basePrecision), minQty: number(lot.minOrderQty), minNotional: number(lot.minOrderAmt) },
    maxQty: least(rule(lot.maxLimitOrderQty) ?? rule(lot.maxOrderQty), rule(lot.maxMarketOrderQty)),
    ...{ maxNotional: rule(lot.maxOrderAmt), tick: rule(thing(one.priceFilter).tickSize) },
    fee: (base, quote) => (isState(base) || isState(quote) ? '0.002' : '0.001'),
  }
}

/** Perpetuals on coins; dated futures and shares are left out. */
function bybitLinear(one: ObjectValue): PlainListing[] {
  if (one.contractType !== 'LinearPerpetual' || one.symbolType === 'stock') return []
  const lot = thing(one.lotSizeFilter)
  const minutes = Number(number(one.fundingInterval) ?? 0)
  return [
    {
      ...{ ...PERP, exchange: 'bybit', symbol: text(one.symbol) ?? '', isTrading: one.status === 'Trading' },
      ...{ base: text(one.baseCoin) ?? '', quote: text(one.quoteCoin) ?? '', interval: minutes / 60 || null },
      ...{ lot: number(lot.qtyStep), minQty: number(lot.minOrderQty), minNotional: number(lot.minNotionalValue) },
      maxQty: least(rule(lot.maxOrderQty), rule(lot.maxMktOrderQty)),
      ...{ maxNotional: null, tick: rule(thing(one.priceFilter).tickSize) },
      fee: plain('0.00055'),
    },
  ]
}

const krakenFee = (base: string, quote: string) => (MONIES.includes(base) && MONIES.includes(quote) ? '0.002' : '0.008')

function krakenPair(one: ObjectValue): PlainListing {
  return {
    ...{ ...SPOT, exchange: 'kraken', symbol: text(one.symbol) ?? '', fee: krakenFee },
    ...{ base: text(one.base) ?? '', quote: text(one.quote) ?? '', isTrading: one.status === 'online' },
    ...{ lot: number(one.qty_increment), minQty: number(one.qty_min), minNotional: number(one.cost_min) },
    ...{ maxQty: null, maxNotional: null, tick: rule(one.price_increment) ?? rule(one.tick_size) },
  }
}

function krakenRest(one: ObjectValue): PlainListing[] {
  const names = text(one.wsname)?.split('/')
  if (names === undefined) return []
  const [base = '', quote = ''] = names.map((name) => V2[name] ?? name)
  const decimals = Number(number(one.lot_decimals))
  return [
    {
      ...{ ...SPOT, exchange: 'kraken', symbol: `${base}/${quote}`, base, quote },
      ...{ isTrading: (one.status ?? 'online') === 'online', lot: `1e-${decimals}`, fee: krakenFee },
      ...{ minQty: number(one.ordermin), minNotional: number(one.costmin) },
      ...{ maxQty: null, maxNotional: null, tick: rule(one.tick_size) ?? `1e-${Number(number(one.pair_decimals))}` },
    },
  ]
}

/** Linear perpetuals: a contract is one base unit, the least order one step, payments come every hour. */
function krakenPerp(one: ObjectValue): PlainListing[] {
  const symbol = (text(one.symbol) ?? '').toUpperCase()
  if (!/^P[FI]_/.test(symbol)) return []
  const step = `1e${-Number(number(one.contractValueTradePrecision))}`
  // Tiers of inverse perpetuals count contracts, and are not used.
  const rows = list(one.marginLevels).flatMap((level) => {
    const [floor, mmr] = [number(thing(level).numNonContractUnits), number(thing(level).maintenanceMargin)]
    return floor === null || mmr === null ? [] : [[fraction(floor), mmr] as const]
  })
  return [
    {
      ...{ ...PERP, exchange: 'kraken', symbol, base: text(one.base) ?? '', quote: text(one.quote) ?? '' },
      ...{ isTrading: one.tradeable === true && one.postOnly !== true, isInverse: symbol.startsWith('PI_') },
      ...{ lot: step, minQty: step, minNotional: null, fee: plain('0.0005'), interval: 1 },
      ...{ maxQty: rule(one.maxPositionSize), maxNotional: null, tick: rule(one.tickSize) },
      tiers: rows.length === 0 ? null : { by: 'notional', rows },
    },
  ]
}
