import { useQuery } from '@tanstack/react-query'
import { status as words } from '../text/market/status.ts'
import { tradingQuery } from './api/queries.ts'
import { istanbulTime } from './format/times.ts'
import { Notice } from './ui/notice.tsx'

/** Says that an admin has stopped new trades; nothing where they are taken. */
export function TradingStopped() {
  const at = useQuery(tradingQuery).data?.stopped_at ?? null
  if (at === null) return null
  return (
    <Notice tone="warn" role="status">
      {words.tradingStopped(istanbulTime(Date.parse(at)))}
    </Notice>
  )
}
