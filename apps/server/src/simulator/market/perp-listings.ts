import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { ASSETS, type AssetSeed, MONIES } from './asset-table.ts'
import type { Listing } from './instrument.ts'
import { clamp, EXCHANGE_LETTER, largestOrder, order } from './listings.ts'

/** Margin rates from this notional (quote) up to the next level's notional, as fractions in text. */
interface MarginLevel {
  readonly from: number
  readonly maintenance: string
  readonly initial: string
}

/** Contract terms of a perpetual beside its listing. */
export interface PerpTerms {
  /** Base units in one contract, as text; `1` where sizes are base units. */
  readonly contractSize: string
  /** Hours between two payments. */
  readonly intervalHours: number
  /** Mean of the funding rate: a fraction per hour, positive where longs pay. */
  readonly hourlyRate: number
  /** Decimals of mark and index prices. */
  readonly markDecimals: number
  /** The exchange's rates are multiples of 10^-rateDecimals. */
  readonly rateDecimals: number
  /** Margin levels, ascending, the first from 0. */
  readonly margins: readonly MarginLevel[]
}

export interface PerpListing {
  readonly listing: Listing
  readonly terms: PerpTerms
}

/** Perpetuals whose ticker differs from the coin's, with the number of coins in one unit. */
const PERP_NAMES: Readonly<Record<string, Readonly<Record<string, { name: string; multiplier: number }>>>> = {
  binance: {
    PEPE: { name: '1000PEPE', multiplier: 1000 },
    SHIB: { name: '1000SHIB', multiplier: 1000 },
    BONK: { name: '1000BONK', multiplier: 1000 },
    FLOKI: { name: '1000FLOKI', multiplier: 1000 },
    SATS: { name: '1000SATS', multiplier: 1000 },
    CAT: { name: '1000CAT', multiplier: 1000 },
  },
  bybit: {
    PEPE: { name: '1000PEPE', multiplier: 1000 },
    SHIB: { name: 'SHIB1000', multiplier: 1000 },
    BONK: { name: '1000BONK', multiplier: 1000 },
    FLOKI: { name: '1000FLOKI', multiplier: 1000 },
    SATS: { name: '10000SATS', multiplier: 10000 },
    CAT: { name: '1000CAT', multiplier: 1000 },
    TURBO: { name: '1000TURBO', multiplier: 1000 },
  },
  kraken: { BTC: { name: 'XBT', multiplier: 1 } },
}

const ID: Readonly<Record<ExchangeId, (base: string) => string>> = {
  binance: (base) => `${base}USDT`,
  okx: (base) => `${base}-USDT-SWAP`,
  bybit: (base) => `${base}USDT`,
  kraken: (base) => `PF_${base}USD`,
}

/** Whether the exchange has a perpetual of the coin. */
function hasPerp(exchange: ExchangeId, coin: AssetSeed, rank: number): boolean {
  if (!coin.listedOn.includes(EXCHANGE_LETTER[exchange])) return false
  return exchange === 'kraken' || rank < 20 || (rank + EXCHANGES.indexOf(exchange)) % 11 !== 0
}

/** Decimals of a price: ticks of about 0.1 to 1 basis point. */
function priceDecimals(exchange: ExchangeId, price: number): number {
  const wanted = 4 - order(price)
  if (exchange === 'kraken') return clamp(wanted, 0, 10)
  return clamp(price >= 1000 ? wanted + 1 : wanted, 1, exchange === 'okx' ? 12 : 7)
}

/** Decimals of OKX's contracts, which are worth some ten to a thousand dollars. */
const contractDecimals = (exchange: ExchangeId, usd: number): number =>
  exchange === 'okx' ? clamp(order(usd) - 2, -7, 2) : 0

function sizeDecimals(exchange: ExchangeId, usd: number, rank: number): number {
  const magnitude = order(usd)
  const table: Readonly<Record<ExchangeId, number>> = {
    binance: clamp(magnitude + 1, 0, 3),
    okx: rank < 20 ? 2 : rank < 60 ? 1 : 0,
    bybit: clamp(magnitude + 1, -2, 3),
    kraken: clamp(magnitude, -3, 4),
  }
  return table[exchange]
}

