import type { Instrument } from '../../market/instrument.ts'
import type { RestReply } from '../../wire/front.ts'
import { BAD_SYMBOL, MISSING_SYMBOL, wrong } from './request-weights.ts'

const TYPES = ['LIMIT', 'MARKET']
const missing = (name: string) =>
  wrong(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

/** What is wrong with an order that is only tried; undefined where it would be taken. */
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
    // Spot market orders may say how much money instead.
    const isByMoney = type === 'MARKET' && listing.kind === 'spot' && isPositive(params.get('quoteOrderQty'))
    return isByMoney ? undefined : missing('quantity')
  }
  if (!isPositive(quantity)) return wrong(-1013, 'Invalid quantity.')
  if (decimalsOf(quantity) > listing.sizeDecimals) return wrong(-1013, 'Filter failure: LOT_SIZE')
  if (type === 'MARKET') return undefined
  if (!params.get('timeInForce')) return missing('timeInForce')
  const price = params.get('price')
  if (!isPositive(price)) return missing('price')
  return decimalsOf(price ?? '') > listing.priceDecimals ? wrong(-1013, 'Filter failure: PRICE_FILTER') : undefined
}

const isPositive = (text: string | null): boolean => text !== null && /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text)

/** Decimals that count: zeros at the end say nothing. */
const decimalsOf = (text: string): number => /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0
