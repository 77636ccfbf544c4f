import type { KeyRecord } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, TriangleAlert, X } from 'lucide-react'
import { span } from '../../shared/format/times.ts'
import { FeedWord } from '../../shared/live/feed-word.tsx'
import { feedStateOf } from '../../shared/live/flow.ts'
import { Chip } from '../../shared/opportunity/row/figures.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { NotRenewed, PolledPart } from './polled-part.tsx'
import { feedsQuery, keysQuery } from './portfolio-queries.ts'

const words = portfolioText.health
const CONNECTED = { tone: 'good', icon: Check } as const
const REFUSED = { tone: 'bad', icon: X } as const
const NONE = { tone: 'quiet', icon: CircleDashed } as const
const UNREAD = { tone: 'warn', icon: TriangleAlert } as const
const KEY_LOOKS = { connected: CONNECTED, error: REFUSED, pending: NONE, disabled: REFUSED, none: NONE } as const

/** Whether the prices of each exchange arrive, and the state of the user's key. Either call may fail alone. */
export function HealthPanel({ className = '' }: { readonly className?: string }) {
  const feeds = useQuery(feedsQuery)
  const keys = useQuery(keysQuery)
  return (
    <Panel
      className={className}
      title={words.title}
      action={
        <Link to="/status" className="font-medium text-accent hover:underline">
          {words.more}
        </Link>
      }
    >
      {/* One error is enough where both calls failed. */}
      {feeds.data !== undefined && <NotRenewed query={keys} fallback={words.keysFailed} />}
      <PolledPart query={feeds} fallback={words.failed} rows={4}>
        {(status) => (
          <table aria-label={words.table} className="figures w-full text-13">
            <thead className="text-12 text-text-3">
              <tr className="h-9 text-left [&>th]:font-medium">
                <th scope="col" className="px-4">
                  {words.columns.exchange}
                </th>
                <th scope="col" className="px-2">
                  {words.columns.feed}
                </th>
                <th scope="col" className="px-2 text-right max-sm:hidden">
                  {words.columns.age}
                </th>
                <th scope="col" className="px-4">
                  {words.columns.key}
                </th>
              </tr>
            </thead>
            <tbody>
              {EXCHANGES.map((id) => {
                const feed = status.exchanges.find((one) => one.id === id)
                const state = feed && feedStateOf(status, feed)
                return (
                  <tr key={id} className="h-9 border-t border-line">
                    <th scope="row" className="px-4 text-left font-semibold">
                      {tr.exchanges[id]}
                    </th>
                    <td className="px-2">
                      {feeds.error !== null || state === null ? (
                        <StateWord {...UNREAD}>{words.unread}</StateWord>
                      ) : state === undefined ? (
                        words.none
                      ) : (
                        <FeedWord state={state} source={status.source} />
                      )}
                    </td>
                    <td className="px-2 text-right whitespace-nowrap text-text-2 max-sm:hidden">
                      {feeds.error !== null || state === null || feed?.age_p50_ms == null
                        ? words.none
                        : span(feed.age_p50_ms)}
                    </td>
                    <td className="px-4">
                      <OwnKey keys={keys.data?.filter(({ exchange_name: name }) => name === id)} error={keys.error} />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </PolledPart>
    </Panel>
  )
}

function OwnKey({ keys, error }: { readonly keys: readonly KeyRecord[] | undefined; readonly error: unknown }) {
  if (error !== null) return <StateWord {...UNREAD}>{words.keysUnread}</StateWord>
  if (keys === undefined) return <span className="skeleton block h-4 w-16" />
  // A connection in trouble is shown before the others.
  const shown = keys.find((key) => key.status !== 'connected') ?? keys[0]
  const status = shown?.status ?? 'none'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StateWord {...KEY_LOOKS[status]}>{words.keys[status]}</StateWord>
      {shown?.is_demo && <Chip>{tr.sources.demo}</Chip>}
      {shown?.testnet && <Chip>{portfolioText.balances.testnet}</Chip>}
    </span>
  )
}
