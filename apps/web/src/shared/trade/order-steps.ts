import type { Trade, TradeOrder } from '@makas/contract'
import { tr } from '../../text/frame/tr.ts'
import { tradeWords as words } from '../../text/market/trades.ts'
import { exact } from '../format/numbers.ts'
import { type Leg, limitOf, priceOf, quantityOf } from './leg-figures.ts'

/** State of a step: the order's state, `waiting` (no order yet) or `never-sent` (no order will come). */
export type StepState = TradeOrder['state'] | 'waiting' | 'never-sent'

/** A step: an order, or a leg without an order. */
export type OrderStep = {
  readonly key: string
  readonly order: TradeOrder | null
  readonly state: StepState
  readonly title: string
  readonly stateWord: string
  /** What was ordered, and its result. */
  readonly details: readonly string[]
}

/** The orders of a trade as steps: first the order of each leg, then the unwinding orders. */
export function stepsOf(trade: Pick<Trade, 'legs' | 'orders' | 'status'>): readonly OrderStep[] {
  const opening = trade.legs.map((leg, at) => {
    const order = trade.orders.find((one) => one.leg === at && one.purpose === 'open')
    return order === undefined ? withoutOrder(leg, at, trade.status === 'running') : stepOf(leg, order)
  })
  const unwinding = trade.orders
    .filter(({ purpose }) => purpose === 'unwind')
    .flatMap((order) => {
      const leg = trade.legs[order.leg]
      return leg === undefined ? [] : [stepOf(leg, order)]
    })
  return [...opening, ...unwinding]
}

function withoutOrder(leg: Leg, at: number, isRunning: boolean): OrderStep {
  return {
    key: `leg ${at}`,
    order: null,
    state: isRunning ? 'waiting' : 'never-sent',
    title: titleOf(leg, leg.side, 'open'),
    stateWord: isRunning ? words.waiting : words.neverSent,
    details: [ordered(leg, leg.side, leg.quantity, leg.limit_price)],
  }
}

function stepOf(leg: Leg, order: TradeOrder): OrderStep {
  const { state, refusal, purpose, side } = order
  const word = (purpose === 'unwind' ? words.unwindStates : words.states)[state]
  return {
    key: order.client_id,
    order,
    state,
    title: titleOf(leg, side, purpose),
    stateWord: refusal === null ? word : `${word}: ${words.refusals[refusal]}`,
    details: [ordered(leg, side, order.quantity, order.limit_price), ...cameOf(leg, order)],
  }
}

function titleOf(leg: Leg, side: TradeOrder['side'], purpose: TradeOrder['purpose']): string {
  const say = purpose === 'unwind' ? words.unwindStep : words.step
  return say(tr.exchanges[leg.exchange], words.markets[leg.market], words.sideNames[side])
}

const ordered = (leg: Leg, side: TradeOrder['side'], quantity: string, limit: string | null) =>
  `${quantityOf(leg, quantity)}, ${limitOf(leg, side, limit)}`

function cameOf(leg: Leg, { filled, price, fees }: TradeOrder): readonly string[] {
  if (price === null) return []
  const paid = fees.map(({ asset, amount }) => `${exact(amount)} ${asset}`).join(' + ')
  return [words.filledAt(quantityOf(leg, filled), priceOf(leg, price)), ...(paid === '' ? [] : [words.fees(paid)])]
}
