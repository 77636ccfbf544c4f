import {
  type AdminTicket,
  AdminTicketChanges,
  AdminTickets,
  Assignees,
  CannedReplies,
  HEADERS,
  LIMITS,
  PATHS,
  Presence,
  TicketDetail,
  TicketNote,
  type TicketStatus,
} from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { queryClient } from '../../shared/api/query-client.ts'

export const PAGE_SIZE = 20

/** `updated`: last change first. `waiting`: only tickets that wait for an answer, the longest wait first. */
export type TicketSort = 'updated' | 'waiting'

/** Filters and page of the list. `places`: cursors of the pages up to this page; empty on the newest page. */
export type TicketListView = {
  readonly status: TicketStatus | null
  /** `me`, `nobody`, an admin's id, or empty for all tickets. */
  readonly assignee: string
  readonly sort: TicketSort
  readonly search: string
  readonly places: readonly string[]
}

export type TicketListPage = { readonly tickets: readonly AdminTicket[]; readonly total: number }

/** Cursor of the page after this ticket. */
export const placeBehind = ({ updated_at, waiting_since, id }: AdminTicket, sort: TicketSort): string =>
  `${sort === 'waiting' ? (waiting_since ?? updated_at) : updated_at},${id}`

/** A page of all users' tickets without their threads (CALL-24). */
export const ticketListQuery = ({ status, assignee, sort, search, places }: TicketListView) =>
  queryOptions({
    queryKey: ['admin', 'tickets', 'list', status, assignee, sort, search, places.at(-1) ?? ''],
    queryFn: async ({ signal }): Promise<TicketListPage> => {
      const after = places.at(-1)
      const query = new URLSearchParams({ thread: '0', sort, limit: String(PAGE_SIZE) })
      if (status !== null) query.set('status', status)
      if (assignee !== '') query.set('assignee', assignee)
      if (search !== '') query.set('q', search)
      if (after !== undefined) query.set('after', after)
      const { value, headers } = await ask({
        path: `${PATHS.adminTickets}?${query}`,
        answer: AdminTickets,
        as: 'admin',
        signal,
      })
      return { tickets: value, total: Number(headers.get(HEADERS.totalCount) ?? value.length) }
    },
    staleTime: 30_000,
  })

/**
 * Ticket counts, and the tickets that changed since the last poll (notes and assignments count). A change makes the
 * lists and the changed tickets in the cache load again.
 */
export const ticketChangesQuery = queryOptions({
  queryKey: ['admin', 'ticket-changes'],
  queryFn: async ({ signal }): Promise<AdminTicketChanges> => {
    const before = queryClient.getQueryData<AdminTicketChanges>(['admin', 'ticket-changes'])
    const since = before === undefined ? '' : `?since=${encodeURIComponent(before.as_of)}`
    const path = `${PATHS.adminTicketChanges}${since}`
    const { value } = await ask({ path, answer: AdminTicketChanges, as: 'admin', signal })
    if (before !== undefined) takeIn(value)
    return value
  },
  refetchInterval: LIMITS.pollMs,
})

/** Time of the last handled change by ticket id: two polls overlap, so a change may come twice. */
const taken = new Map<string, string>()

function takeIn({ changes }: AdminTicketChanges): void {
  const moved = changes.filter(({ id, admin_updated_at: at }) => taken.get(id) !== at)
  if (moved.length === 0) return
  taken.clear()
  for (const { id, admin_updated_at: at } of changes) taken.set(id, at)
  void queryClient.invalidateQueries({ queryKey: ['admin', 'tickets', 'list'] })
  for (const { id, admin_updated_at: at } of moved) {
    const held = queryClient.getQueryData<TicketDetail>(['admin', 'tickets', 'one', id])
    if (held !== undefined && held.admin_updated_at !== at) void reloadTicket(id)
  }
}

/** One ticket with everything that admins see of it. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'tickets', 'one', id],
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.adminTicket(id), answer: TicketDetail, as: 'admin', signal })).value,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const reloadTicket = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['admin', 'tickets', 'one', id] })

/** Reloads the list after each write (CALL-33). */
export async function reloadTicketList(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['admin', 'tickets', 'list'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'ticket-changes'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'stats'] }),
  ])
}

/** Fields of a ticket that an admin changes. */
export type Change = { readonly status?: TicketStatus; readonly admin_response?: string }

/** Changes a ticket (CALL-25). @throws ApiFailure 409 with the current ticket, where another admin was first */
export async function changeTicket(id: string, change: Change, expected: string): Promise<TicketDetail> {
  const body = { ...change, expected_updated_at: expected }
  return (await ask({ method: 'PATCH', path: PATHS.adminTicket(id), body, answer: TicketDetail, as: 'admin' })).value
}

/**
 * Assigns a ticket to an admin or nobody. @throws ApiFailure 409 with the current ticket, where its assignee is no
 * longer `before`
 */
export async function assignTicket(id: string, to: string | null, before: string | null): Promise<TicketDetail> {
  const body = { assignee_id: to, expected_assignee_id: before }
  return (await ask({ method: 'PATCH', path: PATHS.adminTicket(id), body, answer: TicketDetail, as: 'admin' })).value
}

/** Admins whom a ticket can be assigned to. */
export const assigneesQuery = queryOptions({
  queryKey: ['admin', 'assignees'],
  queryFn: async ({ signal }) =>
    (await ask({ path: PATHS.adminTicketAssignees, answer: Assignees, as: 'admin', signal })).value,
  staleTime: 60_000,
})

export async function addNote(id: string, note: string): Promise<void> {
  await ask({ method: 'POST', path: PATHS.adminTicketNotes(id), body: { note }, answer: TicketNote, as: 'admin' })
  await reloadTicket(id)
}

/** Reports that the ticket is open here, and up to where its thread was seen; answers who else has it open. */
export async function bePresent(id: string, isWriting: boolean, seenUntil: string | null): Promise<Presence> {
  const body = { is_writing: isWriting, ...(seenUntil === null ? {} : { seen_until: seenUntil }) }
  return (await ask({ method: 'POST', path: PATHS.adminTicketPresence(id), body, answer: Presence, as: 'admin' })).value
}

export const cannedQuery = queryOptions({
  queryKey: ['admin', 'canned-replies'],
  queryFn: async ({ signal }) =>
    (await ask({ path: PATHS.cannedReplies, answer: CannedReplies, as: 'admin', signal })).value,
  staleTime: 60_000,
})
