import { type Decimal, type Instrument, isCapQuote, type MarketKind } from '@makas/domain'
import { arrayAt, leastOf, objectOf, ruleAt, textAt } from '../_shared/parse/json-fields.ts'
import type { JsonObject } from '../_shared/parse/json-text.ts'
import { lifeOf, product } from '../_shared/parse/perp-fields.ts'

/**
 * Fee groups that pay the ordinary schedule: spot by quote currency (1 to 10: USDT, USDC and crypto, then the fiat
 * quotes, for which the public schedule has no other rate), swaps by margin currency. Zero-fee and special groups have
 * rates that the public list does not contain.
 */
const ORDINARY_GROUPS: Readonly<Record<MarketKind, ReadonlySet<string>>> = {
  spot: new Set(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']),
  perp: new Set(['1', '2', '3']),
}

/** `instCategory` of crypto and fiat currencies; empty in lists from before 2026. */
const MONEY = new Set(['', '1', '5'])
/** Margin currencies of linear swaps. */
const MARGINS = new Set(['USDT', 'USDC'])
const ONE: Decimal = { mantissa: 1n, decimals: 0 }

/** Reads a list of instruments by market, swaps as perpetuals; null for any other body. */
export function readInstruments(body: JsonObject): Readonly<Record<MarketKind, readonly Instrument[]>> | null {
  const data = arrayAt(body, 'data')
  if (data === null) return null
  const lists: Record<MarketKind, Instrument[]> = { spot: [], perp: [] }
  for (const item of data) {
    const entry = objectOf(item)
    const instrument = entry === null ? null : readInstrument(entry)
    if (instrument !== null) lists[instrument.market].push(instrument)
  }
  return lists
}

function readInstrument(entry: JsonObject): Instrument | null {
  const type = textAt(entry, 'instType')
  const symbol = textAt(entry, 'instId')
  if (symbol === null || (type !== 'SPOT' && type !== 'SWAP')) return null
  const market = type === 'SPOT' ? 'spot' : 'perp'
  const [baseTicker, quoteTicker] = namesOf(entry, market)
  if (baseTicker === undefined || quoteTicker === undefined || baseTicker === '' || quoteTicker === '') return null
  // Shares, metals and bonds trade under tickers that may equal a coin's.
  if (!MONEY.has(textAt(entry, 'instCategory') ?? '')) return null
  const inverse = textAt(entry, 'ctType') === 'inverse'
  const size = market === 'spot' || inverse ? null : contractSize(entry, baseTicker, quoteTicker)
  // Sizes of a linear swap without its contract size would be taken for base units.
  if (market === 'perp' && !inverse && size === null) return null
  const group = textAt(entry, 'groupId') ?? ''
  const rule = textAt(entry, 'ruleType') ?? ''
  return {
    exchange: 'okx',
    market,
    symbol,
    baseTicker,
    quoteTicker,
    status: statusOf(textAt(entry, 'state')),
    tick: ruleAt(entry, 'tickSz'),
    lotStep: inBase(ruleAt(entry, 'lotSz'), size),
    minQty: inBase(ruleAt(entry, 'minSz'), size),
    // OKX has no smallest order value.
    minNotional: null,
    ...mostOf(entry, market, quoteTicker, size),
    contractSize: size,
    inverse,
    fundingIntervalHours: null,
    tiers: null,
    specialFee: (group !== '' && !ORDINARY_GROUPS[market].has(group)) || (rule !== '' && rule !== 'normal'),
    ...(market === 'perp' ? lifeOf(entry, 'listTime', 'expTime') : {}),
  }
}

/**
 * Amounts are in dollars, and so is the largest market order of a spot pair (`maxMktSz`): they bind pairs that trade in
 * dollars; what they are in another quote the list does not say.
 */
function mostOf(
  entry: JsonObject,
  market: MarketKind,
  quoteTicker: string,
  size: Decimal | null,
): Pick<Instrument, 'maxQty' | 'maxNotional'> {
  const [limit, byMarket] = [ruleAt(entry, 'maxLmtSz'), ruleAt(entry, 'maxMktSz')]
  const amounts = [ruleAt(entry, 'maxLmtAmt'), ruleAt(entry, 'maxMktAmt'), market === 'spot' ? byMarket : null]
  return {
    maxQty: market === 'spot' ? limit : inBase(leastOf(limit, byMarket), size),
    maxNotional: isCapQuote(quoteTicker) ? leastOf(...amounts) : null,
  }
}

/** `baseCcy` and `quoteCcy` are empty for swaps: their underlying, or their own name, tells. */
function namesOf(entry: JsonObject, market: MarketKind): readonly (string | undefined)[] {
  if (market === 'spot') return [textAt(entry, 'baseCcy') ?? '', textAt(entry, 'quoteCcy') ?? '']
  const underlying = [textAt(entry, 'uly'), textAt(entry, 'instFamily'), textAt(entry, 'instId')].find((name) => name)
  return (underlying ?? '').split('-').slice(0, 2)
}

/**
 * Base units of one contract of a linear swap: `ctVal x ctMult`. Null for swaps with another margin currency or another
 * unit of contract value.
 */
function contractSize(entry: JsonObject, baseTicker: string, quoteTicker: string): Decimal | null {
  // A field that is absent is taken from the name; a field that contradicts the name counts.
  const settled = textAt(entry, 'settleCcy') ?? quoteTicker
  const type = textAt(entry, 'ctType') ?? 'linear'
  if (type !== 'linear' || !MARGINS.has(settled) || settled !== quoteTicker) return null
  const value = ruleAt(entry, 'ctVal')
  if (value === null || (textAt(entry, 'ctValCcy') ?? baseTicker) !== baseTicker) return null
  return product(value, ruleAt(entry, 'ctMult') ?? ONE)
}

/** Converts contracts to base units. */
function inBase(contracts: Decimal | null, size: Decimal | null): Decimal | null {
  return contracts === null || size === null ? contracts : product(contracts, size)
}

function statusOf(state: string | null): Instrument['status'] {
  switch (state) {
    case 'live':
      return 'trading'
    case 'expired':
    case 'settling':
      return 'gone'
    default:
      return 'halted'
  }
}
