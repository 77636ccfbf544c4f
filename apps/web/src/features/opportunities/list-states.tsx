import type { Mode, Status } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { CircleAlert, PlugZap, SearchX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { wholeSeconds } from '../../shared/format/times.ts'
import type { ListView } from '../../shared/opportunity/list/list-store.ts'
import { steadyNow } from '../../shared/time/steady.ts'
import { BUTTON, Button } from '../../shared/ui/button.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { opportunityWords } from '../../text/market/opportunities.ts'
import { filterName } from './filters/filter-words.ts'
import { withOpen } from './filters/filters.ts'
import type { FilterChoice } from './filters/use-filters.ts'
import type { FilterResult } from './use-order.ts'

const words = opportunityWords

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
  const { view, status, rejected, found, filterChoice } = props
  if (view.transport === 'failed' && view.count === null) {
    return (
      <Panel icon={<PlugZap size={20} aria-hidden />} title={words.problem.title} text={words.problem.nothing}>
        <Button onClick={() => void props.retry()}>{words.problem.retry}</Button>
      </Panel>
    )
  }
  if (status && status.exchanges.length > 0 && status.exchanges.every(({ state }) => state === 'down')) {
    return (
      <Panel icon={<PlugZap size={20} aria-hidden />} title={words.allDown.title} text={words.allDown.text}>
        <Link to="/status" className={BUTTON}>
          {words.allDown.more}
        </Link>
      </Panel>
    )
  }
  if (status && status.engine.state !== 'ready') {
    const reason = status.engine.reason ?? (status.engine.state === 'down' ? 'engine-stopped' : 'proving-books')
    return <Panel icon={<CircleAlert size={20} aria-hidden />} title={words.engineTitle} text={words.engine[reason]} />
  }
  if (found.candidates > 0) return <NoneMatch found={found} filterChoice={filterChoice} />
  return (
    <Panel icon={<SearchX size={20} aria-hidden />} title={words.empty.title} text={words.empty.text[props.mode]}>
      {rejected !== null && rejected > 0 && (
        <p className="figures max-w-140 text-text-2">{words.empty.rejected(whole(rejected))}</p>
      )}
    </Panel>
  )
}

/** Names the filter that refuses most rows, and offers to drop it (OPP-36). */
function NoneMatch({ found, filterChoice }: { readonly found: FilterResult; readonly filterChoice: FilterChoice }) {
  const { none, reset } = words.filters
  const costly = found.costliest
  return (
    <Panel icon={<SearchX size={20} aria-hidden />} title={none.title} text={none.text(whole(found.candidates))}>
      {costly && (
        <p className="figures text-text-2">
          {none.cost(filterName(filterChoice.mode, costly.name), whole(costly.rows))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {costly && (
          <Button onClick={() => filterChoice.change(withOpen(filterChoice.filters, costly.name))}>
            {none.loosen(filterName(filterChoice.mode, costly.name))}
          </Button>
        )}
        <Button onClick={filterChoice.reset}>{reset}</Button>
      </div>
    </Panel>
  )
}

function Panel(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <section className="flex min-h-80 flex-col items-start justify-center gap-3 rounded-panel border border-line bg-panel px-6 py-10 sm:px-12">
      <span className="text-text-3">{props.icon}</span>
      <h2 className="text-20 font-semibold">{props.title}</h2>
      <p className="max-w-140 text-text-2">{props.text}</p>
      {props.children}
    </section>
  )
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
