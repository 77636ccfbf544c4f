import type { ExchangeStatus, Status } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusQuery } from '../../shared/api/queries.ts'
import { milliseconds, whole } from '../../shared/format/numbers.ts'
import { istanbulTime, span } from '../../shared/format/times.ts'
import { FeedWord } from '../../shared/live/feed-word.tsx'
import { feedStateOf } from '../../shared/live/flow.ts'
import { type DataColumn, DataTable } from '../../shared/ui/data-table.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'
import { tr } from '../../text/frame/tr.ts'
import { status as statusText } from '../../text/market/status.ts'

const words = adminDashboardText.feeds
const heads = statusText.columns

const figure = (
  id: 'books' | 'age50' | 'age99' | 'gaps' | 'resyncs' | 'skew',
  cell: (of: ExchangeStatus) => string,
): DataColumn<ExchangeStatus> => ({ id, header: heads[id], align: 'right', cell })

const age = (ms: number | null) => (ms === null ? statusText.unknown : span(ms))

const columns = (status: Status | undefined): readonly DataColumn<ExchangeStatus>[] => [
  { id: 'exchange', header: heads.exchange, cell: ({ id }) => <strong>{tr.exchanges[id]}</strong> },
  {
    id: 'state',
    header: heads.state,
    phone: 'aside',
    cell: (exchange) => {
      const state = status === undefined ? exchange.state : feedStateOf(status, exchange)
      return <FeedWord state={state} source={status?.source ?? null} />
    },
  },
  figure('books', (of) => `${whole(of.books_live)} / ${whole(of.books_total)}`),
  figure('age50', (of) => age(of.age_p50_ms)),
  figure('age99', (of) => age(of.age_p99_ms)),
  figure('gaps', (of) => whole(of.gaps)),
  figure('resyncs', (of) => whole(of.resyncs)),
  figure('skew', (of) => (of.skew_ms === null ? statusText.unknown : milliseconds(of.skew_ms))),
]

/** State of the market data, exchange by exchange. */
export function FeedsPanel() {
  const { data, isError, error, refetch } = useQuery(statusQuery)
  const hint =
    data === undefined
      ? undefined
      : words.hint(
          data.source === null ? statusText.undecided : tr.sources[data.source],
          istanbulTime(Date.parse(data.started_at)),
        )
  return (
    <Panel
      title={words.title}
      hint={hint}
      action={
        <Link to="/status" className="rounded-control text-accent underline-offset-2 hover:underline">
          {words.more}
        </Link>
      }
    >
      <DataTable
        label={words.title}
        columns={columns(data)}
        rows={data?.exchanges}
        rowId={({ id }) => id}
        empty={<p className="p-4 text-13 text-text-2">{words.none}</p>}
        failed={isError ? { error, fallback: words.failed, retry: () => void refetch() } : null}
        expected={4}
      />
    </Panel>
  )
}
