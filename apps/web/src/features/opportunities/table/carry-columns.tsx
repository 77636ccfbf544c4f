import { percent, whole } from '../../../shared/format/numbers.ts'
import { Confidence, Latency, Money, Pair, Percent, SourceMark } from '../../../shared/opportunity/row/figures.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { Funding, LiquidationDistance, ReverseMark } from './carry-figures.tsx'
import { action, type Columns, cellOf } from './column.ts'

const words = opportunityWords
const { hints } = words
const hint = hints.carry
const cell = cellOf('carry')

/** Columns of carry (OPP-31). */
export const CARRY_COLUMNS: Columns = {
  mode: 'carry',
  sticky: 2,
  all: [
    {
      id: 'pair',
      hint: hint.pair,
      width: 140,
      narrow: 134,
      align: 'left',
      strong: true,
      cell: cell((row, { held }) => (
        <span className="marked">
          <Pair row={row} />
          <ReverseMark row={row} />
          <SourceMark held={held} isShort />
        </span>
      )),
    },
    { id: 'exchange', hint: hint.exchange, width: 66, align: 'left', cell: cell((row) => tr.exchanges[row.exchange]) },
    {
      id: 'funding',
      hint: hint.funding,
      width: 124,
      narrow: 116,
      align: 'right',
      cell: cell((row) => <Funding row={row} column />),
    },
    {
      id: 'basis',
      hint: hint.basis,
      width: 70,
      narrow: 62,
      align: 'right',
      cell: cell((row, { jitter }) => <Percent value={row.basis} jitter={jitter} />),
    },
    {
      id: 'fees',
      hint: hint.fees,
      width: 72,
      narrow: 70,
      align: 'right',
      cell: cell((row) => (
        <span title={words.feesTitle(percent(row.spot_fees), percent(row.perp_fees))}>
          {percent(row.spot_fees + row.perp_fees)}
        </span>
      )),
    },
    {
      id: 'slippage',
      hint: hint.slippage,
      width: 68,
      narrow: 58,
      align: 'right',
      cell: cell((row) => percent(row.total_slippage)),
    },
    { id: 'netAPY', hint: hint.netAPY, width: 126, narrow: 124, align: 'right', adds: 'holdDays' },
    {
      id: 'dailyPnL',
      hint: hint.dailyPnL,
      width: 98,
      align: 'right',
      strong: true,
      adds: 'currency',
      cell: cell((row, _view, { currency }) => <Money row={row} value={row.daily_pnl} unit={currency === null} />),
    },
    {
      id: 'margin',
      hint: hint.margin,
      width: 118,
      align: 'right',
      adds: 'currency',
      cell: cell((row, _view, { currency }) => (
        <Money row={row} value={row.margin_required} unit={currency === null} />
      )),
    },
    {
      id: 'leverage',
      hint: hint.leverage,
      width: 60,
      align: 'right',
      cell: cell((row) => words.leverageOf(whole(row.leverage))),
    },
    {
      id: 'liquidation',
      hint: hint.liquidation,
      width: 84,
      align: 'right',
      cell: cell((row) => <LiquidationDistance row={row} />),
    },
    {
      id: 'latency',
      hint: hints.latency,
      width: 94,
      align: 'right',
      cell: cell((row) => <Latency ms={row.latency_ms} />),
    },
    {
      id: 'confidence',
      hint: hints.confidence,
      width: 86,
      align: 'left',
      cell: cell((row) => <Confidence row={row} />),
    },
    { id: 'age', hint: hints.age, width: 66, align: 'right' },
    action(114),
  ],
}
