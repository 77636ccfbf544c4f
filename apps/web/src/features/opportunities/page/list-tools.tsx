import type { ReactNode } from 'react'
import { whole } from '../../../shared/format/numbers.ts'
import { Switch } from '../../../shared/ui/switch.tsx'
import { modeWords, opportunityWords } from '../../../text/market/opportunities.ts'
import { FilterChips } from '../filters/filter-chips.tsx'
import type { FilterName } from '../filters/filters.ts'
import type { FilterChoice } from '../filters/use-filters.ts'
import type { HeldOrder } from './use-order.ts'

const words = opportunityWords

/** The active filters, the number of rows that they leave, and the layout of the list. */
export function ListTools(props: {
  readonly filterChoice: FilterChoice
  readonly active: readonly FilterName[]
  readonly currency: string | null
  readonly rejected: number | null
  readonly order: HeldOrder
  /** Whether a list is loaded: the counts are shown only then. */
  readonly counted: boolean
  readonly wideRows: boolean
  readonly chooseWide?: (wide: boolean) => void
  readonly children?: ReactNode
}) {
  const { filterChoice, rejected, order } = props
  const { candidates, matched, stale } = order.found
  const shown = modeWords[filterChoice.mode].shown
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChips filterChoice={filterChoice} active={props.active} currency={props.currency} />
      <div className="ml-auto flex items-center gap-3 text-12 text-text-3 max-sm:ml-0 max-sm:flex-wrap">
        {order.waiting > 0 && (
          <button
            type="button"
            onClick={order.apply}
            className="rounded-control px-1 text-12 font-medium text-accent hover:underline pointer-coarse:py-3"
          >
            {words.applyOrder(whole(order.waiting))}
          </button>
        )}
        {stale > 0 && <span className="text-warn">{words.staleCount(whole(stale))}</span>}
        {/* On a phone the counts have their own line; its height is reserved, so that nothing moves when they come. */}
        <span className="max-sm:min-h-4.5 max-sm:w-full sm:min-w-40 sm:text-right">
          {props.counted && shown(whole(candidates), whole(matched))}
          {props.counted && rejected !== null && ` · ${words.rejected(whole(rejected))}`}
        </span>
        {props.chooseWide && (
          <Switch on={props.wideRows} choose={props.chooseWide}>
            {words.rowHeight}
          </Switch>
        )}
        {props.children}
      </div>
    </div>
  )
}
