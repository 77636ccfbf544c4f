import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { ASSETS, CROSS_QUOTES, KRAKEN_USD_ONLY, MONEY_PAIRS, MONIES, RENAMED } from './asset-table.ts'
import type { LargestOrder, Listing } from './instrument.ts'

export const EXCHANGE_LETTER: Record<ExchangeId, string> = { binance: 'b', okx: 'o', bybit: 'y', kraken: 'k' }

/** USD value of one coin at the market's start. */
export function startUsd(name: string): number {
  const value = MONIES[name] ?? ASSETS.find((asset) => asset.ticker === name)?.usd
  if (value === undefined) throw new Error(`the demo market has no ${name}`)
  return value
}

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
/** Decimal exponent of a positive value. */
export const order = (value: number) => Math.floor(Math.log10(value) + 1e-9)

/** Decimals of a price: ticks of about 0.1 to 1 basis point, within what the exchange prints. */
function priceDecimals(exchange: ExchangeId, price: number): number {
  const wanted = 4 - order(price)
  if (exchange === 'binance') return clamp(price > 1000 ? 2 : wanted, price > 10 ? 2 : 0, 8)
  if (exchange === 'kraken') return clamp(wanted + (price < 1 ? 1 : 0), 1, 10)
  return clamp(wanted, 1, 12)
}

/** Decimals of a size: lots of about 0.1 to 1 USD; Kraken has eight unless a coin costs next to nothing. */
function sizeDecimals(exchange: ExchangeId, usd: number): number {
  if (exchange === 'kraken') return clamp(order(usd) + 9, 2, 8)
  const wanted = order(usd) + (exchange === 'okx' ? 3 : 1)
  return clamp(wanted, 0, exchange === 'bybit' ? 6 : 8)
}

/** Least price of a plausible market, in ticks. */
const LEAST_TICKS = 600

function hasRoom(exchange: ExchangeId, base: string, quote: string): boolean {
  const price = (startUsd(base) * (RENAMED[exchange]?.[base]?.multiplier ?? 1)) / startUsd(quote)
  return price * 10 ** priceDecimals(exchange, price) >= LEAST_TICKS
}

function minNotional(exchange: ExchangeId, quote: string): string | undefined {
  const table: Record<ExchangeId, Record<string, string> | undefined> = {
    binance: { BTC: '0.00010000', ETH: '0.00100000', TRY: '100.00000000' },
    bybit: { BTC: '0.00005' },
    kraken: { BTC: '0.00002', ETH: '0.0002', EUR: '0.45' },
    okx: undefined,
  }
  const rest: Record<ExchangeId, string | undefined> = {
    binance: '5.00000000',
    bybit: '5',
    kraken: '0.5',
    okx: undefined,
  }
  return table[exchange]?.[quote] ?? rest[exchange]
}

function minLots(exchange: ExchangeId, usd: number, decimals: number): number {
  if (exchange === 'binance' || exchange === 'bybit') return 1
  const leastUsd = exchange === 'okx' ? 1 : 4
  return Math.max(1, 10 ** (order(leastUsd / usd) + decimals))
}

/** Value of the largest limit order and of the largest market order (about, in USD). */
const MOST_USD = { limit: 50_000_000, market: 5_000_000 }
/** Quotes that can be compared with OKX's amounts, which are in USD. */
const DOLLARS = ['USDT', 'USDC', 'USD']

/** The largest orders of a market where one unit of its sizes is worth `unit.usd`. Kraken's spot list states none. */
export function largestOrder(
  exchange: ExchangeId,
  kind: 'spot' | 'perp',
  quote: string,
  unit: { readonly usd: number; readonly decimals: number },
): LargestOrder {
  const lots = (usd: number) => 10 ** Math.max(0, order(usd / unit.usd) + unit.decimals)
  const both = { limitLots: lots(MOST_USD.limit), marketLots: lots(MOST_USD.market) }
  switch (exchange) {
    case 'binance':
      return kind === 'spot' ? { ...both, limitValue: '9000000.00000000' } : both
    case 'bybit':
      return kind === 'spot' ? { ...both, limitValue: '8000000', marketValue: '8000000' } : both
    case 'okx': {
      const limitValue = DOLLARS.includes(quote) ? { limitValue: '20000000' } : {}
      if (kind === 'perp') return { ...both, ...limitValue }
      const marketValue = DOLLARS.includes(quote) ? { marketValue: '1000000' } : {}
      return { limitLots: both.limitLots, ...limitValue, ...marketValue }
    }
    case 'kraken':
      return kind === 'spot' ? {} : { limitLots: both.limitLots, marketLots: both.limitLots }
  }
}

const ID: Record<ExchangeId, (base: string, quote: string) => string> = {
  binance: (base, quote) => `${base}${quote}`,
  okx: (base, quote) => `${base}-${quote}`,
  bybit: (base, quote) => `${base}${quote}`,
  kraken: (base, quote) => `${base}/${quote}`,
}

function listing(exchange: ExchangeId, base: string, quote: string, rank: number): Listing {
  const renamed = RENAMED[exchange]?.[base]
  const baseName = renamed?.name ?? base
  const multiplier = renamed?.multiplier ?? 1
  const usd = startUsd(base) * multiplier
  const price = usd / startUsd(quote)
  const decimals = sizeDecimals(exchange, usd)
  return {
    exchange,
    kind: 'spot',
    base,
    quote,
    symbol: `${base}/${quote}`,
    baseName,
    multiplier,
    id: ID[exchange](baseName, quote),
    priceDecimals: priceDecimals(exchange, price),
    sizeDecimals: decimals,
    minLots: minLots(exchange, usd, decimals),
    minNotional: minNotional(exchange, quote),
    most: largestOrder(exchange, 'spot', quote, { usd, decimals }),
    rank,
  }
}

/** Every spot market of the first `count` coins on the four exchanges, in a fixed order. */
export function listMarkets(count: number): Listing[] {
  const coins = ASSETS.slice(0, count)
  const listings: Listing[] = []
  for (const exchange of EXCHANGES) {
    const here = coins.filter((coin) => coin.listedOn.includes(EXCHANGE_LETTER[exchange]))
    for (const coin of here) listings.push(listing(exchange, coin.ticker, 'USDT', coins.indexOf(coin)))
    for (const [quote, wanted] of Object.entries(CROSS_QUOTES[exchange] ?? {})) {
      const pool = exchange === 'kraken' ? coins.filter((c) => here.includes(c) || KRAKEN_USD_ONLY.has(c.ticker)) : here
      const sold = pool.filter((coin) => coin.ticker !== quote && (quote !== 'ETH' || coin.ticker !== 'BTC'))
      // A coin worth a few ticks of the quote has no market in it.
      const fits = sold.filter((coin) => hasRoom(exchange, coin.ticker, quote))
      for (const coin of fits.slice(0, wanted))
        listings.push(listing(exchange, coin.ticker, quote, coins.indexOf(coin)))
    }
    for (const pair of MONEY_PAIRS[exchange] ?? []) {
      const [base = '', quote = ''] = pair.split('/')
      listings.push(listing(exchange, base, quote, 3))
    }
  }
  return listings
}
