import type { SpotRow } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { BellPlus, GraduationCap, Plug, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { canBeTried } from '../../shared/paper/can-be-tried.ts'
import { openPaper } from '../../shared/paper/paper-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { startTour } from '../../shared/tour/tour-flag.ts'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { portfolioText as words } from '../../text/market/portfolio.ts'
import { AccessPrompt } from './access-prompt.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import { HealthPanel } from './health-panel.tsx'
import { MarketFacts } from './market-facts.tsx'
import { PaperPanel } from './paper-panel.tsx'
import { PersonalPanel } from './personal-panel.tsx'
import { balancesQuery, feedsQuery, ownStatsQuery, topRowsQuery } from './portfolio-queries.ts'
import { TopRows } from './top-rows.tsx'
import { TradesPanel } from './trades-panel.tsx'
import { tradesQuery } from './trades-query.ts'
import { usePaper } from './use-paper.ts'

/** `/dashboard`, for logged-in users only: the market's best rows, the user's balances and paper trades. */
export function DashboardPage({ ordersOf }: Orders) {
  useTitle(words.title)
  return useUser() === null ? <AccessPrompt /> : <Dashboard ordersOf={ordersOf} />
}

type Orders = {
  /** Order dialog of the row whose trade button was pressed. */
  readonly ordersOf: (row: SpotRow, close: () => void) => ReactNode
}

/** Each panel is fetched, fails and is retried on its own. */
function Dashboard({ ordersOf }: Orders) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const top = useQuery(topRowsQuery('user'))
  const stats = useQuery(ownStatsQuery)
  const status = useQuery(feedsQuery).data
  // Without an exchange connection the balances panel says so, and there is no panel of personal rows.
  const exchanges = useQuery(balancesQuery).data?.exchanges
  const isUnconnected = exchanges?.length === 0
  const paper = usePaper().trades.data
  const trades = useQuery(tradesQuery).data
  // The panel of the feeds stands in the shorter column, so that both end at about the same height.
  const isLeftShort = exchanges !== undefined && exchanges.length > 0 && paper?.length === 0 && trades?.length === 0
  const [isRefreshing, setRefreshing] = useState(false)
  const [traded, setTraded] = useState<SpotRow | null>(null)
  const closeTrade = useCallback(() => setTraded(null), [])
  const first = top.data?.rows.find(canBeTried)

  async function refresh() {
    setRefreshing(true)
    await queries.refetchQueries({ type: 'active' })
    setRefreshing(false)
  }

  return (
    <div className="mx-auto flex w-full max-w-[1760px] flex-1 flex-col gap-4 px-4 pt-4 pb-6 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {/* The facts wrap within this block, so that the buttons beside it need no line of their own. */}
        <div className="flex min-w-0 flex-1 basis-110 flex-wrap items-center gap-x-6 gap-y-1">
          <h1 lang="en" className="text-20 font-semibold">
            {words.header}
          </h1>
          <MarketFacts top={top.data} stats={stats.data} status={status} isFailed={top.isError || stats.isError} />
        </div>
        <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button aria-disabled={isRefreshing} onClick={() => void (isRefreshing || refresh())}>
            <RefreshCw size={14} aria-hidden className={isRefreshing ? 'animate-spin' : ''} />
            {isRefreshing ? words.refreshing : words.refresh}
          </Button>
          <Button
            onClick={() => {
              startTour()
              void navigate({ to: '/' })
            }}
          >
            <GraduationCap size={14} aria-hidden />
            {words.tour}
          </Button>
          <Button onClick={() => void sayAlert(words.thresholdSoon)}>
            <BellPlus size={14} aria-hidden />
            {words.threshold}
          </Button>
          <Link to="/settings/api" className={`${PRIMARY_BUTTON} h-8! px-3! text-13! pointer-coarse:h-11!`}>
            <Plug size={14} aria-hidden />
            {words.connect}
          </Link>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] xl:grid-cols-[minmax(0,1fr)_432px]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <TopRows query={top} status={status} trade={setTraded} />
          <PaperPanel
            className="max-lg:order-last"
            {...(first === undefined ? {} : { begin: () => openPaper(first) })}
          />
          <TradesPanel className="max-lg:order-last" />
          {isLeftShort && <HealthPanel className="max-lg:order-last" />}
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <BalancesPanel />
          {!isUnconnected && <PersonalPanel />}
          {!isLeftShort && <HealthPanel />}
        </div>
      </div>
      {traded !== null && ordersOf(traded, closeTrade)}
    </div>
  )
}
