import type { PersonalRow, PortfolioExchange } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
 * What limits a row. A connected account of a test network, or of another market than the row's, is not called missing:
 * its money does not count here.
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

/** Two texts at the ends of a line. Where both do not fit, the second text gets its own line. */
function Line({ look = '', children }: { readonly look?: string; readonly children: ReactNode }) {
  return <div className={`flex flex-wrap items-center gap-x-4 *:last:ml-auto ${look}`}>{children}</div>
}

function Row({ row, accounts }: { readonly row: PersonalRow; readonly accounts: readonly PortfolioExchange[] }) {
  const { affordable_size: size, net_pnl_affordable: net } = row
  return (
    <li className="relative flex flex-col border-t border-line px-4 py-2 first:border-0">
      <Line>
        <span className="flex min-w-0 items-center gap-2">
          <Pair row={row} />
          <SourceMark held={{ row, via: 'poll' }} isShort />
        </span>
        <NetLink row={row} look="after:absolute after:inset-0" />
      </Line>
      <Line look="text-12 text-text-3">
        <span>
          <Route row={row} /> · {words.basis[row.fees_basis]}
        </span>
        <span className="text-text-2">{net === null ? words.unknown : `${signedGain(net)} ${row.quote}`}</span>
      </Line>
      <Line>
        <span>
          {size === null ? words.unknown : quantity(size)} / {quantity(row.size)} {row.size_currency}
        </span>
        <span className="text-12 text-text-3">{limitOf(row, accounts)}</span>
      </Line>
    </li>
  )
}
