import type { Ticket } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/state-view.tsx'
import { supportText } from '../../text/support/support.ts'
import { OlderTickets, placeOf } from './older-tickets.tsx'
import { ownChangesQuery, ownTicketsQuery } from './own-tickets.ts'
import { TicketCard } from './ticket-card.tsx'

const words = supportText.list

const FILTERS = ['all', 'going', 'closed'] as const
type Filter = (typeof FILTERS)[number]
const isOf = (filter: Filter, { status }: Ticket) => filter === 'all' || (filter === 'closed') === (status === 'closed')

/** The user's own tickets; a visitor is asked to log in (SUP-06). */
export function TicketList(props: {
  readonly isLoggedIn: boolean
  /** Puts a reply that could not be sent into the form of a new ticket. */
  readonly openAsNew: (ticket: Ticket, reply: string) => void
}) {
  return (
    <section aria-labelledby="own-tickets" className="flex min-w-0 flex-col gap-3">
      {props.isLoggedIn ? (
        <OwnTickets openAsNew={props.openAsNew} />
      ) : (
        <>
          <Title />
          <div className="rounded-panel border border-line bg-panel">
            <Empty>{supportText.listLoggedOut}</Empty>
          </div>
        </>
      )}
    </section>
  )
}

function Title() {
  return (
    <h2 id="own-tickets" tabIndex={-1} className="text-16 font-semibold">
      {words.title}
    </h2>
  )
}

function OwnTickets({ openAsNew }: { readonly openAsNew: (ticket: Ticket, reply: string) => void }) {
  const list = useQuery(ownTicketsQuery)
  // Polled only once the list is loaded: a changed ticket replaces its entry in the list.
  useQuery({ ...ownChangesQuery, enabled: list.data !== undefined })
  const [filter, setFilter] = useState<Filter>('all')
  const tickets = list.data?.tickets ?? []
  const shown = tickets.filter((ticket) => isOf(filter, ticket))
  const unread = tickets.reduce((sum, ticket) => sum + ticket.unread, 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Title />
        {list.data !== undefined && (
          <p className="figures text-13 text-text-2">
            {supportText.counts(whole(list.data.total))}
            {unread > 0 && ` · ${supportText.unread(whole(unread))}`}
          </p>
        )}
        {tickets.length > 0 && (
          <fieldset aria-label={words.filter} className="flex rounded-control border border-line p-0.5 sm:ml-auto">
            {FILTERS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={filter === one}
                onClick={() => setFilter(one)}
                className="figures rounded-control px-2.5 py-0.5 text-13 font-medium text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:text-text-1 pointer-coarse:py-2"
              >
                {words[one]} {whole(tickets.filter((ticket) => isOf(one, ticket)).length)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <Arrivals tickets={tickets} />
      {list.data === undefined || shown.length === 0 ? (
        <div className="rounded-panel border border-line bg-panel">
          {list.data === undefined ? (
            list.isError ? (
              <Failed error={list.error} fallback={words.failed} retry={() => void list.refetch()} />
            ) : (
              <Loading />
            )
          ) : (
            <Empty>{filter === 'all' ? `${words.none} ${words.noneNext}` : words.noneOf}</Empty>
          )}
        </div>
      ) : (
        <ul className="flex flex-col gap-3">
          {shown.map((ticket) => (
            // The browser lays out only tickets near the screen, because a hundred may be open.
            <li
              key={ticket.id}
              id={placeOf(ticket.id)}
              className="[contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
            >
              <TicketCard ticket={ticket} openAsNew={(reply) => openAsNew(ticket, reply)} />
            </li>
          ))}
        </ul>
      )}
      <OlderTickets held={tickets.length} total={list.data?.total ?? 0} shown={shown.map(({ id }) => id)} />
    </>
  )
}

/** Announces an answer that came while the page was open. Does not scroll. */
function Arrivals({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    const known = before.current
    const fresh = known === null ? undefined : tickets.find(({ id, unread }) => unread > (known.get(id) ?? unread))
    before.current =
      tickets.length === 0 && known === null ? null : new Map(tickets.map(({ id, unread }) => [id, unread]))
    if (fresh !== undefined) setSaid(fresh.title)
  }, [tickets])
  return (
    <p role="status" className={said === null ? 'sr-only' : ''}>
      {said !== null && <Badge tone="accent">{supportText.ticket.arrived(said)}</Badge>}
    </p>
  )
}
