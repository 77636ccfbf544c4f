import type { Trade } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signedGain, whole } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { drawn } from '../../shared/opportunity/exact.ts'
import { TradeStatus } from '../../shared/trade/trade-status.tsx'
import { TradeWorldBadge } from '../../shared/trade/world-badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type DataColumn, DataTable } from '../../shared/ui/data-table.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed } from '../../shared/ui/state-view.tsx'
import { tr } from '../../text/frame/tr.ts'
import { tradeWords } from '../../text/market/trades.ts'
import { NotRenewed } from './polled-part.tsx'
import { TradeDetails } from './trade-details.tsx'
import { tradesQuery } from './trades-query.ts'

const words = tradeWords.list
/** Number of trades shown at first. */
const LAST = 8

/** Trades on test networks and on the demo market. Drawn only if there is a trade, or if the trades cannot be read. */
export function TradesPanel({ className }: { readonly className?: string }) {
  const trades = useQuery(tradesQuery)
  const [isWhole, setWhole] = useState(false)
  const [openedId, open] = useState<string | null>(null)
  const { data, error, refetch } = trades
  const place = className === undefined ? {} : { className }
  if (data === undefined && error !== null)
    return (
      <Panel title={words.title} hint={words.hint} {...place}>
        <Failed error={error} fallback={words.failed} retry={() => void refetch()} />
      </Panel>
    )
  if (data === undefined || data.length === 0) return null
  const opened = data.find(({ id }) => id === openedId)
  return (
    <Panel
      title={words.title}
      hint={words.hint}
      {...place}
      action={
        data.length > LAST && (
          <Button onClick={() => setWhole(!isWhole)}>{isWhole ? words.fewer : words.all(whole(data.length))}</Button>
        )
      }
    >
      <NotRenewed query={trades} fallback={words.failed} />
      <DataTable
        label={words.table}
        columns={columnsOf(open)}
        rows={isWhole ? data : data.slice(0, LAST)}
        rowId={({ id }) => id}
        rowHeight={40}
        empty={null}
      />
      {opened !== undefined && <TradeDetails trade={opened} close={() => open(null)} />}
    </Panel>
  )
}

const columnsOf = (open: (id: string) => void): readonly DataColumn<Trade>[] => [
  {
    id: 'name',
    header: words.columns.name,
    phone: 'title',
    cell: ({ id, name, mode, world, started_at: at }) => (
      <span className="block py-1.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            aria-label={words.open(name, timeOf(at))}
            onClick={() => open(id)}
            className="rounded-control text-left font-semibold decoration-1 underline-offset-4 hover:underline pointer-coarse:py-2"
          >
            {name}
          </button>
          <TradeWorldBadge world={world} />
        </span>
        <span className="block text-12 font-normal whitespace-nowrap text-text-3">
          {tr.modes[mode]} · {timeOf(at)}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: words.columns.status,
    phone: 'aside',
    cell: ({ status }) => (
      <span className="whitespace-nowrap">
        <TradeStatus status={status} />
      </span>
    ),
  },
  {
    id: 'expected',
    header: words.columns.expected,
    align: 'right',
    cell: ({ expected }) => <span className="text-text-2">{netOf(expected)}</span>,
  },
  {
    id: 'got',
    header: words.columns.got,
    align: 'right',
    cell: ({ got, asset }) => (
      <span className="font-semibold whitespace-nowrap">
        {netOf(got)} <span className="font-normal text-text-3">{asset}</span>
      </span>
    ),
  },
]

const timeOf = (at: string) => istanbulTime(Date.parse(at))
const netOf = ({ net }: Trade['expected']) => signedGain(drawn(net))
