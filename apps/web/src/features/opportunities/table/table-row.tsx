import { type KeyboardEvent, memo, useRef } from 'react'
import { type LiveList, useRow } from '../../../shared/opportunity/list/use-list.ts'
import { AgeCell } from '../../../shared/opportunity/row/age-cell.tsx'
import { NetFigure } from '../../../shared/opportunity/row/figures.tsx'
import type { RowActions } from '../page/row-actions.ts'
import type { Columns, SharedValues } from './column.ts'
import { RowAction } from './row-action.tsx'

/** One row; redrawn only when its own figures change. */
export const TableRow = memo(function TableRow(props: {
  readonly store: LiveList['store']
  readonly columns: Columns
  readonly id: string
  readonly index: number
  readonly height: number
  readonly active: boolean
  readonly shared: SharedValues
  readonly open: RowActions
  readonly move: (event: KeyboardEvent, index: number) => void
}) {
  const { store, id, index, active, open } = props
  const view = useRow(store, id)
  const line = useRef<HTMLTableRowElement>(null)
  if (!view) return null
  return (
    <tr
      ref={line}
      data-testid="opportunity-row"
      data-opportunity-id={id}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={active ? 0 : -1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open.evidence(id)
        else props.move(event, index)
      }}
      style={{ height: props.height }}
      className="line group"
    >
      {props.columns.all.map((column) => (
        <td
          key={column.id}
          translate={column.id === 'action' ? undefined : 'no'}
          className={`${column.align === 'right' ? 'text-right' : 'text-left'} ${column.strong ? 'text-text-1' : ''} ${column.id === 'age' ? 'relative' : ''}`}
        >
          {column.cell ? (
            column.cell(view, props.shared)
          ) : column.id === 'age' ? (
            <AgeCell store={store} held={view.held} line={line} />
          ) : column.id === 'action' ? (
            <RowAction held={view.held} open={open} tabIndex={active ? 0 : -1} />
          ) : (
            <NetFigure view={view} open={open.net} tabIndex={active ? 0 : -1} />
          )}
        </td>
      ))}
    </tr>
  )
})
