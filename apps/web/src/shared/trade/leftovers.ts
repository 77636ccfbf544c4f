import type { Trade, TradeOrder } from '@makas/contract'
import { add, compare, exactText, type Ratio, subtract, ZERO } from '@makas/domain'
import { exactValue, minus } from '../opportunity/exact.ts'

/** What a trade left open on a leg; the quantity is in the exchange's own unit. */
export type Leftover = {
  readonly leg: number
  /**
   * `rest`: a known quantity, which an order of `side` gives back. `unknown`: nobody knows whether this order of `side`
   * was filled.
   */
  readonly kind: 'rest' | 'unknown'
  readonly side: TradeOrder['side']
  readonly quantity: string
  /** Client order id, by which the exchange finds the order. */
  readonly clientId: string
}

const turned = (side: TradeOrder['side']) => (side === 'buy' ? 'sell' : 'buy')

/**
 * What the owner of an open trade has to close by hand. A leg whose last unwinding order was not filled still has its
 * rest. If the outcome of an order is unknown, the fills of the other legs have no certain counterpart and are listed
 * too.
 */
export function leftoversOf(trade: Pick<Trade, 'status' | 'legs' | 'orders'>): readonly Leftover[] {
  if (trade.status !== 'open') return []
  const ofLegs = trade.legs.map((_, leg) => trade.orders.filter((order) => order.leg === leg))
  const certain = ofLegs.flatMap((orders, leg) => [...unknownOf(orders, leg), ...restOf(orders, leg)])
  const isUncertain = certain.length === 0 || certain.some(({ kind }) => kind === 'unknown')
  if (!isUncertain) return certain
  const listedLegs = new Set(certain.map(({ leg }) => leg))
  return [...certain, ...ofLegs.flatMap((orders, leg) => (listedLegs.has(leg) ? [] : filledOf(orders, leg)))]
}

const unknownOf = (orders: readonly TradeOrder[], leg: number): readonly Leftover[] =>
  orders
    .filter(({ state }) => state === 'unknown')
    .map(({ side, quantity, client_id: clientId }) => ({ leg, kind: 'unknown', side, quantity, clientId }))

function restOf(orders: readonly TradeOrder[], leg: number): readonly Leftover[] {
  const last = orders.findLast(({ purpose }) => purpose === 'unwind')
  if (last === undefined || last.state === 'unknown') return []
  const rest = subtract(exactValue(last.quantity), exactValue(last.filled))
  if (compare(rest, ZERO) <= 0) return []
  return [{ leg, kind: 'rest', side: last.side, quantity: exactText(rest), clientId: last.client_id }]
}

function filledOf(orders: readonly TradeOrder[], leg: number): readonly Leftover[] {
  const held = orders.reduce<Ratio>((sum, { side, filled }) => {
    const quantity = exactValue(filled)
    return add(sum, side === 'buy' ? quantity : minus(quantity))
  }, ZERO)
  const first = orders[0]
  if (first === undefined || compare(held, ZERO) === 0) return []
  const side = turned(compare(held, ZERO) > 0 ? 'buy' : 'sell')
  const quantity = exactText(compare(held, ZERO) > 0 ? held : minus(held))
  return [{ leg, kind: 'rest', side, quantity, clientId: first.client_id }]
}