function intervalHours(exchange: ExchangeId, rank: number): number {
  if (exchange === 'kraken') return 1
  if (exchange !== 'okx' && rank % 40 === 19) return 1
  if (rank % 10 === 9) return 4
  return rank >= (exchange === 'okx' ? 60 : 30) && rank % 2 === 1 ? 4 : 8
}

/**
 * Mean funding rate as a fraction per hour. Most coins pay 0.005 to 0.02 % per 8 h. Every tenth is in demand and pays
 * 0.035 to 0.08 %; every tenth is sold short and pays the other way. The rank decides, so that a small demo has some of
 * each too.
 */
function hourlyRate(rank: number): number {
  const spread = ((rank * 37) % 23) / 22
  const percentPer8h =
    rank % 10 === 9
      ? 0.035 + 0.045 * spread
      : rank % 10 === 7
        ? -0.004 - 0.026 * spread
        : rank < 5
          ? 0.008 + 0.005 * spread
          : 0.005 + 0.015 * spread
  return percentPer8h / 100 / 8
}

const levels = (rows: readonly (readonly [number, string, string])[]): MarginLevel[] =>
  rows.map(([from, maintenance, initial]) => ({ from, maintenance, initial }))
const MAJOR = levels([
  [0, '0.004', '0.008'],
  [300_000, '0.005', '0.01'],
  [3_000_000, '0.01', '0.02'],
  [20_000_000, '0.025', '0.05'],
  [100_000_000, '0.05', '0.1'],
])
const MIDDLE = levels([
  [0, '0.0065', '0.0133'],
  [50_000, '0.01', '0.02'],
  [500_000, '0.02', '0.04'],
  [2_000_000, '0.05', '0.1'],
])
const SMALL = levels([
  [0, '0.01', '0.02'],
  [25_000, '0.015', '0.03'],
  [100_000, '0.025', '0.05'],
  [500_000, '0.05', '0.1'],
  [1_000_000, '0.125', '0.25'],
])

function perpListing(exchange: ExchangeId, coin: AssetSeed, rank: number): PerpListing {
  const { name, multiplier } = PERP_NAMES[exchange]?.[coin.ticker] ?? { name: coin.ticker, multiplier: 1 }
  const quote = exchange === 'kraken' ? 'USD' : 'USDT'
  const usd = coin.usd * multiplier
  const price = usd / (MONIES[quote] ?? 1)
  const decimals = priceDecimals(exchange, price)
  const contract = contractDecimals(exchange, usd)
  const sizes = sizeDecimals(exchange, usd, rank)
  const fiveDollars = exchange === 'binance' || exchange === 'bybit' ? '5' : undefined
  return {
    listing: {
      exchange,
      kind: 'perp',
      base: coin.ticker,
      quote,
      symbol: `${coin.ticker}/${quote}:${quote}`,
      baseName: name,
      multiplier,
      id: ID[exchange](name),
      priceDecimals: decimals,
      sizeDecimals: sizes,
      minLots: 1,
      minNotional: exchange === 'binance' && rank < 2 ? ['50', '20'][rank] : fiveDollars,
      most: largestOrder(exchange, 'perp', quote, { usd: usd * 10 ** -contract, decimals: sizes }),
      rank,
    },
    terms: {
      contractSize: contract > 0 ? `0.${'0'.repeat(contract - 1)}1` : `1${'0'.repeat(-contract)}`,
      intervalHours: intervalHours(exchange, rank),
      hourlyRate: hourlyRate(rank),
      markDecimals: { binance: 8, okx: decimals, bybit: decimals, kraken: decimals + 4 }[exchange],
      rateDecimals: exchange === 'binance' || exchange === 'bybit' ? 8 : 12,
      margins: rank < 5 ? MAJOR : rank < 30 ? MIDDLE : SMALL,
    },
  }
}

/** The perpetuals of the first `count` coins on the four exchanges, in a fixed order. */
export function listPerpetuals(count: number): PerpListing[] {
  return EXCHANGES.flatMap((exchange) =>
    ASSETS.slice(0, count).flatMap((coin, rank) =>
      hasPerp(exchange, coin, rank) ? [perpListing(exchange, coin, rank)] : [],
    ),
  )
}
