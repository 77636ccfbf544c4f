import type { Instrument } from '../../market/instrument.ts'
import { isAboveMaximum, isBelowMinimum, measure, positive, unitsIn } from '../../orders/order-text.ts'
import type { RestReply } from '../../wire/front.ts'
import { BAD_SYMBOL, MISSING_SYMBOL, wrong } from './request-weights.ts'

const TYPES = ['LIMIT', 'MARKET']
const missing = (name: string) =>
  wrong(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

/** The error of a test order; undefined where it would be accepted. */
export function orderMistake(
  params: URLSearchParams,
  find: (id: string) => Instrument | undefined,
): RestReply | undefined {
  const symbol = params.get('symbol')
  if (!symbol) return MISSING_SYMBOL()
  const market = find(symbol)
  if (!market) return BAD_SYMBOL()
  if (market.state !== 'trading') return wrong(-1013, 'Market is closed.')
  if (!['BUY', 'SELL'].includes(params.get('side') ?? '')) return wrong(-1117, 'Invalid side.')
  const type = params.get('type') ?? ''
  if (!TYPES.includes(type)) return wrong(-1116, 'Invalid orderType.')
  const quantity = params.get('quantity')
  const { listing } = market
  if (quantity === null) {
    // A spot market order may state an amount of the quote in place of a quantity.
    const isByMoney = type === 'MARKET' && listing.kind === 'spot' && positive(params.get('quoteOrderQty')) !== null
    return isByMoney ? undefined : missing('quantity')
  }
  const amount = positive(quantity)
  if (amount === null) return wrong(-1013, 'Invalid quantity.')
  const lots = unitsIn(amount, listing.sizeDecimals)
  if (lots === null) return wrong(-1013, 'Filter failure: LOT_SIZE')
  if (type === 'LIMIT' && !params.get('timeInForce')) return missing('timeInForce')
  const price = type === 'LIMIT' ? positive(params.get('price')) : null
  if (type === 'LIMIT' && price === null) return missing('price')
  const limit = price === null ? null : unitsIn(price, listing.priceDecimals)
  if (price !== null && limit === null) return wrong(-1013, 'Filter failure: PRICE_FILTER')
  const side = params.get('side') === 'BUY' ? 'buy' : 'sell'
  const isSpot = listing.kind === 'spot'
  switch (isAboveMaximum(market, lots, measure(market, side, limit), type === 'LIMIT' ? 'limit' : 'market')) {
    case 'lots':
      if (!isSpot) return wrong(-4005, 'Quantity greater than max quantity.')
      return wrong(-1013, `Filter failure: ${type === 'LIMIT' ? 'LOT_SIZE' : 'MARKET_LOT_SIZE'}`)
    case 'value':
      return wrong(-1013, 'Filter failure: NOTIONAL')
    case null:
  }
  switch (isBelowMinimum(market, lots, measure(market, side, limit))) {
    case 'lots':
      return wrong(-1013, 'Filter failure: LOT_SIZE')
    case 'value':
      // An order that only makes a position smaller may have any value.
      if (params.get('reduceOnly') === 'true') return undefined
      return isSpot
        ? wrong(-1013, 'Filter failure: NOTIONAL')
        : wrong(
            -4164,
            `Order's notional must be no smaller than ${listing.minNotional} (unless you choose reduce only).`,
          )
    case null:
      return undefined
  }
}
