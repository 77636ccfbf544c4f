import type { Mode, Status } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { CircleAlert, PlugZap, SearchX } from 'lucide-react'
import { whole } from '../../../shared/format/numbers.ts'
import { flowOf } from '../../../shared/live/flow.ts'
import { BUTTON, Button } from '../../../shared/ui/button.tsx'
import { emptyListWords } from '../../../text/market/empty-list.ts'
import { detailsOf } from '../../../text/market/mode-details.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { searchOf } from '../filters/address.ts'
import { filterName } from '../filters/filter-words.ts'
import { activeFilters, isOpen, OPEN, withOpen } from '../filters/filters.ts'
import type { FilterChoice } from '../filters/use-filters.ts'
import { StatePanel } from './state-panel.tsx'
import type { FilterResult } from './use-order.ts'

const words = emptyListWords

/** Why the server's list has no row to show: each cause has its own picture and way out. */
export function EmptyList(props: {
  readonly mode: Mode
  readonly status: Status | undefined
  readonly rejected: number | null
  readonly found: FilterResult
  readonly filterChoice: FilterChoice
}) {
  const { status, rejected, found, filterChoice } = props
  const flow = flowOf(status)
  if (flow === 'down') {
    return (
      <StatePanel icon={<PlugZap size={20} aria-hidden />} title={words.allDown.title} text={words.allDown.text}>
        <Link to="/status" className={BUTTON}>
          {words.allDown.more}
        </Link>
      </StatePanel>
    )
  }
  if (status && flow !== 'flowing') {
    const reason = status.engine.reason ?? (status.engine.state === 'down' ? 'engine-stopped' : 'proving-books')
    return (
      <StatePanel icon={<CircleAlert size={20} aria-hidden />} title={words.engineTitle} text={words.engine[reason]} />
    )
  }
  if (found.candidates > 0) return <NoneMatch found={found} filterChoice={filterChoice} />
  return (
    <StatePanel icon={<SearchX size={20} aria-hidden />} title={words.empty.title} text={detailsOf(props.mode).empty}>
      {rejected !== null && rejected > 0 && (
        <p className="figures max-w-140 text-text-2">{words.empty.rejected(whole(rejected))}</p>
      )}
    </StatePanel>
  )
}

/** Names the filter that refuses most rows, and offers to drop this filter, where it can be wider, or all (OPP-36). */
function NoneMatch({ found, filterChoice }: { readonly found: FilterResult; readonly filterChoice: FilterChoice }) {
  const { none } = words
  const { mode, filters, change, reset } = filterChoice
  const costly = found.costliest
  const isChanged = Object.values(searchOf(mode, filters)).some((value) => value !== undefined)
  return (
    <StatePanel icon={<SearchX size={20} aria-hidden />} title={none.title} text={none.text(whole(found.candidates))}>
      {costly && <p className="figures text-text-2">{none.cost(filterName(mode, costly.name), whole(costly.rows))}</p>}
      {found.unproven > 0 && (
        <p className="figures max-w-140 text-text-2">
          {none.unproven(whole(found.unproven), whole(filters.minConfidence))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {activeFilters(mode, filters).length > 0 && <Button onClick={() => change(OPEN)}>{none.all}</Button>}
        {costly && !isOpen(filters, costly.name) && (
          <Button onClick={() => change(withOpen(filters, costly.name))}>
            {none.loosen(filterName(mode, costly.name))}
          </Button>
        )}
        {isChanged && <Button onClick={reset}>{opportunityWords.filters.reset}</Button>}
      </div>
    </StatePanel>
  )
}
