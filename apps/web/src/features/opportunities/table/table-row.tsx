import { type KeyboardEvent, memo, useRef } from 'react'
import { type LiveList, useRow } from '../list/use-list.ts'
import { AgeCell } from './age-cell.tsx'
import { COLUMNS } from './columns.tsx'
import { NetButton } from './figures.tsx'

/** One row; draws again only when its own figures change. */
export const TableRow = memo(function TableRow(props: {
  readonly store: LiveList['store']
  readonly id: string
  readonly index: number
  readonly height: number
  readonly active: boolean
  readonly mixedQuotes: boolean
  readonly open: (id: string) => void
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
        if (event.key === 'Enter' && event.target === event.currentTarget) open(id)
        else props.move(event, index)
      }}
      style={{ height: props.height }}
      className="line group"
    >
      {COLUMNS.map((column) => (
        <td
          key={column.id}
          className={`${column.align === 'right' ? 'text-right' : 'text-left'} ${column.id === 'netPNL' || column.id === 'pair' ? 'text-text-1' : ''}`}
        >
          {column.id === 'netROI' ? (
            <NetButton view={view} open={open} tabIndex={active ? 0 : -1} />
          ) : column.id === 'age' ? (
            <AgeCell store={store} held={view.held} line={line} />
          ) : (
            column.cell?.(view, props.mixedQuotes)
          )}
        </td>
      ))}
    </tr>
  )
})
