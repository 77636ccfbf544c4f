import './table.css'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { Columns } from './column.ts'
import { useMeasures } from './use-columns.ts'

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
/** Widths in percent that look like figures; they only have to differ. */
const SHARES = [62, 74, 48, 56, 44, 58, 50, 66, 52, 70, 46]

/** The table before its first list: real columns, no figures. */
export function SkeletonTable({ columns, rowHeight }: { readonly columns: Columns; readonly rowHeight: number }) {
  const measures = useMeasures(columns)
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-panel" aria-hidden="true">
      <table
        className={`opportunities ${columns.mode === 'spot' ? '' : 'dense'}`}
        data-sticky={columns.sticky}
        style={measures.style}
      >
        <colgroup>
          {columns.all.map((column, at) => (
            <col key={column.id} style={{ width: measures.widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr className="h-9 text-12 text-text-3">
            {columns.all.map((column) => (
              <th key={column.id} className={`font-medium ${column.align === 'right' ? 'text-right' : 'text-left'}`}>
                {opportunityWords.columns[column.id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row} style={{ height: rowHeight }}>
              {columns.all.map((column, at) => (
                <td key={column.id}>
                  <span
                    className={`skeleton block h-3 ${column.align === 'right' ? 'ml-auto' : ''}`}
                    style={{ width: `${SHARES[(at + row) % SHARES.length] ?? 50}%` }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The cards of a phone before the first list. */
export function SkeletonCards() {
  return (
    <div className="flex flex-col gap-2" aria-hidden="true">
      {ROWS.slice(0, 6).map((row) => (
        <div
          key={row}
          className="flex h-26 flex-col justify-between rounded-panel border border-line bg-panel px-3.5 py-3"
        >
          <span className="skeleton h-4 w-32" />
          <span className="skeleton h-3 w-48" />
          <span className="skeleton h-3 w-40" />
        </div>
      ))}
    </div>
  )
}
