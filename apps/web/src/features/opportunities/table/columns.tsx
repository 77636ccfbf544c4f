import type { CSSProperties, ReactNode } from 'react'
import { percent } from '../../../shared/format/numbers.ts'
import type { RowView } from '../list/list-store.ts'
import type { SortColumn } from '../list/order.ts'
import { Confidence, Latency, Money, Pair, Percent, Route, Size, SourceMark } from './figures.tsx'

/** A column of the spot table (OPP-30); net ROI and age are drawn by the row itself. */
export type Column = {
  readonly id: SortColumn
  /** Least width in px; what is left over is shared by the label columns. */
  readonly width: number
  readonly align: 'left' | 'right'
  readonly cell?: (view: RowView, mixedQuotes: boolean) => ReactNode
}

const PAIR_WIDTH = 212

export const COLUMNS: readonly Column[] = [
  {
    id: 'pair',
    width: PAIR_WIDTH,
    align: 'left',
    cell: ({ held }) => (
      <span className="flex items-center gap-2">
        <Pair row={held.row} />
        <SourceMark row={held.row} />
      </span>
    ),
  },
  { id: 'route', width: 158, align: 'left', cell: ({ held }) => <Route row={held.row} /> },
  {
    id: 'gross',
    width: 88,
    align: 'right',
    cell: ({ held, jitter }) => <Percent value={held.row.spread} jitter={jitter} />,
  },
  { id: 'fees', width: 98, align: 'right', cell: ({ held }) => percent(held.row.fees) },
  { id: 'slippage', width: 88, align: 'right', cell: ({ held }) => percent(held.row.slippage) },
  { id: 'netROI', width: 128, align: 'right' },
  {
    id: 'netPNL',
    width: 136,
    align: 'right',
    cell: ({ held }, mixedQuotes) => <Money row={held.row} unit={mixedQuotes} />,
  },
  { id: 'size', width: 156, align: 'right', cell: ({ held }) => <Size row={held.row} /> },
  { id: 'latency', width: 108, align: 'right', cell: ({ held }) => <Latency row={held.row} /> },
  { id: 'confidence', width: 108, align: 'left', cell: ({ held }) => <Confidence row={held.row} /> },
  { id: 'age', width: 128, align: 'right' },
]

export const TABLE_WIDTH = COLUMNS.reduce((sum, column) => sum + column.width, 0)

/** Width below which the table scrolls sideways, and where its second column then stays (table.css). */
export const TABLE_STYLE = { minWidth: TABLE_WIDTH, '--pair-width': `${PAIR_WIDTH}px` } as CSSProperties
