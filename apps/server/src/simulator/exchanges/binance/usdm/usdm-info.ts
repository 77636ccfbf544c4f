import { paddedText } from '../../../market/decimal-text.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { sizeText } from './prints.ts'

const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2400 },
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1200 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 },
]
const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
]
/** Delivery date of a perpetual, epoch ms. */
const NEVER = 4_133_404_800_000

/**
 * The whole list, with two entries that must not be taken for a coin's perpetual: a dated future and a perpetual on
 * gold.
 */
export function usdmInfo(markets: readonly Perpetual[], serverTime: number): unknown {
  const symbols = markets.map(symbolInfo)
  const [first] = symbols
  const others = first
    ? [
        { ...first, symbol: 'BTCUSDT_261225', contractType: 'CURRENT_QUARTER', deliveryDate: 1_798_185_600_000 },
        {
          ...first,
          symbol: 'XAUUSDT',
          pair: 'XAUUSDT',
          contractType: 'TRADIFI_PERPETUAL',
          baseAsset: 'XAU',
          underlyingType: 'COMMODITY',
        },
      ]
    : []
  return {
    timezone: 'UTC',
    serverTime,
    futuresType: 'U_MARGINED',
    rateLimits: RATE_LIMITS,
    exchangeFilters: [],
    assets: ['USDT', 'BTC', 'USDC'].map((asset) => ({ asset, marginAvailable: true, autoAssetExchange: '-10000' })),
    symbols: [...symbols, ...others],
  }
}

/** Precisions are finer than tick and step, as on the real list: a reader must use tick and step. */
function symbolInfo(market: Perpetual) {
  const { listing, state, terms } = market
  const pricePrecision = Math.min(8, listing.priceDecimals + 1)
  const tick = paddedText(1, listing.priceDecimals, pricePrecision)
  const lot = sizeText(listing, 1)
  return {
    symbol: listing.id,
    pair: listing.id,
    contractType: 'PERPETUAL',
    deliveryDate: NEVER,
    onboardDate: 1_569_398_400_000,
    status: state === 'trading' ? 'TRADING' : 'SETTLING',
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset: listing.baseName,
    quoteAsset: listing.quote,
    marginAsset: listing.quote,
    pricePrecision,
    quantityPrecision: listing.sizeDecimals + 1,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 10000,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '4529764', tickSize: tick },
      { filterType: 'LOT_SIZE', minQty: lot, maxQty: sizeText(listing, listing.most.limitLots ?? 0), stepSize: lot },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: lot,
        maxQty: sizeText(listing, listing.most.marketLots ?? 0),
        stepSize: lot,
      },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', limit: 10 },
      { filterType: 'MIN_NOTIONAL', notional: listing.minNotional ?? '5' },
      { filterType: 'PERCENT_PRICE', multiplierUp: '1.0500', multiplierDown: '0.9500', multiplierDecimal: '4' },
      {
        filterType: 'POSITION_RISK_CONTROL',
        positionControlSide: 'NONE',
        notionalLimit: String(terms.margins.at(-1)?.from),
      },
    ],
    orderTypes: ORDER_TYPES,
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'],
    permissionSets: ['GRID', 'COPY'],
  }
}
