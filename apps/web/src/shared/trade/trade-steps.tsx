import type { Trade } from '@makas/contract'
import { Check, CircleQuestionMark, CircleSlash, LoaderCircle, type LucideIcon, Minus, X } from 'lucide-react'
import { tradeWords as words } from '../../text/market/trades.ts'
import { istanbulClockMs } from '../format/times.ts'
import { type StepState, stepsOf } from './order-steps.ts'

const LOOKS: Readonly<
  Record<StepState, { readonly Icon: LucideIcon | null; readonly tone: string; readonly ring: string }>
> = {
  waiting: { Icon: null, tone: 'text-text-3', ring: 'border-line' },
  'never-sent': { Icon: Minus, tone: 'text-text-3', ring: 'border-line' },
  sending: { Icon: LoaderCircle, tone: 'text-accent', ring: 'border-accent' },
  filled: { Icon: Check, tone: 'text-good', ring: 'border-good/50' },
  partial: { Icon: CircleSlash, tone: 'text-warn', ring: 'border-warn/50' },
  unfilled: { Icon: Minus, tone: 'text-text-2', ring: 'border-text-3' },
  refused: { Icon: X, tone: 'text-bad', ring: 'border-bad/50' },
  unknown: { Icon: CircleQuestionMark, tone: 'text-bad', ring: 'border-bad/50' },
}

/** The orders of a trade in a list: the state in a word with its icon, what was ordered and what was filled. */
export function TradeSteps({ trade }: { readonly trade: Trade }) {
  const steps = stepsOf(trade)
  return (
    <ol aria-label={words.running.steps} className="figures flex flex-col">
      {steps.map(({ key, order, state, title, stateWord, details }, at) => {
        const { Icon, tone, ring } = LOOKS[state]
        const isLast = at === steps.length - 1
        return (
          <li key={key} className="flex gap-3">
            <span aria-hidden="true" className="flex flex-col items-center">
              <span className={`grid size-5 shrink-0 place-items-center rounded-full border ${ring} ${tone}`}>
                {Icon !== null && <Icon size={12} className={state === 'sending' ? 'animate-spin' : ''} />}
              </span>
              {!isLast && <span className="w-px flex-1 bg-line" />}
            </span>
            <div className={`min-w-0 flex-1 ${isLast ? '' : 'pb-3.5'}`}>
              <p className="flex items-baseline justify-between gap-3 text-14">
                <span>
                  {title} <span className={`font-medium ${tone}`}>· {stateWord}</span>
                </span>
                {order !== null && (
                  <time dateTime={order.sent_at} className="shrink-0 text-12 text-text-3">
                    {istanbulClockMs(Date.parse(order.sent_at))}
                  </time>
                )}
              </p>
              <p className="text-12 text-text-2">{details.join(' · ')}</p>
              {order !== null && (
                <p className="text-12 text-text-3">
                  {words.clientId} <code className="font-mono break-all">{order.client_id}</code>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
