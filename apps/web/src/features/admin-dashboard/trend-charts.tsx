import type { DashboardTrends } from '@makas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'
import { DayChart, type Series } from './day-chart.tsx'

const words = adminDashboardText.charts
type Day = DashboardTrends['days'][number]

/** Users, tickets and opportunities over time, from what is stored. */
export function TrendCharts({ trends }: { readonly trends: UseQueryResult<DashboardTrends> }) {
  const { data } = trends
  const charts: readonly { readonly title: string; readonly series: readonly Series<Day>[]; readonly hint?: string }[] =
    [
      {
        title: words.users,
        series: [
          { name: words.total, kind: 'line', figure: (day) => day.users },
          { name: words.logins, kind: 'dashes', figure: (day) => day.logins },
        ],
      },
      {
        title: words.tickets,
        series: [
          { name: words.opened, kind: 'bars', figure: (day) => day.tickets_opened },
          { name: words.closed, kind: 'pale-bars', figure: (day) => day.tickets_closed },
        ],
      },
      {
        title: words.opportunities,
        series: [{ name: words.ended, kind: 'line', figure: (day) => day.opportunities }],
        ...(data === undefined ? {} : { hint: words.ofSource[data.source] }),
      },
    ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-3">
      {charts.map(({ title, series, hint }) => (
        <Panel key={title} title={title} hint={hint}>
          {data !== undefined ? (
            <DayChart title={title} days={data.days} series={series} />
          ) : trends.isError ? (
            <Failed error={trends.error} fallback={words.failed} retry={() => void trends.refetch()} />
          ) : (
            <Loading rows={5} />
          )}
        </Panel>
      ))}
    </div>
  )
}
