import { milliseconds, percent } from '../../../shared/format/numbers.ts'
import type { SortColumn } from '../../../shared/opportunity/list/order.ts'
import { Confidence, Latency, Money, Percent, Size, SourceMark } from '../../../shared/opportunity/row/figures.tsx'
import { Graded } from '../../../shared/opportunity/row/grade-shape.tsx'
import { ttlGrade } from '../../../shared/opportunity/row/grades.ts'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { action, type Column, type Columns, cellOf } from './column.ts'

const words = opportunityWords
const { columns: label, hints } = words
const hint = hints.tri
const cell = cellOf('tri')

/** Columns that may be left out (OPP-34), in display order. */
export const OPTIONAL_COLUMNS = [
  'gross',
  'cost',
  'fees',
  'slippage',
  'executable',
  'ttlPing',
  'ttl',
  'ping',
  'confidence',
] as const satisfies readonly SortColumn[]
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]

/** Default choice, without `cost` (the sum of `fees` and `slippage`), and `ttl` and `ping` (`ttlPing` shows both). */
export const DEFAULT_OPTIONAL: readonly OptionalColumn[] = [
  'gross',
  'fees',
  'slippage',
  'executable',
  'ttlPing',
  'confidence',
]

/** Columns of triangular rows (OPP-33 to OPP-35). */
const ALL: readonly Column[] = [
  {
    id: 'base',
    hint: hint.base,
    width: 80,
    narrow: 74,
    align: 'left',
    strong: true,
    cell: cell((row) => <span className="font-semibold">{row.base_asset}</span>),
  },
  {
    id: 'exchange',
    hint: hint.exchange,
    width: 68,
    narrow: 66,
    align: 'left',
    cell: cell((row) => tr.exchanges[row.exchange]),
  },
  {
    id: 'cycle',
    hint: hint.cycle,
    width: 236,
    narrow: 222,
    align: 'left',
    cell: cell((row, { held }) => (
      <span className="marked">
        <Cycle cycle={row.cycle} />
        <SourceMark held={held} isShort />
      </span>
    )),
  },
  {
    id: 'gross',
    hint: hint.gross,
    width: 58,
    narrow: 56,
    align: 'right',
    cell: cell((row, { jitter }) => <Percent value={row.gross_roi} jitter={jitter} />),
  },
  {
    id: 'cost',
    hint: hint.cost,
    width: 70,
    align: 'right',
    cell: cell((row) => percent((row.total_fees_bp + row.total_slippage_bp) / 100)),
  },
  { id: 'fees', hint: hint.fees, width: 70, align: 'right', cell: cell((row) => percent(row.total_fees_bp / 100)) },
  {
    id: 'slippage',
    hint: hint.slippage,
    width: 58,
    narrow: 56,
    align: 'right',
    cell: cell((row) => percent(row.total_slippage_bp / 100)),
  },
  { id: 'netROI', hint: hint.netROI, width: 90, align: 'right' },
  {
    id: 'netPNL',
    hint: hint.netPNL,
    width: 132,
    align: 'right',
    strong: true,
    adds: 'currency',
    cell: cell((row, _view, { currency }) => <Money row={row} value={row.net_pnl} unit={currency === null} />),
  },
  { id: 'executable', hint: hint.executable, width: 132, align: 'right', cell: cell((row) => <Size row={row} />) },
  {
    id: 'ttlPing',
    hint: hint.ttlPing,
    width: 190,
    align: 'right',
    cell: cell((row) => (
      <span className="inline-flex items-center gap-2">
        <Ttl ms={row.ttl_ms} />
        <span className="text-text-3">+</span>
        <Latency ms={row.latency_ms} name={label.ping} />
      </span>
    )),
  },
  { id: 'ttl', hint: hint.ttl, width: 76, align: 'right', cell: cell((row) => <Ttl ms={row.ttl_ms} />) },
  {
    id: 'ping',
    hint: hint.ping,
    width: 94,
    align: 'right',
    cell: cell((row) => <Latency ms={row.latency_ms} name={label.ping} />),
  },
  { id: 'confidence', hint: hints.confidence, width: 86, align: 'left', cell: cell((row) => <Confidence row={row} />) },
  { id: 'age', hint: hints.age, width: 70, align: 'right' },
  action(124),
]

const isOptional = (id: Column['id']): id is OptionalColumn => OPTIONAL_COLUMNS.some((name) => name === id)

export function triColumns(chosen: readonly OptionalColumn[]): Columns {
  return { mode: 'tri', sticky: 3, all: ALL.filter(({ id }) => !isOptional(id) || chosen.includes(id)) }
}

/** The assets of a cycle; a quiet arrow between them. */
export function Cycle({ cycle }: { readonly cycle: string }) {
  const [start, ...rest] = cycle.split('→')
  return (
    <span className="truncate" title={cycle}>
      {start}
      {rest.map((asset, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same asset stands at two places of a cycle
        <span key={at}>
          <span className="mx-0.5 text-text-3">→</span>
          {asset}
        </span>
      ))}
    </span>
  )
}

/** Remaining lifetime with its grade (CONST-21). */
export function Ttl({ ms }: { readonly ms: number }) {
  const grade = ttlGrade(ms)
  return (
    <Graded grade={grade} title={`${label.ttl}: ${words.ttlGrade[grade]}`}>
      {milliseconds(ms)}
    </Graded>
  )
}
