import {
  type Exchange,
  list,
  type Market,
  type Place,
  parse,
  Sent,
  type Thing,
  text,
  thing,
  type Value,
} from './plain-wire.ts'

/** What a list says of one instrument, in texts. */
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
  readonly contractSize: string | null
  /** The default taker fee of a pair of coins; null = unknown. */
  readonly fee: (base: string, quote: string) => string | null
}

const MONIES = ['USD', 'USDT', 'USDC', 'DAI', 'EUR', 'GBP', 'TRY']
const STATES = ['USD', 'EUR', 'GBP', 'TRY', 'BRL', 'PLN', 'AUD', 'JPY', 'CHF', 'CAD']
const V2: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const plain = (fee: string) => () => fee
const number = (value: Value | undefined): string | null =>
  value instanceof Sent ? value.text : value === '' ? null : text(value)

/** The instruments that a text lists; none for any other text. */
export function readListings(place: Place, msg: string): PlainListing[] {
  const { exchange, market, isRest, path } = place
  if (exchange === 'kraken' && !isRest && msg.includes('"instrument"')) {
    const message = thing(parse(msg))
    return message.channel === 'instrument' ? list(thing(message.data).pairs).map((one) => krakenPair(thing(one))) : []
  }
  if (!isRest) return []
  if (exchange === 'binance' && path.endsWith('/exchangeInfo')) {
    const all = list(thing(parse(msg)).symbols).map(thing)
    return all.map((one) => binance(one, market))
  }
  if (exchange === 'okx' && path.endsWith('/public/instruments')) {
    return list(thing(parse(msg)).data).map((one) => okx(thing(one)))
  }
  if (exchange === 'bybit' && path.endsWith('/instruments-info')) {
    return list(thing(thing(parse(msg)).result).list).map((one) => bybit(thing(one), market))
  }
  if (exchange === 'kraken' && path.endsWith('/AssetPairs')) {
    return Object.values(thing(thing(parse(msg)).result)).flatMap((one) => krakenRest(thing(one)))
  }
  return []
}

function binance(one: Thing, market: Market): PlainListing {
  const filters = list(one.filters).map(thing)
  const filter = (name: string) => filters.find(({ filterType }) => filterType === name)
  const lot = filter('LOT_SIZE') ?? {}
  const value = filter('NOTIONAL') ?? filter('MIN_NOTIONAL') ?? {}
  return {
    ...{ exchange: 'binance', market, symbol: text(one.symbol) ?? '', contractSize: null, fee: plain('0.001') },
    ...{ base: text(one.baseAsset) ?? '', quote: text(one.quoteAsset) ?? '' },
    isTrading: one.status === 'TRADING' && one.isSpotTradingAllowed !== false,
    ...{ lot: number(lot.stepSize), minQty: number(lot.minQty), minNotional: number(value.minNotional) },
  }
}

function okx(one: Thing): PlainListing {
  const symbol = text(one.instId) ?? ''
  const isSwap = one.instType === 'SWAP'
  return {
    ...{ exchange: 'okx', market: isSwap ? 'perp' : 'spot', symbol, isTrading: one.state === 'live' },
    ...{
      base: text(one.baseCcy) ?? '',
      quote: text(one.quoteCcy) ?? '',
      contractSize: isSwap ? text(one.ctVal) : null,
    },
    ...{ lot: number(one.lotSz), minQty: number(one.minSz), minNotional: null, fee: plain('0.001') },
  }
}

function bybit(one: Thing, market: Market): PlainListing {
  const lot = thing(one.lotSizeFilter)
  const isState = (coin: string) => STATES.includes(coin)
  return {
    ...{ exchange: 'bybit', market, symbol: text(one.symbol) ?? '', isTrading: one.status === 'Trading' },
    ...{ base: text(one.baseCoin) ?? '', quote: text(one.quoteCoin) ?? '', contractSize: null },
    ...{ lot: number(lot.basePrecision), minQty: number(lot.minOrderQty), minNotional: number(lot.minOrderAmt) },
    fee: (base, quote) => (isState(base) || isState(quote) ? '0.002' : '0.001'),
  }
}

const krakenFee = (base: string, quote: string) => (MONIES.includes(base) && MONIES.includes(quote) ? '0.002' : '0.008')

function krakenPair(one: Thing): PlainListing {
  return {
    ...{ exchange: 'kraken', market: 'spot', symbol: text(one.symbol) ?? '', contractSize: null, fee: krakenFee },
    ...{ base: text(one.base) ?? '', quote: text(one.quote) ?? '', isTrading: one.status === 'online' },
    ...{ lot: number(one.qty_increment), minQty: number(one.qty_min), minNotional: number(one.cost_min) },
  }
}

function krakenRest(one: Thing): PlainListing[] {
  const names = text(one.wsname)?.split('/')
  if (names === undefined) return []
  const [base = '', quote = ''] = names.map((name) => V2[name] ?? name)
  const decimals = Number(number(one.lot_decimals))
  return [
    {
      ...{ exchange: 'kraken', market: 'spot', symbol: `${base}/${quote}`, base, quote, contractSize: null },
      ...{ isTrading: (one.status ?? 'online') === 'online', lot: `1e-${decimals}`, fee: krakenFee },
      ...{ minQty: number(one.ordermin), minNotional: number(one.costmin) },
    },
  ]
}
