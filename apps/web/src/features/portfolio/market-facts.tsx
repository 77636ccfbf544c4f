import type { MarketStats, Status } from '@makas/contract'
import type { ReactNode } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulClock } from '../../shared/format/times.ts'
import { flowOf } from '../../shared/live/flow.ts'
import { steadyNow, wallNow } from '../../shared/time/steady.ts'
import { opportunityWords } from '../../text/market/opportunities.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import type { TopRows } from './portfolio-queries.ts'

const words = portfolioText.head

/** Source, live pairs, active rows (CONST-05), exchanges and the last update, beside the header (DASH-03). */
export function MarketFacts(props: {
  readonly top: TopRows | undefined
  readonly stats: MarketStats | undefined
  readonly status: Status | undefined
  readonly isFailed: boolean
}) {
  const { top, status, isFailed } = props
  const source = top?.source ?? null
  const flow = flowOf(status)
  // While the engine is not heard the server's counts are zeros, which say nothing.
  const stats = flow === 'lost' ? undefined : props.stats
  const tone = isFailed ? 'bg-bad' : flow !== 'flowing' ? 'bg-warn' : source === null ? 'bg-text-3' : 'bg-good'
  return (
    <ul aria-label={words.label} className="figures flex flex-wrap items-center gap-x-5 gap-y-1 text-13 text-text-2">
      <li className="flex items-center gap-2 text-text-1" role={isFailed ? 'alert' : undefined}>
        <span className={`size-2 rounded-full ${tone}`} aria-hidden="true" />
        {isFailed
          ? words.failed
          : flow !== 'flowing'
            ? opportunityWords.flow[flow]
            : source === null
              ? words.waiting
              : words.source[source]}
      </li>
      {stats !== undefined && (
        <>
          <Count value={whole(stats.live_pairs)}>{source === 'live' ? words.pairs.live : words.pairs.watched}</Count>
          <Count value={whole(stats.active_exchanges)}>{words.exchanges}</Count>
        </>
      )}
      {top !== undefined && flow !== 'lost' && (
        <>
          <Count value={whole(top.active)}>
            {words.active} <span className="text-text-3">{words.activeRule}</span>
          </Count>
          <li>
            {words.last}{' '}
            <strong className="font-semibold text-text-1">
              {istanbulClock(wallNow() - (steadyNow() - top.receivedAt))}
            </strong>{' '}
            {words.zone}
          </li>
        </>
      )}
    </ul>
  )
}

function Count({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <li>
      <strong className="font-semibold text-text-1">{value}</strong> {children}
    </li>
  )
}
