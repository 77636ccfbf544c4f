import type { Mode } from '@makas/contract'
import type { CSSProperties, ReactNode } from 'react'
import type { ListView, RowView } from '../../../shared/opportunity/list/list-store.ts'
import type { SortColumn } from '../../../shared/opportunity/list/order.ts'
import type { RowOf } from '../../../shared/opportunity/modes/modes.ts'

/** Values that all rows share: the heading shows them. Where rows differ (`null`), each cell shows its own value. */
export type SharedValues = Pick<ListView, 'currency' | 'holdDays'>

/** A column of a table, named by its `id` in the texts. Without `cell` the row draws the cell itself: the net figure, the age and the action. */
export type Column = {
  readonly id: SortColumn | 'action'
  readonly hint: string
  /** Least width, px; all columns share what is left over. */
  readonly width: number
  /** Least width on a narrow table, px, where it differs. */
  readonly narrow?: number
  readonly align: 'left' | 'right'
  /** In the colour of values rather than of the text around them. */
  readonly strong?: boolean
  /** Value common to all rows that the heading adds to its label. */
  readonly adds?: keyof SharedValues
  readonly cell?: (view: RowView, shared: SharedValues) => ReactNode
}

/** The columns of a table; the first `sticky` ones stay while it scrolls sideways. */
export type Columns = { readonly mode: Mode; readonly all: readonly Column[]; readonly sticky: 2 | 3 }

/** The column of actions: the last column of every mode, and the only column that does not sort. */
export const action = (width: number): Column => ({
  id: 'action',
  hint: '',
  width,
  narrow: 90,
  align: 'right',
})

export const isSortable = (id: Column['id']): id is SortColumn => id !== 'action'

/** Draws the cells of a mode. A table has rows of one mode only: `null` is never drawn. */
export const cellOf =
  <M extends Mode>(mode: M) =>
  (draw: (row: RowOf<M>, view: RowView, shared: SharedValues) => ReactNode): NonNullable<Column['cell']> =>
  (view, shared) =>
    view.held.row.mode === mode ? draw(view.held.row as RowOf<M>, view, shared) : null

/** Window width below which the table is narrow, so that no important column needs sideways scrolling. */
export const NARROW_BELOW = '(width < 1100px)'

/** The width of each column, the least width of the table, and where its sticky columns stay (table.css). */
export type TableMeasures = { readonly widths: readonly number[]; readonly style: CSSProperties }

export function measures({ all }: Columns, narrow: boolean): TableMeasures {
  const widths = all.map((column) => (narrow ? (column.narrow ?? column.width) : column.width))
  const [first = 0, second = 0] = widths
  const style = {
    minWidth: widths.reduce((sum, width) => sum + width, 0),
    '--second-left': `${first}px`,
    '--third-left': `${first + second}px`,
  }
  return { widths, style: style as CSSProperties }
}
