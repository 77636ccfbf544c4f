import type { Status } from '@makas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whole } from '../../shared/format/numbers.ts'
import { feedStateOf } from '../../shared/live/flow.ts'
import { DefinitionList } from '../../shared/ui/definition-list.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminSettingsText as words } from '../../text/admin/admin-settings.ts'
import { tr } from '../../text/frame/tr.ts'
import { stateWords, status as statusText } from '../../text/market/status.ts'

/** For each exchange the state of its feed, and how many of its books are proven. */
export function FeedFacts({ status }: { readonly status: UseQueryResult<Status> }) {
  const { data } = status
  return (
    <Panel
      title={words.feeds}
      action={
        <Link to="/status" className="rounded-control text-accent underline-offset-2 hover:underline">
          {words.feedsMore}
        </Link>
      }
    >
      {data === undefined ? (
        status.isError ? (
          <Failed error={status.error} fallback={statusText.failed} retry={() => void status.refetch()} />
        ) : (
          <Loading rows={4} />
        )
      ) : data.exchanges.length === 0 ? (
        <p className="p-4 text-13 text-text-2">{statusText.none}</p>
      ) : (
        <DefinitionList
          className="px-4 py-1"
          entries={data.exchanges.map((exchange) => ({
            name: tr.exchanges[exchange.id],
            value: `${stateWords(feedStateOf(data, exchange), data.source)} · ${words.feed(whole(exchange.books_live), whole(exchange.books_total))}`,
          }))}
        />
      )}
    </Panel>
  )
}
