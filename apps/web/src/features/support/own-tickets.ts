import { HEADERS, LIMITS, PATHS, Ticket, TicketChanges, Tickets } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { queryClient } from '../../shared/api/query-client.ts'

/** Most tickets in one answer. */
const PAGE = 100

export type OwnTickets = { readonly tickets: readonly Ticket[]; readonly total: number }

/** The user's tickets with their threads, newest first (CALL-17). A refetch reads as many tickets as are shown. */
export const ownTicketsQuery = queryOptions({
  queryKey: ['user', 'tickets'],
  queryFn: async ({ signal }): Promise<OwnTickets> => {
    const shown = heldTickets()?.tickets.length ?? 0
    let list = await readPage(0, signal)
    while (list.tickets.length < Math.min(shown, list.total)) {
      const next = joined(list, await readPage(list.tickets.length, signal))
      if (next.tickets.length === list.tickets.length) break
      list = next
    }
    return list
  },
  staleTime: 30_000,
})

const heldTickets = () => queryClient.getQueryData<OwnTickets>(['user', 'tickets'])

async function readPage(skip: number, signal?: AbortSignal): Promise<OwnTickets> {
  const path = `${PATHS.ticketsWithMessages}?limit=${PAGE}&skip=${skip}`
  const { value, headers } = await ask({ path, answer: Tickets, as: 'user', signal })
  return { tickets: value, total: Number(headers.get(HEADERS.totalCount) ?? skip + value.length) }
}

/** Appends `older` without tickets that `list` has: a new ticket between two reads shifts the pages. */
function joined(list: OwnTickets, older: OwnTickets): OwnTickets {
  const known = new Set(list.tickets.map(({ id }) => id))
  return { tickets: [...list.tickets, ...older.tickets.filter(({ id }) => !known.has(id))], total: older.total }
}

/** Appends the next page of older tickets. @throws ApiFailure */
export async function readOlderTickets(): Promise<void> {
  const held = heldTickets()
  if (held === undefined) return
  const older = await readPage(held.tickets.length)
  queryClient.setQueryData<OwnTickets>(ownTicketsQuery.queryKey, (now) => now && joined(now, older))
}

/** Changes since the last poll. Each changed ticket is read again and replaced in the list. */
export const ownChangesQuery = queryOptions({
  queryKey: ['user', 'ticket-changes'],
  queryFn: async ({ signal }): Promise<TicketChanges> => {
    const before = queryClient.getQueryData<TicketChanges>(['user', 'ticket-changes'])
    const since = before === undefined ? '' : `?since=${encodeURIComponent(before.as_of)}`
    const { value } = await ask({ path: `${PATHS.ticketChanges}${since}`, answer: TicketChanges, as: 'user', signal })
    await takeIn(value)
    return value
  },
  refetchInterval: LIMITS.pollMs,
})

async function takeIn({ changes }: TicketChanges): Promise<void> {
  const held = heldTickets()
  if (held === undefined) return
  const known = new Map(held.tickets.map((ticket) => [ticket.id, ticket]))
  const moved = changes.filter(({ id, updated_at }) => known.get(id)?.updated_at !== updated_at)
  // After more than five changes, or a new ticket from another tab, one call for the whole list is quicker.
  if (moved.length > 5 || moved.some(({ id }) => !known.has(id))) {
    await reloadOwnTickets()
    return
  }
  for (const { id } of moved) replace(await readOwnTicket(id))
}

/** One ticket with its complete evidence. */
export const readOwnTicket = async (id: string): Promise<Ticket> =>
  (await ask({ path: PATHS.ticket(id), answer: Ticket, as: 'user' })).value

function replace(ticket: Ticket): void {
  queryClient.setQueryData<OwnTickets>(
    ownTicketsQuery.queryKey,
    (held) => held && { ...held, tickets: held.tickets.map((one) => (one.id === ticket.id ? ticket : one)) },
  )
}

/** Reloads the list after each write (CALL-33). */
export const reloadOwnTickets = (): Promise<void> => queryClient.refetchQueries({ queryKey: ownTicketsQuery.queryKey })

/** Marks the thread as seen up to this version. After a failure the ticket stays unread, and the next look retries. */
export async function markSeen(ticket: Ticket): Promise<void> {
  const body = { until: ticket.updated_at }
  await ask({ method: 'POST', path: PATHS.ticketSeen(ticket.id), body, answer: NO_CONTENT, as: 'user' })
  const now = heldTickets()?.tickets.find(({ id }) => id === ticket.id)
  if (now !== undefined && now.updated_at === ticket.updated_at) replace({ ...now, unread: 0 })
}
