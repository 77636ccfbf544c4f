import { ArrowDown, ArrowUp } from 'lucide-react'
import { tr } from '../../../text/tr.ts'
import type { Sort, SortColumn } from '../list/order.ts'
import { COLUMNS } from './columns.tsx'

const words = tr.opportunities

/** Headings that sort; the arrow and `aria-sort` say how (OPP-29). */
export function TableHead(props: {
  readonly sort: Sort
  readonly quote: string | null
  readonly choose: (column: SortColumn) => void
}) {
  const { sort, quote } = props
  return (
    <thead>
      <tr className="h-9" aria-rowindex={1}>
        {COLUMNS.map((column) => {
          const chosen = sort.column === column.id
          const label = words.columns[column.id]
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={chosen ? (sort.descending ? 'descending' : 'ascending') : undefined}
              className={column.align === 'right' ? 'text-right' : 'text-left'}
            >
              <button
                type="button"
                data-testid={`sort-${column.id}`}
                title={words.columnHints[column.id]}
                onClick={() => props.choose(column.id)}
                className={`inline-flex items-center gap-1 rounded-control text-12 font-medium hover:text-text-1 ${
                  chosen ? 'text-text-1' : 'text-text-3'
                }`}
              >
                {label}
                {column.id === 'netPNL' && quote !== null ? `, ${quote}` : ''}
                {chosen && (sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
