import { EXCHANGE_IDS, type FeedState, type KeyRecord } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, TriangleAlert, X } from 'lucide-react'
import { span } from '../../shared/format/times.ts'
import { feedStateOf } from '../../shared/live/flow.ts'
import { Chip } from '../../shared/opportunity/row/figures.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { NotRenewed, PolledPart } from './polled-part.tsx'
import { feedsQuery, keysQuery } from './portfolio-queries.ts'

const words = portfolioText.health
const FEED_TONES: Partial<Record<FeedState, 'good' | 'bad'>> = { live: 'good', down: 'bad' }
const KEY_TONES = { connected: 'good', error: 'bad', pending: 'quiet', disabled: 'bad', none: 'quiet' } as const
const LOOKS = {
  good: { tone: 'text-good', Icon: Check },
  warn: { tone: 'text-warn', Icon: TriangleAlert },
  bad: { tone: 'text-bad', Icon: X },
  quiet: { tone: 'text-text-3', Icon: CircleDashed },
} as const

/** Of each exchange: whether its prices arrive, and the state of the user's key; each call may fail alone. */
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
      {/* One error is enough where neither is read. */}
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
              {EXCHANGE_IDS.map((id) => {
                const feed = status.exchanges.find((one) => one.id === id)
                const state = feed && feedStateOf(status, feed)
                return (
                  <tr key={id} className="h-9 border-t border-line">
                    <th scope="row" className="px-4 text-left font-semibold">
                      {tr.exchanges[id]}
                    </th>
                    <td className="px-2">
                      {feeds.error !== null || state === null ? (
                        <Look tone="warn" text={words.unread} />
                      ) : state === undefined ? (
                        words.none
                      ) : (
                        <Look tone={FEED_TONES[state] ?? 'warn'} text={words.states[state]} />
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
  if (error !== null) return <Look tone="warn" text={words.keysUnread} />
  if (keys === undefined) return <span className="skeleton block h-4 w-16" />
  // A connection in trouble is shown before the others.
  const shown = keys.find((key) => key.status !== 'connected') ?? keys[0]
  const status = shown?.status ?? 'none'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Look tone={KEY_TONES[status]} text={words.keys[status]} />
      {shown?.is_demo && <Chip>{tr.sources.demo}</Chip>}
      {shown?.testnet && <Chip>{portfolioText.balances.testnet}</Chip>}
    </span>
  )
}

function Look({ tone, text }: { readonly tone: keyof typeof LOOKS; readonly text: string }) {
  const { tone: color, Icon } = LOOKS[tone]
  return (
    <span className={`inline-flex items-center gap-1.5 ${color}`}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {text}
    </span>
  )
}
