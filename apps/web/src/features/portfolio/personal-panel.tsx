import type { PersonalRow, PortfolioExchange } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { quantity, signedGain } from '../../shared/format/numbers.ts'
import { Pair, Route, SourceMark } from '../../shared/opportunity/row/figures.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { portfolioText } from '../../text/market/portfolio.ts'
import { NetLink } from './net-link.tsx'
import { PolledPart } from './polled-part.tsx'
import { balancesQuery, personalQuery } from './portfolio-queries.ts'

const words = portfolioText.personal
const SHOWN = 5

/** Rows at the user's own fees and within the user's balances, each with its limit (CALL-09). */
export function PersonalPanel() {
  const query = useQuery(personalQuery)
  const accounts = useQuery(balancesQuery).data?.exchanges ?? []
  return (
    <Panel title={words.title} hint={words.hint}>
      <PolledPart query={query} fallback={words.failed} rows={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <ul className="figures flex flex-col text-13">
              {rows.slice(0, SHOWN).map((row) => (
                <Row key={row.id} row={row} accounts={accounts} />
              ))}
            </ul>
          )
        }
      </PolledPart>
    </Panel>
  )
}

/**
 * What limits a row. An account of a test network, or of another market than the row's, is connected: its money does not
 * count here.
 */
function limitOf(row: PersonalRow, accounts: readonly PortfolioExchange[]): string {
  const { limited_by: limit } = row
  if (limit !== 'buy-not-connected' && limit !== 'sell-not-connected') return words.limits[limit]
  const exchange = limit === 'buy-not-connected' ? row.buy_exchange : row.sell_exchange
  const there = accounts.filter((account) => account.exchange === exchange)
  if (there.some(({ testnet }) => testnet)) return words.testMoney[limit]
  const isElsewhere = there.some(({ is_demo: isDemo }) => isDemo !== (row.source === 'demo'))
  return words.limits[isElsewhere ? 'other-market' : limit]
}

function Row({ row, accounts }: { readonly row: PersonalRow; readonly accounts: readonly PortfolioExchange[] }) {
  const { affordable_size: size, net_pnl_affordable: net } = row
  return (
    <li className="relative grid grid-cols-[1fr_auto_auto] gap-x-4 border-t border-line px-4 py-2 first:border-0">
      <div className="min-w-0">
        <span className="inline-flex max-w-full items-center gap-2">
          <Pair row={row} />
          <SourceMark held={{ row, via: 'poll' }} short="always" />
        </span>
        <p className="truncate text-12 text-text-3">
          <Route row={row} /> · {words.basis[row.fees_basis]}
        </p>
      </div>
      <div className="text-right">
        <p>
          {size === null ? words.unknown : quantity(size)} / {quantity(row.size)} {row.size_currency}
        </p>
        <p className="text-12 text-text-3">{limitOf(row, accounts)}</p>
      </div>
      <div className="min-w-20 text-right">
        <NetLink row={row} look="after:absolute after:inset-0" />
        <p className="text-12 text-text-2">{net === null ? words.unknown : `${signedGain(net)} ${row.quote}`}</p>
      </div>
    </li>
  )
}
