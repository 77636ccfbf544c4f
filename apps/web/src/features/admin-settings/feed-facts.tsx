import type { Status } from '@makas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whole } from '../../shared/format/numbers.ts'
import { DefinitionList } from '../../shared/ui/definition-list.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminSettingsText as words } from '../../text/admin/admin-settings.ts'
import { tr } from '../../text/frame/tr.ts'
import { status as statusText } from '../../text/market/status.ts'

/** One line per exchange: the state of its feed, and how many of its books are proven. */
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
          entries={data.exchanges.map(({ id, state, books_live, books_total }) => ({
            name: tr.exchanges[id],
            value: `${state === 'live' && data.source !== 'live' ? statusText.demoLive : statusText.states[state]} · ${words.feed(whole(books_live), whole(books_total))}`,
          }))}
        />
      )}
    </Panel>
  )
}
