import type { TradePlan } from '@makas/contract'
import type { Leg } from '../../../shared/trade/leg-figures.ts'
import { priceOf, quantityOf } from '../../../shared/trade/leg-figures.ts'
import { type DataColumn, DataTable } from '../../../shared/ui/data-table.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { tradeWords } from '../../../text/market/trades.ts'

const words = tradeWords.plan

type Line = Leg & { readonly index: number }

const COLUMNS: readonly DataColumn<Line>[] = [
  { id: 'number', header: words.columns.number, width: '44px', phone: 'hidden', cell: ({ index }) => index + 1 },
  {
    id: 'exchange',
    header: words.columns.exchange,
    phone: 'title',
    cell: ({ index, exchange, connection }) => (
      <span className="whitespace-nowrap">
        <span className="text-text-3 sm:hidden">{index + 1}. </span>
        {tr.exchanges[exchange]}
        {connection !== tr.exchanges[exchange] && <span className="font-normal text-text-3"> · {connection}</span>}
      </span>
    ),
  },
  {
    id: 'market',
    header: words.columns.market,
    cell: ({ market, symbol }) => (
      <span className="whitespace-nowrap">
        {tradeWords.markets[market]} <span className="text-text-3">{symbol}</span>
      </span>
    ),
  },
  {
    id: 'side',
    header: words.columns.side,
    phone: 'aside',
    cell: ({ side }) => <span className="font-semibold">{tradeWords.sides[side]}</span>,
  },
  {
    id: 'quantity',
    header: words.columns.quantity,
    align: 'right',
    cell: (leg) => <span className="whitespace-nowrap">{quantityOf(leg, leg.quantity)}</span>,
  },
  {
    id: 'limit',
    header: words.columns.limit,
    align: 'right',
    cell: (leg) => <span className="whitespace-nowrap">{priceOf(leg, leg.limit_price)}</span>,
  },
]

/** The orders of a plan; without a plan an empty place of the same size. */
export function PlanTable({ plan, expected }: { readonly plan: TradePlan | undefined; readonly expected: number }) {
  return (
    <DataTable
      label={words.title}
      columns={COLUMNS}
      rows={plan?.legs.map((leg, index) => ({ ...leg, index }))}
      rowId={({ index }) => `${index}`}
      rowHeight={40}
      expected={expected}
      empty={null}
    />
  )
}
