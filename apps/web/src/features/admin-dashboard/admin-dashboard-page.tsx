import { TREND_DAYS } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { adminStatsQuery } from '../../shared/api/admin-queries.ts'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulClock } from '../../shared/format/times.ts'
import { TradingStopped } from '../../shared/trading-stopped.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { adminDashboardText as words } from '../../text/admin/admin-dashboard.ts'
import { FeedsPanel } from './feeds-panel.tsx'
import { type Days, trendsQuery } from './queries.ts'
import { QuickActions } from './quick-actions.tsx'
import { StatCards } from './stat-cards.tsx'
import { TrendCharts } from './trend-charts.tsx'
import { UpkeepPanel } from './upkeep-panel.tsx'

/** `/admin/dashboard` (ADASH-01, ADASH-02). */
export function AdminDashboardPage() {
  useTitle(words.title)
  const [days, setDays] = useState<Days>(30)
  const queries = useQueryClient()
  const stats = useQuery(adminStatsQuery)
  const trends = useQuery(trendsQuery(days))
  const refresh = () => void queries.invalidateQueries({ queryKey: ['admin'] })
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        {stats.dataUpdatedAt > 0 && (
          <p className="figures text-13 text-text-2">{words.asOf(istanbulClock(stats.dataUpdatedAt))}</p>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <fieldset className="flex rounded-control border border-line bg-panel p-0.5">
            <legend className="sr-only">{words.range}</legend>
            {TREND_DAYS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={days === one}
                onClick={() => setDays(one)}
                className="figures rounded-control px-2.5 py-0.5 text-13 text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text-1 pointer-coarse:py-2.5"
              >
                {words.days(whole(one))}
              </button>
            ))}
          </fieldset>
          <Button onClick={refresh}>
            <RefreshCw size={14} aria-hidden className={stats.isFetching ? 'animate-spin' : ''} />
            {words.refresh}
          </Button>
        </div>
      </header>
      <TradingStopped />
      {stats.isError && (
        <Notice tone="warn" role="alert" action={<Button onClick={refresh}>{words.retry}</Button>}>
          {stats.data === undefined ? words.failed : words.failedAgain(istanbulClock(stats.dataUpdatedAt))}
        </Notice>
      )}
      <StatCards stats={stats.data} trends={trends.data?.days} isPending={stats.isPending} />
      <QuickActions stats={stats.data} />
      <TrendCharts trends={trends} />
      <FeedsPanel />
      <UpkeepPanel />
    </div>
  )
}
