import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { statusQuery } from '../../shared/api/queries.ts'
import { istanbulTime, wholeSeconds } from '../../shared/format/times.ts'
import { wallNow } from '../../shared/time/steady.ts'
import { TradingStopped } from '../../shared/trading-stopped.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { tr } from '../../text/frame/tr.ts'
import { emptyListWords } from '../../text/market/empty-list.ts'
import { status } from '../../text/market/status.ts'
import { StatusTable } from './status-table.tsx'

const words = status

/** `/status`: the public page over `/api/status` (reliability-matrix.md 10). */
export function StatusPage() {
  useTitle(words.title)
  const { data: status, isError, dataUpdatedAt } = useQuery(statusQuery)
  const old = useCallback(() => words.old(wholeSeconds(wallNow() - dataUpdatedAt)), [dataUpdatedAt])
  return (
    <div className="mx-auto flex w-full max-w-[1760px] flex-1 flex-col gap-4 px-4 pt-4 sm:px-5">
      <h1 className="text-20 font-semibold">{words.title}</h1>
      <p className="max-w-170 text-text-2">{words.lead}</p>
      <TradingStopped />
      {isError && (
        <p className="figures rounded-control border border-warn/50 bg-warn-wash px-3.5 py-2 text-13">
          <span role="alert">{status ? words.silent : words.failed}</span>
          {/* Outside the alert: a screen reader would read the alert again every second. */}
          {status && <Ticking text={old} className="ml-1" />}
        </p>
      )}
      {status ? (
        <>
          <dl className="figures flex flex-wrap gap-x-8 gap-y-2 text-13">
            <Definition name={words.source}>
              {status.source === null ? words.undecided : tr.sources[status.source]}
            </Definition>
            <Definition name={words.engine}>
              {words.engineReasons[status.engine.reason ?? 'proving-books'] ?? words.engineStates[status.engine.state]}
            </Definition>
            <Definition name={words.since}>{istanbulTime(Date.parse(status.started_at))}</Definition>
            <Definition name={words.asOf}>{istanbulTime(Date.parse(status.as_of))}</Definition>
          </dl>
          {status.engine.reason !== null && status.engine.state !== 'ready' && (
            <p className="max-w-170 text-text-2">{emptyListWords.engine[status.engine.reason]}</p>
          )}
          {status.exchanges.length > 0 ? <StatusTable status={status} /> : <p className="text-text-2">{words.none}</p>}
          <p className="max-w-170 text-12 text-text-3">{words.legend}</p>
        </>
      ) : (
        !isError && (
          <div aria-busy="true">
            <p className="sr-only" role="status">
              {words.loading}
            </p>
            <span className="skeleton block h-52 w-full" />
          </div>
        )
      )}
    </div>
  )
}
