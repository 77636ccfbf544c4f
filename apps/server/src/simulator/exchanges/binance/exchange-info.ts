import { paddedText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'

const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
]

export const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200000 },
  { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 300000 },
]

/** An entry of exchangeInfo, in the shape of 2026 (NOTIONAL, permissionSets). */
export function symbolInfo(instrument: Instrument, showPermissionSets: boolean): unknown {
  const { listing, state } = instrument
  const tick = paddedText(1, listing.priceDecimals, 8)
  const lot = paddedText(1, listing.sizeDecimals, 8)
  return {
    symbol: listing.id,
    status: state === 'trading' ? 'TRADING' : 'BREAK',
    baseAsset: listing.baseName,
    baseAssetPrecision: 8,
    quoteAsset: listing.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: listing.rank < 60,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '1000000.00000000', tickSize: tick },
      {
        filterType: 'LOT_SIZE',
        minQty: lot,
        maxQty: paddedText(listing.most.limitLots ?? 0, listing.sizeDecimals, 8),
        stepSize: lot,
      },
      { filterType: 'ICEBERG_PARTS', limit: 10 },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: '0.00000000',
        maxQty: paddedText(listing.most.marketLots ?? 0, listing.sizeDecimals, 8),
        stepSize: '0.00000000',
      },
      {
        filterType: 'TRAILING_DELTA',
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 2000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 2000,
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: '5',
        bidMultiplierDown: '0.2',
        askMultiplierUp: '5',
        askMultiplierDown: '0.2',
        avgPriceMins: 5,
      },
      {
        filterType: 'NOTIONAL',
        minNotional: listing.minNotional ?? '5.00000000',
        applyMinToMarket: true,
        maxNotional: listing.most.limitValue,
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
    ],
    permissions: [],
    permissionSets: showPermissionSets ? [['SPOT', 'MARGIN', 'TRD_GRP_004', 'TRD_GRP_005', 'TRD_GRP_006']] : [],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'],
  }
}
