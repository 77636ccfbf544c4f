import type { Trade } from '@makas/contract'
import { type OrderStep, stepsOf } from '../../../shared/trade/order-steps.ts'
import { endOf, restsOf } from '../../../shared/trade/trade-end.tsx'
import { tradeWords as words } from '../../../text/market/trades.ts'

type News = { readonly key: string; readonly text: string }

/**
 * What a screen reader is told of a trade: each state of each order once, and its end; an open trade has an alert of
 * its own.
 */
export function newsOf(trade: Trade): readonly News[] {
  const steps = stepsOf(trade).filter(({ order }) => order !== null)
  const end = trade.status === 'open' ? null : endOf(trade)
  return [...steps.map(stepNews), ...(end === null ? [] : [{ key: 'end', text: [end, ...restsOf(trade)].join(' ') }])]
}

const stepNews = ({ key, state, title, stateWord }: OrderStep): News => ({
  key: `${key} ${state}`,
  text: words.news(title, stateWord),
})
