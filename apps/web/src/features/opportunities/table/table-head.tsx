import { ArrowDown, ArrowUp } from 'lucide-react'
import { whole } from '../../../shared/format/numbers.ts'
import type { Sort, SortColumn } from '../../../shared/opportunity/list/order.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { type Column, type Columns, isSortable, type SharedValues } from './column.ts'

/** Column heads that sort; the arrow and `aria-sort` show how (OPP-29). */
export function TableHead(props: {
  readonly columns: Columns
  readonly sort: Sort
  readonly shared: SharedValues
  readonly choose: (column: SortColumn) => void
}) {
  const { sort, shared } = props
  return (
    <thead>
      <tr className="h-9" aria-rowindex={1}>
        {props.columns.all.map((column) => {
          const chosen = sort.column === column.id
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={chosen ? (sort.descending ? 'descending' : 'ascending') : undefined}
              className={column.align === 'right' ? 'text-right' : 'text-left'}
            >
              {isSortable(column.id) ? (
                <button
                  type="button"
                  data-testid={`sort-${column.id}`}
                  title={column.hint}
                  onClick={() => isSortable(column.id) && props.choose(column.id)}
                  className={`inline-flex items-center gap-1 rounded-control text-12 font-medium hover:text-text-1 ${
                    chosen ? 'text-text-1' : 'text-text-3'
                  }`}
                >
                  {heading(column, shared)}
                  {chosen &&
                    (sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
                </button>
              ) : (
                <span className="text-12 font-medium text-text-3">{opportunityWords.columns[column.id]}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** The label of a column with the value that all rows share, so that no cell has to repeat it. */
export function heading({ id, adds }: Column, shared: SharedValues): string {
  const label = opportunityWords.columns[id]
  if (adds === 'currency' && shared.currency !== null) return `${label}, ${shared.currency}`
  if (adds === 'holdDays' && shared.holdDays !== null) {
    return `${label}, ${opportunityWords.hold(whole(shared.holdDays))}`
  }
  return label
}
