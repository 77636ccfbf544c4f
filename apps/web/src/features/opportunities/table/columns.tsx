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
  /** Least width on a narrow table, where it differs. */
  readonly narrow?: number
  readonly align: 'left' | 'right'
  readonly cell?: (view: RowView, mixedQuotes: boolean) => ReactNode
}

const PAIR_WIDTH = 206
const NARROW_PAIR_WIDTH = 166

export const COLUMNS: readonly Column[] = [
  {
    id: 'pair',
    width: PAIR_WIDTH,
    narrow: NARROW_PAIR_WIDTH,
    align: 'left',
    cell: ({ held }) => (
      <span className="flex items-center gap-2">
        <Pair row={held.row} />
        <SourceMark row={held.row} short />
      </span>
    ),
  },
  { id: 'route', width: 150, align: 'left', cell: ({ held }) => <Route row={held.row} /> },
  {
    id: 'gross',
    width: 78,
    align: 'right',
    cell: ({ held, jitter }) => <Percent value={held.row.spread} jitter={jitter} />,
  },
  { id: 'fees', width: 92, align: 'right', cell: ({ held }) => percent(held.row.fees) },
  { id: 'slippage', width: 78, align: 'right', cell: ({ held }) => percent(held.row.slippage) },
  { id: 'netROI', width: 114, align: 'right' },
  {
    id: 'netPNL',
    width: 142,
    align: 'right',
    cell: ({ held }, mixedQuotes) => <Money row={held.row} unit={mixedQuotes} />,
  },
  { id: 'size', width: 142, align: 'right', cell: ({ held }) => <Size row={held.row} /> },
  { id: 'latency', width: 100, align: 'right', cell: ({ held }) => <Latency row={held.row} /> },
  { id: 'confidence', width: 98, align: 'left', cell: ({ held }) => <Confidence row={held.row} /> },
  { id: 'age', width: 116, align: 'right' },
]

/** Below this width of the window the table is narrow: it keeps to what must be seen without scrolling sideways. */
export const NARROW_BELOW = '(width < 1100px)'

/** The width of each column, the least width of the table, and where its second column stays (table.css). */
export type TableMeasures = { readonly widths: readonly number[]; readonly style: CSSProperties }

function measures(widths: readonly number[]): TableMeasures {
  const least = widths.reduce((sum, width) => sum + width, 0)
  return { widths, style: { minWidth: least, '--pair-width': `${widths[0] ?? 0}px` } as CSSProperties }
}

export const WIDE_TABLE = measures(COLUMNS.map(({ width }) => width))
export const NARROW_TABLE = measures(COLUMNS.map(({ width, narrow }) => narrow ?? width))
