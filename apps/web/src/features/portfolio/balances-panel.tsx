import type { Portfolio, PortfolioExchange } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleDashed, Info, TriangleAlert } from 'lucide-react'
import { amount, exact, percent } from '../../shared/format/numbers.ts'
import { istanbulClock } from '../../shared/format/times.ts'
import { Chip } from '../../shared/opportunity/row/figures.tsx'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { tr } from '../../text/frame/tr.ts'
import { assetName } from '../../text/market/asset-name.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { PolledPart } from './polled-part.tsx'
import { balancesQuery } from './portfolio-queries.ts'

const words = portfolioText.balances
const SHOWN_ASSETS = 4

/** Balances of the connected accounts: the total, and each exchange or why it could not be read (ROLE-06). */
export function BalancesPanel() {
  const query = useQuery(balancesQuery)
  const { data } = query
  const isUnconnected = data?.exchanges.length === 0
  return (
    <Panel
      title={isUnconnected ? portfolioText.connectFirst.title : words.title}
      hint={data === undefined || isUnconnected ? undefined : words.asOf(istanbulClock(Date.parse(data.as_of)))}
    >
      <PolledPart query={query} fallback={words.failed} rows={5}>
        {(portfolio) => (portfolio.exchanges.length === 0 ? <ConnectFirst /> : <Balances portfolio={portfolio} />)}
      </PolledPart>
    </Panel>
  )
}

function ConnectFirst() {
  return (
    <Empty
      action={
        <Link to="/settings/api" className={BUTTON}>
          {portfolioText.connect}
        </Link>
      }
    >
      {portfolioText.connectFirst.text}
    </Empty>
  )
}

function Balances({ portfolio }: { readonly portfolio: Portfolio }) {
  const { total_usdt: total, is_partial: isPartial, exchanges } = portfolio
  return (
    <div className="figures flex flex-col gap-1 px-4 py-3">
      <p className="text-20 font-semibold">
        <span className="sr-only">{words.total}: </span>
        {total === null ? noTotal(exchanges) : amount(total)}
        {total !== null && <span className="ml-2 text-13 font-normal text-text-3">USDT</span>}
      </p>
      {isPartial && (
        <p className="flex items-start gap-1.5 text-12 text-text-2">
          <Info size={14} aria-hidden className="mt-0.5 shrink-0" />
          {words.partial}
        </p>
      )}
      <ul className="flex flex-col">
        {exchanges.map((one) => (
          <Exchange key={one.id} one={one} total={total} />
        ))}
      </ul>
    </div>
  )
}

/** Why there is no total: all money is of test networks, all is of another market, or nothing is known. */
function noTotal(exchanges: readonly PortfolioExchange[]): string {
  if (exchanges.every(({ testnet }) => testnet)) return words.onlyTest
  const counted = exchanges.filter(({ testnet }) => !testnet)
  const isElsewhere = counted.every(({ balances }) => balances.some(({ unvalued }) => unvalued === 'other-market'))
  return isElsewhere ? words.elsewhere : words.unknown
}

function Exchange({ one, total }: { readonly one: PortfolioExchange; readonly total: number | null }) {
  const values = one.balances.flatMap(({ usdt_value: value }) => value ?? [])
  const sum = values.length === 0 ? null : values.reduce((all, value) => all + value, 0)
  const share = sum === null || total === null || total === 0 || one.testnet ? null : (100 * sum) / total
  const largest = [...one.balances].sort((a, b) => (b.usdt_value ?? 0) - (a.usdt_value ?? 0)).slice(0, SHOWN_ASSETS)
  return (
    <li className="border-b border-line py-2.5 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-w-24 items-center gap-2 font-semibold">
          {tr.exchanges[one.exchange]}
          {one.is_demo && <Chip>{tr.sources.demo}</Chip>}
          {one.testnet && <Chip>{words.testnet}</Chip>}
        </span>
        {one.error !== null ? (
          <span className={`inline-flex items-center gap-1.5 ${one.status === 'disabled' ? 'text-bad' : 'text-warn'}`}>
            <TriangleAlert size={14} aria-hidden />
            {words.states[one.status]}
          </span>
        ) : (
          <>
            <span
              className={`h-1.5 min-w-16 flex-1 overflow-hidden rounded-full ${one.testnet ? '' : 'bg-line'}`}
              aria-hidden="true"
            >
              <span className="block h-full bg-accent" style={{ width: `${share ?? 0}%` }} />
            </span>
            {sum !== null ? (
              <span>{amount(sum)}</span>
            ) : one.testnet ? (
              <span className="text-text-2">{words.testMoney}</span>
            ) : (
              <span>–</span>
            )}
            {share !== null && (
              <span className="w-10 text-right text-12 text-text-3">
                <span aria-hidden="true">{percent(share, 0)}</span>
                <span className="sr-only">{words.share(percent(share, 0))}</span>
              </span>
            )}
          </>
        )}
      </div>
      {one.error !== null ? (
        <p className="mt-1 text-12 text-text-2">
          {one.error}{' '}
          <Link to="/settings/api" className="font-medium text-accent hover:underline">
            {words.fix}
          </Link>
        </p>
      ) : largest.length === 0 ? (
        <p className="mt-1 flex items-center gap-1.5 text-12 text-text-3">
          <CircleDashed size={14} aria-hidden />
          {words.nothing}
        </p>
      ) : (
        <p className="mt-1 text-12 text-text-3">
          {largest.map((one) => (
            <span key={assetName(one)} className="mr-3 inline-block">
              {assetName(one)} {exact(one.total)}
            </span>
          ))}
        </p>
      )}
    </li>
  )
}
