import { ArrowDown, ArrowUp } from 'lucide-react'
import { type Sort, sortAfterClick } from '../../../shared/opportunity/list/order.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { type Columns, isSortable } from '../table/column.ts'

const words = opportunityWords

/** Sorting on a phone, where there are no column heads to press. */
export function CardSort(props: {
  readonly columns: Columns
  readonly sort: Sort
  readonly choose: (sort: Sort) => void
}) {
  const { columns, sort, choose } = props
  const direction = sort.descending ? words.sortDown : words.sortUp
  return (
    <div className="flex items-center gap-2">
      <select
        aria-label={words.sortBy}
        value={sort.column}
        onChange={(event) => {
          const column = columns.all.find(({ id }) => id === event.target.value)
          if (column && isSortable(column.id)) choose(sortAfterClick(sort, column.id))
        }}
        className="h-8 rounded-control border border-text-3 bg-panel px-2 text-14 text-text-1 pointer-coarse:h-11"
      >
        {columns.all
          .filter(({ id }) => isSortable(id))
          .map(({ id }) => (
            <option key={id} value={id}>
              {words.columns[id]}
            </option>
          ))}
      </select>
      <Button
        aria-label={`${words.sortBy}: ${direction}`}
        onClick={() => choose({ column: sort.column, descending: !sort.descending })}
      >
        {sort.descending ? <ArrowDown size={16} aria-hidden /> : <ArrowUp size={16} aria-hidden />}
      </Button>
    </div>
  )
}
