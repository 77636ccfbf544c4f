import type { Trade } from '@makas/contract'
import { useEffect, useRef, useState } from 'react'
import { SumsTable } from '../../../shared/trade/sums-table.tsx'
import { TradeEnd } from '../../../shared/trade/trade-end.tsx'
import { TradeStatus } from '../../../shared/trade/trade-status.tsx'
import { TradeSteps } from '../../../shared/trade/trade-steps.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { StepHeading } from '../../../shared/ui/step-trail.tsx'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { newsOf } from './news.ts'

/** Orders that were sent: the state of each, and the result beside what was expected. */
export function TradeRun({ trade, isUnread }: { readonly trade: Trade; readonly isUnread: boolean }) {
  const isRunning = trade.status === 'running'
  return (
    <div className="flex flex-col gap-4">
      <StepHeading aside={!isRunning && <TradeStatus status={trade.status} />}>
        {isRunning ? words.running.title : words.running.ended}
      </StepHeading>
      {isRunning ? <p className="text-13 text-text-2">{words.running.closing}</p> : <TradeEnd trade={trade} isNew />}
      {isUnread && (
        <Notice tone="warn" role="status">
          {words.running.unread}
        </Notice>
      )}
      <TradeSteps trade={trade} />
      <SumsTable trade={trade} />
      <News trade={trade} />
    </div>
  )
}

/** Reads out each piece of news once. */
function News({ trade }: { readonly trade: Trade }) {
  const announced = useRef(new Set<string>())
  const [text, setText] = useState('')
  useEffect(() => {
    const fresh = newsOf(trade).filter(({ key }) => !announced.current.has(key))
    if (fresh.length === 0) return
    for (const { key } of fresh) announced.current.add(key)
    setText(fresh.map((one) => one.text).join(' '))
  }, [trade])
  return (
    <p role="status" data-news className="sr-only">
      {text}
    </p>
  )
}
