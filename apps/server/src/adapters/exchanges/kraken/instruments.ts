import { type Decimal, decimalText, type Instrument, pow10 } from '@makas/domain'
import { arrayAt, decimalAt, integerAt, objectAt, objectOf, ruleAt, textAt } from '../_shared/parse/json-fields.ts'
import type { Json, JsonObject } from '../_shared/parse/json-text.ts'
import { readMarginLevels } from './futures-facts.ts'
import { parseIsoTime } from './iso-time.ts'

/** Kraken's own tickers where its WebSocket v2 uses the market's (docs/exchanges/kraken.md, Names). */
const V2_TICKERS: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
/** Perpetuals: linear multi-collateral (`PF_`) and inverse (`PI_`). All others are dated, vanilla or an index. */
const PERPETUAL = /^P([FI])_([A-Z0-9]+)$/
const QUOTES = /^(.+)(USD|EUR|GBP|XBT)$/
/** Tokenised assets carry a suffix: `.T` in balances and pairs, a small `x` in tickers (`AAPLx`). */
const TOKENISED = /\.T$|[A-Z0-9]x$/

export function v2Ticker(ticker: string): string {
  return V2_TICKERS[ticker] ?? ticker
}

/**
 * Reads `/0/public/AssetPairs`; null for any other body. Symbols are the WebSocket v2 names. Tokenised assets, pairs of
 * another venue (`:BTNL`) and dark pools (no `wsname`) are left out.
 */
export function readAssetPairs(body: Json): readonly Instrument[] | null {
  const result = objectAt(objectOf(body), 'result')
  if (result === null) return null
  const list: Instrument[] = []
  for (const [id, value] of result) {
    const instrument = readAssetPair(id, objectOf(value))
    if (instrument !== null) list.push(instrument)
  }
  return list
}

function readAssetPair(id: string, pair: JsonObject | null): Instrument | null {
  const names = textAt(pair, 'wsname')?.split('/') ?? []
  const [base, quote] = names
  if (pair === null || names.length !== 2 || base === undefined || quote === undefined) return null
  const isCurrency = [textAt(pair, 'aclass_base'), textAt(pair, 'aclass_quote')].every(
    (kind) => kind === null || kind === 'currency',
  )
  if (!isCurrency || isForeign(id, base, quote)) return null
  const baseTicker = v2Ticker(base)
  const quoteTicker = v2Ticker(quote)
  const lotDecimals = integerAt(pair, 'lot_decimals')
  const priceDecimals = integerAt(pair, 'pair_decimals')
  return {
    ...SPOT,
    symbol: `${baseTicker}/${quoteTicker}`,
    baseTicker,
    quoteTicker,
    status: statusOf(textAt(pair, 'status') ?? 'online'),
    tick: ruleAt(pair, 'tick_size') ?? step(priceDecimals),
    lotStep: step(lotDecimals),
    minQty: ruleAt(pair, 'ordermin'),
    minNotional: ruleAt(pair, 'costmin'),
  }
}

/** Reads the `data` of the v2 `instrument` channel; null for any other data. Its numbers may be in exponent form. */
export function readPairs(data: JsonObject | null): readonly Instrument[] | null {
  const pairs = arrayAt(data, 'pairs')
  if (pairs === null) return null
  const list: Instrument[] = []
  for (const item of pairs) {
    const pair = objectOf(item)
    const symbol = textAt(pair, 'symbol')
    const baseTicker = textAt(pair, 'base')
    const quoteTicker = textAt(pair, 'quote')
    if (pair === null || symbol === null || baseTicker === null || quoteTicker === null) continue
    if (isForeign(symbol, baseTicker, quoteTicker)) continue
    list.push({
      ...SPOT,
      symbol,
      baseTicker,
      quoteTicker,
      status: statusOf(textAt(pair, 'status') ?? 'online'),
      tick: ruleAt(pair, 'price_increment') ?? ruleAt(pair, 'tick_size'),
      lotStep: ruleAt(pair, 'qty_increment') ?? step(integerAt(pair, 'qty_precision')),
      minQty: ruleAt(pair, 'qty_min'),
      minNotional: ruleAt(pair, 'cost_min'),
    })
  }
  return list
}

/** Reads `/derivatives/api/v3/instruments`; null for any other body. Only perpetuals of crypto assets. */
export function readFuturesInstruments(body: JsonObject): readonly Instrument[] | null {
  const instruments = arrayAt(body, 'instruments')
  if (instruments === null) return null
  const list: Instrument[] = []
  for (const item of instruments) {
    const instrument = readFuture(objectOf(item))
    if (instrument !== null) list.push(instrument)
  }
  return list
}

function readFuture(entry: JsonObject | null): Instrument | null {
  const sent = textAt(entry, 'symbol')
  const symbol = sent?.toUpperCase() ?? ''
  const parts = PERPETUAL.exec(symbol)
  if (entry === null || parts === null || entry.get('tradfi') === true) return null
  const names = QUOTES.exec(parts[2] ?? '')
  const baseTicker = v2Ticker(textAt(entry, 'base') ?? names?.[1] ?? '')
  const quoteTicker = v2Ticker(textAt(entry, 'quote') ?? names?.[2] ?? '')
  if (baseTicker === '' || quoteTicker === '' || TOKENISED.test(baseTicker)) return null
  const inverse = parts[1] === 'I'
  const precision = integerAt(entry, 'contractValueTradePrecision')
  const lotStep = step(precision) ?? (inverse ? { mantissa: 1n, decimals: 0 } : null)
  // Sizes are base units because a contract is one unit; other contract sizes are left out.
  const contract = decimalAt(entry, 'contractSize')
  if (!inverse && contract !== null && decimalText(contract) !== '1') return null
  const listedAt = parseIsoTime(textAt(entry, 'openingDate') ?? '')
  const isGone = entry.get('isExpired') === true
  const isTaken = entry.get('tradeable') === true && entry.get('postOnly') !== true
  return {
    exchange: 'kraken',
    market: 'perp',
    symbol,
    baseTicker,
    quoteTicker,
    status: isGone ? 'gone' : isTaken ? 'trading' : 'halted',
    tick: ruleAt(entry, 'tickSize'),
    lotStep,
    // The list has no such field: the smallest order is one step.
    minQty: lotStep,
    minNotional: null,
    // An order cannot be larger than the largest position; the list has no other maximum.
    maxQty: ruleAt(entry, 'maxPositionSize'),
    contractSize: null,
    inverse,
    fundingIntervalHours: 1,
    tiers: inverse ? null : readMarginLevels(entry),
    specialFee: false,
    ...(listedAt > 0 ? { listedAt } : {}),
  }
}

const SPOT = {
  exchange: 'kraken',
  market: 'spot',
  contractSize: null,
  inverse: false,
  fundingIntervalHours: null,
  tiers: null,
  specialFee: false,
} as const

function isForeign(name: string, base: string, quote: string): boolean {
  return [name, base, quote].some((text) => text.includes(':')) || TOKENISED.test(base) || TOKENISED.test(quote)
}

function statusOf(word: string): Instrument['status'] {
  switch (word) {
    case 'online':
      return 'trading'
    case 'delisted':
      return 'gone'
    default:
      return 'halted'
  }
}

/** 10^-decimals; the futures' precision may be negative: -1 = steps of ten. */
function step(decimals: number | null): Decimal | null {
  if (decimals === null || Math.abs(decimals) > 30) return null
  return decimals >= 0 ? { mantissa: 1n, decimals } : { mantissa: pow10(-decimals), decimals: 0 }
}
