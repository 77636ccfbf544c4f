import { useQuery } from '@tanstack/react-query'
import { tradingText as words } from '../text/market/trading.ts'
import { tradingQuery } from './api/trading-query.ts'
import { istanbulTime } from './format/times.ts'
import { Notice } from './ui/notice.tsx'

/** Says that an admin has stopped new trades, if so. */
export function TradingStopped() {
  const at = useQuery(tradingQuery).data?.stopped_at ?? null
  if (at === null) return null
  return (
    <Notice tone="warn" role="status">
      {words.stopped(istanbulTime(Date.parse(at)))}
    </Notice>
  )
}
