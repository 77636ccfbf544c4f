import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { tr } from '../../text/tr.ts'
import { SORT_COLUMNS, type Sort, sortAfterClick } from './list/order.ts'

const words = tr.opportunities

/** Sorting on a phone, where there are no headings to press. */
export function CardSort({ sort, choose }: { readonly sort: Sort; readonly choose: (sort: Sort) => void }) {
  const direction = sort.descending ? words.sortDown : words.sortUp
  return (
    <div className="flex items-center gap-2">
      <select
        aria-label={words.sortBy}
        value={sort.column}
        onChange={(event) => {
          const column = SORT_COLUMNS.find((name) => name === event.target.value)
          if (column) choose(sortAfterClick(sort, column))
        }}
        className="h-11 rounded-control border border-text-3 bg-panel px-2 text-14 text-text-1"
      >
        {SORT_COLUMNS.map((column) => (
          <option key={column} value={column}>
            {words.columns[column]}
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
