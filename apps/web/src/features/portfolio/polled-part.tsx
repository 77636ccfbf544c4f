import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { istanbulClock, wholeSeconds } from '../../shared/format/times.ts'
import { wallNow } from '../../shared/time/steady.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'

const words = portfolioText.stale

type PolledQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>

/** Part of a page that one call feeds. After a failure the last answer stays, below the error and the time since. */
export function PolledPart<T>(props: {
  readonly query: PolledQuery<T>
  /** Sentence shown where the server gives none. */
  readonly fallback: string
  /** Rows of skeleton until the first answer. */
  readonly rows: number
  readonly children: (data: T) => ReactNode
}) {
  const { query, fallback, rows, children } = props
  if (query.data === undefined) {
    if (query.error === null) return <Loading rows={rows} />
    return <Failed error={query.error} fallback={fallback} retry={() => void query.refetch()} />
  }
  return (
    <>
      <NotRenewed query={query} fallback={fallback} />
      {children(query.data)}
    </>
  )
}

/** The error of a failed poll; nothing while the call succeeds. */
export function NotRenewed(props: { readonly query: PolledQuery<unknown>; readonly fallback: string }) {
  const { error, dataUpdatedAt: readAt, refetch } = props.query
  const age = useCallback(() => words.age(wholeSeconds(wallNow() - readAt)), [readAt])
  if (error === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-raised px-4 py-2 text-13">
      <TriangleAlert size={16} aria-hidden className="shrink-0 text-warn" />
      <div className="min-w-40 flex-1">
        <p role="alert" className="text-text-1">
          {sentenceOf(error, props.fallback)}
          {readAt > 0 && ` ${words.since(istanbulClock(readAt))}`}
        </p>
        {/* Outside the alert: a screen reader would read the alert again every second. */}
        {readAt > 0 && <Ticking text={age} className="figures text-12 text-text-2" />}
      </div>
      <Button onClick={() => void refetch()}>
        <RefreshCw size={14} aria-hidden />
        {tr.states.retry}
      </Button>
    </div>
  )
}
