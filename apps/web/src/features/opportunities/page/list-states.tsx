import type { Mode, Status } from '@makas/contract'
import { PlugZap, TriangleAlert } from 'lucide-react'
import { useCallback } from 'react'
import { wholeSeconds } from '../../../shared/format/times.ts'
import type { ListView } from '../../../shared/opportunity/list/list-store.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { FilterChoice } from '../filters/use-filters.ts'
import { StatePanel } from './state-panel.tsx'
import type { FilterResult } from './use-order.ts'

const words = opportunityWords

export const loadEmptyList = async () => (await import('./empty-list.tsx')).EmptyList
const EmptyList = lazyLayer(words.title, loadEmptyList, <div className="min-h-80" />)

/** Shown in place of the table when there is no row: each cause has its own picture and way out. */
export function ListState(props: {
  readonly mode: Mode
  readonly view: ListView
  readonly status: Status | undefined
  readonly rejected: number | null
  readonly retry: () => Promise<boolean>
  readonly found: FilterResult
  readonly filterChoice: FilterChoice
}) {
  const { view } = props
  if (view.transport === 'failed' && view.count === null) {
    return (
      <StatePanel icon={<PlugZap size={20} aria-hidden />} title={words.problem.title} text={words.problem.nothing}>
        <Button onClick={() => void props.retry()}>{words.problem.retry}</Button>
      </StatePanel>
    )
  }
  return <EmptyList {...props} />
}

/** Shown above rows that are no longer renewed (STATE-21, reliability C8). */
export function ProblemBanner({ view, retry }: { readonly view: ListView; readonly retry: () => Promise<boolean> }) {
  const { receivedAt } = view
  const text = useCallback(() => words.problem.held(wholeSeconds(steadyNow() - (receivedAt ?? 0))), [receivedAt])
  if (receivedAt === null) return null
  return (
    <div className="figures flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn/50 bg-warn-wash px-3.5 py-2 text-13">
      <TriangleAlert size={16} aria-hidden className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1 basis-60">
        <b role="alert" className="mr-2 font-semibold text-warn">
          {words.problem.title}
        </b>
        <Ticking text={text} />
      </span>
      <Button onClick={() => void retry()}>{words.problem.retry}</Button>
    </div>
  )
}

/** Shown above sample rows (CALL-32, product-decisions.md 4). */
export function SampleBanner() {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-warn/50 bg-warn-wash px-3.5 py-2 text-13"
    >
      <b className="rounded-control border border-warn/60 px-1.5 text-12 leading-5 font-semibold text-warn">
        {words.sample.mark}
      </b>
      <span className="min-w-0 flex-1 basis-60">{words.sample.text}</span>
    </p>
  )
}
