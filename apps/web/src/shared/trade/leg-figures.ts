import type { TradeOrder, TradePlan } from '@makas/contract'
import { tr } from '../../text/frame/tr.ts'
import { tradeWords as words } from '../../text/market/trades.ts'
import { exact } from '../format/numbers.ts'
import { ending } from '../opportunity/exact.ts'

export type Leg = TradePlan['legs'][number]
type Instrument = Pick<Leg, 'market' | 'base' | 'quote'>

/** A quantity in the exchange's own unit: coins, or pieces of a perpetual. */
export const quantityOf = ({ market, base }: Instrument, quantity: string): string =>
  market === 'perp' ? words.pieces(exact(quantity)) : `${exact(quantity)} ${base}`

/** A price per unit; an average price may have endless decimals. */
export const priceOf = ({ quote }: Instrument, price: string): string => `${exact(ending(price), 2)} ${quote}`

/** The worst price that an order takes, in words. */
export function limitOf(leg: Instrument, side: TradeOrder['side'], limit: string | null): string {
  return limit === null ? words.limits.market : words.limits[side](priceOf(leg, limit))
}

/** Where a leg is traded: the exchange, and the exchange's name of the instrument. */
export const placeOf = ({ exchange, symbol }: Pick<Leg, 'exchange' | 'symbol'>): string =>
  `${tr.exchanges[exchange]}, ${symbol}`
