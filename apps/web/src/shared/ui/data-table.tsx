import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { parts } from '../../text/frame/parts.ts'
import { tr } from '../../text/frame/tr.ts'
import { Failed } from './state-view.tsx'
import { inOrder, type TableSort, turned } from './table-sort.ts'

/** A column of a `DataTable`. */
export type DataColumn<R> = {
  readonly id: string
  /** Names the unit, so that the cells need not. */
  readonly header: string
  readonly cell: (row: R) => ReactNode
  readonly align?: 'left' | 'right' | undefined
  /** CSS width (`160px`, `22%`), also of the skeleton; without a width the column shares what is left. */
  readonly width?: string
  /** Makes the column head sort by this order; figures begin with the largest. */
  readonly compare?: (a: R, b: R) => number
  /** Place in the two lines of a phone. Without it the first column is `title`, other columns are `detail`. */
  readonly phone?: 'title' | 'aside' | 'detail' | 'action' | 'hidden'
}

type Props<R> = {
  /** The table's name for screen readers. */
  readonly label: string
  readonly columns: readonly DataColumn<R>[]
  /** Undefined until the first answer. */
  readonly rows: readonly R[] | undefined
  readonly rowId: (row: R) => string
  /** Drawn when there are no rows. */
  readonly empty: ReactNode
  /** The error to draw if there are no rows. */
  readonly failed?: { readonly error: unknown; readonly fallback?: string; readonly retry: () => void } | null
  /** Row height in px: 36; 40 with buttons, 66 with an excerpt (design.md § 9). */
  readonly rowHeight?: 36 | 40 | 66
  readonly firstSort?: TableSort
  /** Number of skeleton rows. */
  readonly expected?: number
  readonly isMarked?: (row: R) => boolean
}

const HEIGHTS = { 36: 'sm:h-9', 40: 'sm:h-10', 66: 'sm:h-16.5' } as const
const PLACES = {
  title: 'max-sm:order-1 max-sm:min-w-0 max-sm:flex-1 max-sm:font-medium',
  aside: 'max-sm:order-2 max-sm:text-right',
  action: 'max-sm:order-3',
  detail: 'max-sm:order-5 max-sm:text-12 max-sm:text-text-2',
  hidden: 'max-sm:hidden',
} as const
/** Labels the figures of the second line. Not as text, because screen readers have the column head. */
const LABELLED = 'max-sm:before:mr-1.5 max-sm:before:text-text-3 max-sm:before:content-[attr(data-label)]'
const SHARES = [72, 48, 60, 84, 54]

/** A plain table: sticky head, figures at the right, heads that sort. On a phone a row has two lines. */
export function DataTable<R>(props: Props<R>) {
  const { columns, rows, rowId, label } = props
  const [sort, setSort] = useState<TableSort | null>(props.firstSort ?? null)
  const compare = columns.find(({ id }) => id === sort?.id)?.compare
  const shown = rows && compare && sort ? inOrder(rows, compare, sort.isDescending) : rows
  if (props.failed && (rows === undefined || rows.length === 0)) return <Failed {...props.failed} />
  if (rows?.length === 0) return props.empty
  return (
    <div className="min-h-0 overflow-x-auto">
      <table
        aria-label={label}
        aria-busy={rows === undefined}
        className="figures w-full border-separate border-spacing-0 text-13 max-sm:block"
      >
        <colgroup className="max-sm:hidden">
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                sort={sort?.id === column.id ? sort : null}
                turn={() => setSort(turned(sort, column.id, column.align === 'right'))}
              />
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {shown === undefined ? (
            <SkeletonRows {...props} />
          ) : (
            shown.map((row) => (
              <tr
                key={rowId(row)}
                className={`${ROW} ${HEIGHTS[props.rowHeight ?? 36]} ${props.isMarked?.(row) === true ? 'bg-accent-wash' : 'hover:bg-raised'}`}
              >
                {columns.map((column, at) => (
                  <td key={column.id} data-label={column.header} className={cellClass(column, at)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {rows === undefined ? tr.states.loading : ''}
      </p>
    </div>
  )
}

/** On a phone a row is two wrapping lines; the break between them is the element before its details. */
const ROW =
  'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-2.5 max-sm:before:order-4 max-sm:before:basis-full max-sm:before:content-[""]'

function cellClass<R>(column: DataColumn<R>, at: number): string {
  const place = column.phone ?? (at === 0 ? 'title' : 'detail')
  const isFigure = column.align === 'right'
  return `border-line text-left max-sm:block sm:border-b sm:px-3 sm:first:pl-4 sm:last:pr-4 ${PLACES[place]} ${
    isFigure ? 'sm:text-right' : ''
  } ${isFigure && place === 'detail' ? LABELLED : ''}`
}

/** Skeleton rows of these columns until the first answer. */
function SkeletonRows<R>({ columns, rowHeight = 36, expected = 6 }: Props<R>) {
  return Array.from({ length: expected }, (_, row) => `${row}`).map((key, row) => (
    <tr key={key} className={`${ROW} ${HEIGHTS[rowHeight]}`}>
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass({ ...column, align: undefined }, at)}>
          <span
            aria-hidden="true"
            className={`skeleton block h-3 max-sm:w-20! ${column.align === 'right' ? 'sm:ml-auto' : ''}`}
            style={{ width: `${SHARES[(at + row) % SHARES.length] ?? 60}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}

function Head<R>(props: {
  readonly column: DataColumn<R>
  readonly sort: TableSort | null
  readonly turn: () => void
}) {
  const { column, sort } = props
  const isRight = column.align === 'right'
  const Arrow = sort?.isDescending === true ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sort === null ? undefined : sort.isDescending ? 'descending' : 'ascending'}
      className={`sticky top-0 z-(--z-sticky) h-9 border-b border-line bg-panel px-3 text-12 font-medium whitespace-nowrap text-text-3 first:pl-4 last:pr-4 ${isRight ? 'text-right' : 'text-left'}`}
    >
      {column.compare === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          onClick={props.turn}
          className={`inline-flex items-center gap-1 rounded-control hover:text-text-1 ${sort === null ? '' : 'text-text-1'}`}
        >
          {column.header}
          {sort !== null && <Arrow size={12} aria-label={sort.isDescending ? parts.sortDown : parts.sortUp} />}
        </button>
      )}
    </th>
  )
}
