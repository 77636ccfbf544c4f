import type { Status } from '@makas/contract'
import { useMemo } from 'react'
import type { ListView } from '../../../shared/opportunity/list/list-store.ts'
import type { LiveList } from '../../../shared/opportunity/list/use-list.ts'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { FilterChoice } from '../filters/use-filters.ts'
import type { Columns } from '../table/column.ts'
import { OpportunityTable } from '../table/opportunity-table.tsx'
import { SkeletonCards, SkeletonTable } from '../table/skeleton.tsx'
import { ListState } from './list-states.tsx'
import type { RowActions } from './row-actions.ts'
import type { HeldOrder } from './use-order.ts'
import type { Sorting } from './use-sort.ts'

// On phones only.
const OpportunityCards = lazyLayer(
  opportunityWords.title,
  async () => (await import('../table/opportunity-cards.tsx')).OpportunityCards,
  <SkeletonCards />,
)

/** The rows as a table or as cards, an outline before the first list, or why there is no row. */
export function ListPlace(props: {
  readonly list: LiveList
  readonly view: ListView
  readonly order: HeldOrder
  readonly filterChoice: FilterChoice
  readonly columns: Columns
  readonly sorting: Sorting
  readonly rowHeight: number
  readonly phone: boolean
  readonly loading: boolean
  readonly status: Status | undefined
  readonly rejected: number | null
  readonly open: RowActions
}) {
  const { list, view, order, columns, rowHeight, phone, open } = props
  const { mode } = props.filterChoice
  const { currency } = order.found
  const { holdDays } = view
  const shared = useMemo(() => ({ currency, holdDays }), [currency, holdDays])
  if (order.ids.length > 0) {
    return phone ? (
      <OpportunityCards key={mode} mode={mode} store={list.store} order={order} open={open} />
    ) : (
      <OpportunityTable
        key={`${mode}-${rowHeight}`}
        store={list.store}
        columns={columns}
        order={order}
        sort={props.sorting.sort}
        chooseSort={props.sorting.press}
        shared={shared}
        rowHeight={rowHeight}
        open={open}
      />
    )
  }
  if (props.loading) return phone ? <SkeletonCards /> : <SkeletonTable columns={columns} rowHeight={rowHeight} />
  return (
    <ListState
      mode={mode}
      view={view}
      status={props.status}
      rejected={props.rejected}
      retry={list.refresh}
      found={order.found}
      filterChoice={props.filterChoice}
    />
  )
}
