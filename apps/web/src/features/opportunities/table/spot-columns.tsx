import { percent } from '../../../shared/format/numbers.ts'
import {
  Confidence,
  Latency,
  Money,
  Pair,
  Percent,
  Route,
  Size,
  SourceMark,
} from '../../../shared/opportunity/row/figures.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { action, type Columns, cellOf } from './column.ts'

const { hints } = opportunityWords
const hint = hints.spot
const cell = cellOf('spot')

/** Columns of spot (OPP-30). */
export const SPOT_COLUMNS: Columns = {
  mode: 'spot',
  sticky: 2,
  all: [
    {
      id: 'pair',
      hint: hint.pair,
      width: 150,
      narrow: 134,
      align: 'left',
      strong: true,
      cell: cell((row, { held }) => (
        <span className="marked">
          <Pair row={row} />
          <SourceMark held={held} isShort />
        </span>
      )),
    },
    { id: 'route', hint: hint.route, width: 150, align: 'left', cell: cell((row) => <Route row={row} />) },
    {
      id: 'gross',
      hint: hint.gross,
      width: 76,
      align: 'right',
      cell: cell((row, { jitter }) => <Percent value={row.spread} jitter={jitter} />),
    },
    { id: 'fees', hint: hint.fees, width: 86, narrow: 82, align: 'right', cell: cell((row) => percent(row.fees)) },
    { id: 'slippage', hint: hint.slippage, width: 76, align: 'right', cell: cell((row) => percent(row.slippage)) },
    { id: 'netROI', hint: hint.netROI, width: 106, align: 'right' },
    {
      id: 'netPNL',
      hint: hint.netPNL,
      width: 136,
      align: 'right',
      strong: true,
      adds: 'currency',
      cell: cell((row, _view, { currency }) => <Money row={row} value={row.net_pnl} unit={currency === null} />),
    },
    { id: 'size', hint: hint.size, width: 192, align: 'right', cell: cell((row) => <Size row={row} />) },
    {
      id: 'latency',
      hint: hints.latency,
      width: 98,
      align: 'right',
      cell: cell((row) => <Latency ms={row.latency_ms} />),
    },
    {
      id: 'confidence',
      hint: hints.confidence,
      width: 98,
      align: 'left',
      cell: cell((row) => <Confidence row={row} />),
    },
    { id: 'age', hint: hints.age, width: 84, align: 'right' },
    action(106),
  ],
}
