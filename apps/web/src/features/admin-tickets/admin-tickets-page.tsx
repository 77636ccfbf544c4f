import { type AdminTicket, TICKET_STATUSES, type TicketStatus } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { roughSpan } from '../../shared/format/times.ts'
import { INPUT } from '../../shared/forms/field.tsx'
import { wallNow } from '../../shared/time/steady.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Outdated } from '../../shared/ui/outdated.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { adminTicketsText as words } from '../../text/admin/admin-tickets.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { TicketChoices } from './ticket-choices.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'
import {
  PAGE_SIZE,
  placeBehind,
  reloadTicketList,
  type TicketListView,
  ticketChangesQuery,
  ticketListQuery,
} from './ticket-list.ts'
import { TicketTable } from './ticket-table.tsx'

const FILTERS: readonly (TicketStatus | null)[] = [null, ...TICKET_STATUSES]
const SEARCH_AFTER_MS = 300

/** `/admin/tickets` (ATICK): the tickets of all users, filtered, searched and paged; a ticket opens in a drawer. */
export function AdminTicketsPage() {
  useTitle(words.title)
  const [view, setView] = useState<TicketListView>({
    status: null,
    assignee: '',
    sort: 'updated',
    search: '',
    places: [],
  })
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<string | null>(null)
  const list = useQuery({
    ...ticketListQuery(view),
    // Keeps showing the previous page while the next one loads, unless it was empty: that would read as "no tickets".
    placeholderData: (before) => (before?.tickets.length === 0 ? undefined : before),
  })
  // Goes back a page where the last ticket of this page has moved or no longer passes the filter.
  if (view.places.length > 0 && !list.isPlaceholderData && list.data?.tickets.length === 0)
    setView({ ...view, places: view.places.slice(0, -1) })
  const { data: changes } = useQuery(ticketChangesQuery)
  useEffect(() => {
    const timer = setTimeout(() => {
      const search = typed.trim()
      setView((before) => (before.search === search ? before : { ...before, search, places: [] }))
    }, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const counts = changes?.counts
  const all = counts && TICKET_STATUSES.reduce((sum, status) => sum + counts[status], 0)
  const oldest = changes?.unanswered.oldest ?? null
  const countOf = (status: TicketStatus | null) => (status === null ? all : counts?.[status])
  const last = list.data?.tickets.at(-1)
  const turn = (page: number) => {
    const { places } = view
    if (page <= places.length) setView({ ...view, places: places.slice(0, -1) })
    else if (last !== undefined && !list.isPlaceholderData)
      setView({ ...view, places: [...places, placeBehind(last, view.sort)] })
  }
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        {all !== undefined && counts !== undefined && (
          <p className="figures text-13 text-text-2">
            {words.counts(whole(all), whole(counts.open))}
            {oldest !== null && ` · ${words.oldest(roughSpan(wallNow() - Date.parse(oldest)))}`}
          </p>
        )}
        <Button className="ml-auto" onClick={() => void reloadTicketList()}>
          <RefreshCw size={14} aria-hidden className={list.isFetching ? 'animate-spin' : ''} />
          {words.refresh}
        </Button>
      </header>
      <div className="flex flex-wrap items-center gap-3">
        <fieldset
          aria-label={words.filter}
          className="flex max-w-full min-w-0 overflow-x-auto rounded-control border border-line p-0.5"
        >
          {FILTERS.map((status) => {
            const count = countOf(status)
            return (
              <button
                key={status ?? 'all'}
                type="button"
                aria-pressed={view.status === status}
                onClick={() => setView({ ...view, status, places: [] })}
                className="figures h-7 rounded-control px-2.5 text-13 font-medium whitespace-nowrap text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:text-text-1 pointer-coarse:h-11"
              >
                {status === null ? words.all : ticketWords.statuses[status]}
                {count !== undefined && <span className="ml-1.5 text-text-3">{whole(count)}</span>}
              </button>
            )
          })}
        </fieldset>
        <TicketChoices view={view} choose={(chosen) => setView({ ...view, ...chosen, places: [] })} />
        <div className="relative w-full sm:ml-auto sm:w-80">
          <Search size={14} aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-text-3" />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.searchHint}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${INPUT} h-8! pl-9! pointer-coarse:h-11!`}
          />
        </div>
      </div>
      <Outdated query={list} says={words.failed} />
      <section
        aria-label={words.table}
        data-testid="admin-table"
        className="overflow-hidden rounded-panel border border-line bg-panel"
      >
        <TicketTable
          page={list.data}
          failed={list.isError ? { error: list.error, fallback: words.failed, retry: () => void list.refetch() } : null}
          isFiltered={view.status !== null || view.search !== '' || view.assignee !== '' || view.sort === 'waiting'}
          open={({ id }: AdminTicket) => setOpened(id)}
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager
            page={view.places.length + 1}
            pageSize={PAGE_SIZE}
            total={list.data.total}
            noun={words.noun}
            turn={turn}
          />
        )}
      </section>
      {opened !== null && <TicketDrawer key={opened} id={opened} close={() => setOpened(null)} />}
    </div>
  )
}
