import { PATHS, RouteHistory } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../../shared/api/ask.ts'
import { percent, whole } from '../../../../shared/format/numbers.ts'
import { istanbulTime, span } from '../../../../shared/format/times.ts'
import { useUser } from '../../../../shared/session/session.ts'
import { Failed, Loading } from '../../../../shared/ui/state-view.tsx'
import { historyWords } from '../../../../text/market/history.ts'
import { HistoryChart } from './history-chart.tsx'
import { type Run, runsOf } from './runs.ts'

/** Interval of the reads, ms: records come within seconds, but a chart of a day need not move faster. */
const AGAIN_MS = 15_000
/** Number of openings listed, the newest first. */
const LISTED = 5
const words = historyWords

/** The last day of the row's route: its net return, and when it opened and closed. */
export function HistorySection({ id }: { readonly id: string }) {
  const as = useUser() === null ? 'visitor' : 'user'
  const history = useQuery({
    queryKey: [as, 'history', id],
    queryFn: async ({ signal }) => (await ask({ path: PATHS.history(id), answer: RouteHistory, as, signal })).value,
    refetchInterval: AGAIN_MS,
    retry: 1,
    gcTime: 0,
  })
  const { data } = history
  return (
    <section aria-labelledby="row-history" data-testid="row-history" className="border-t border-line px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pb-2">
        <h3 id="row-history" className="text-13 font-semibold">
          {words.title} <span className="text-12 font-normal text-text-3">{words.lead}</span>
        </h3>
        {data !== undefined && data.recorded > 0 && <p className="figures text-12 text-text-3">{countOf(data)}</p>}
      </div>
      {data !== undefined ? (
        <Life history={data} />
      ) : history.isError ? (
        <Failed error={history.error} fallback={words.failed} retry={() => void history.refetch()} />
      ) : (
        <Loading rows={3} label={words.loading} />
      )}
    </section>
  )
}

const countOf = ({ points, recorded }: RouteHistory) =>
  points.length < recorded ? words.thinned(whole(points.length), whole(recorded)) : words.recorded(whole(recorded))

function Life({ history }: { readonly history: RouteHistory }) {
  const runs = runsOf(history.points)
  if (!runs.some(({ steps }) => steps.length > 0)) return <p className="text-13 text-text-2">{words.empty}</p>
  return (
    <div className="flex flex-col gap-3">
      <HistoryChart runs={runs} until={Date.parse(history.to)} />
      <table className="figures w-full text-12">
        <caption className="sr-only">{words.list}</caption>
        <thead>
          <tr className="text-left text-text-3">
            <th className="py-1 pr-3 font-normal">{words.opened}</th>
            <th className="py-1 pr-3 font-normal">{words.closed}</th>
            <th className="py-1 pr-3 text-right font-normal max-sm:hidden">{words.lasted}</th>
            <th className="py-1 text-right font-normal">{words.best}</th>
          </tr>
        </thead>
        <tbody>
          {runs
            .slice(-LISTED)
            .toReversed()
            .map((run) => (
              <Opening key={run.openedAt ?? run.steps[0]?.t ?? 0} run={run} until={Date.parse(history.to)} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

function Opening({ run, until }: { readonly run: Run; readonly until: number }) {
  const { openedAt, closedAt, reason, steps } = run
  const from = openedAt ?? steps[0]?.t ?? until
  const best = Math.max(...steps.map(({ value }) => value))
  return (
    <tr className="border-t border-line">
      <td className="py-1 pr-3">{openedAt === null ? words.before : istanbulTime(openedAt)}</td>
      <td className="py-1 pr-3">
        {closedAt === null ? words.stillOpen : istanbulTime(closedAt)}
        {reason !== null && <span className="text-text-3"> · {words.reasons[reason] ?? reason}</span>}
      </td>
      <td className="py-1 pr-3 text-right max-sm:hidden">{span((closedAt ?? until) - from)}</td>
      <td className="py-1 text-right">{steps.length === 0 ? '–' : percent(best)}</td>
    </tr>
  )
}
