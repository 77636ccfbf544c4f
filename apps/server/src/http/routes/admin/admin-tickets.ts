import {
  FIELD_SENTENCES,
  HEADERS,
  LIMITS,
  TicketAssignee,
  TicketPlace,
  TicketSearch,
  TicketSort,
  TicketStatus,
} from '@makas/contract'
import { z } from 'zod'
import { deleteCannedReply, writeCannedReply } from '../../../app/admin/canned-replies.ts'
import { beAtTicket, changeTicket, noteOnTicket, readTicket, readTickets } from '../../../app/admin/tickets.ts'
import type { TicketQuery } from '../../../app/ports/support/admin-ticket-store.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import type { RecentTicketChanges } from '../../../app/support/recent-ticket-changes.ts'
import { ApiFailure } from '../../api-failure.ts'
import { ADMIN_TICKET_CALLS } from '../../calls/ticket-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider } from '../../policies/callers.ts'
import {
  presentCannedReply,
  presentChangedAdminTickets,
  presentNote,
  presentOwnedTicket,
  presentTicketDetail,
  presentWatcher,
} from '../../presenters/tickets.ts'
import { CANNED_FULL, TICKET_CHANGED } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'
import { LargePage } from '../page.ts'
import { momentOf, SinceQuery } from '../support/tickets.ts'
import { byAdmin, orNotFound, searcherIn } from './admin.ts'

const ListQuery = LargePage.extend({
  status: TicketStatus.optional(),
  q: TicketSearch.default(''),
  thread: z.enum(['0', '1']).default('1'),
  assignee: TicketAssignee.optional(),
  sort: TicketSort.default('created'),
  after: TicketPlace.optional(),
})

export type AdminTicketOptions = {
  readonly users: UserPartsProvider
  readonly recent: RecentTicketChanges
  readonly searches: FairQueue
}

/** All tickets, for the admins who answer them. */
export function adminTicketRoutes(app: App, { users, recent, searches }: AdminTicketOptions): void {
  const parts = () => partsOf(users)

  answerCall(
    app,
    ADMIN_TICKET_CALLS.list,
    async (_body, request, reply) => {
      const { status, assignee, q, thread, sort, after, ...page } = request.query as z.output<typeof ListQuery>
      const place = after === undefined ? null : { time: Date.parse(after.time), id: after.id }
      const asked = {
        status: status ?? null,
        assignee: assigneeIn(assignee, callerIn(request).userId),
        search: q,
        hasThreads: thread === '1',
        sort,
        after: place,
        page,
      }
      const read = () => readTickets(parts(), asked, byAdmin(request))
      const { rows, total } = await (q === '' ? read() : searches.run(searcherIn(request), read))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentOwnedTicket)
    },
    ListQuery,
  )
  answerCall(
    app,
    ADMIN_TICKET_CALLS.changes,
    async (_body, request) => {
      const { since } = request.query as z.output<typeof SinceQuery>
      const changes = await recent.ofAll(momentOf(since))
      return presentChangedAdminTickets(changes)
    },
    SinceQuery,
  )
  answerCall(app, ADMIN_TICKET_CALLS.assignees, async (_body, request) => {
    const { userId } = callerIn(request)
    return (await parts().adminTickets.assignees()).map((one) => ({ ...one, is_me: one.id === userId }))
  })
  answerCall(app, ADMIN_TICKET_CALLS.one, async (_body, request) =>
    presentTicketDetail(orNotFound(await readTicket(parts(), idIn(request), byAdmin(request)))),
  )
  answerCall(
    app,
    ADMIN_TICKET_CALLS.change,
    async ({ status, admin_response, assignee_id, expected_assignee_id, expected_updated_at: expected }, request) => {
      const change = {
        status: status ?? null,
        response: admin_response ?? null,
        assignment: assignee_id === undefined ? null : { to: assignee_id, before: expected_assignee_id ?? null },
        expected: expected === undefined ? null : Date.parse(expected),
      }
      const outcome = await changeTicket(parts(), idIn(request), change, byAdmin(request))
      if (outcome.kind === 'not-found') throw new ApiFailure('not-found')
      if (outcome.kind === 'no-such-admin')
        throw new ApiFailure('validation', { fields: { assignee_id: FIELD_SENTENCES.wrong } })
      if (outcome.kind === 'conflict')
        throw new ApiFailure('conflict', { detail: TICKET_CHANGED, current: presentTicketDetail(outcome.current) })
      return presentTicketDetail(outcome.ticket)
    },
  )
  answerCall(app, ADMIN_TICKET_CALLS.note, async ({ note }, request) =>
    presentNote(orNotFound(await noteOnTicket(parts(), idIn(request), note, byAdmin(request)))),
  )
  answerCall(app, ADMIN_TICKET_CALLS.presence, async ({ is_writing, seen_until }, request) => {
    const said = {
      isWriting: is_writing,
      seenUntil: seen_until === undefined ? null : Date.parse(seen_until),
      forMs: LIMITS.presenceMs,
    }
    const others = orNotFound(await beAtTicket(parts(), idIn(request), said, callerIn(request).userId))
    return { others: others.map(presentWatcher) }
  })
  answerCall(app, ADMIN_TICKET_CALLS.cannedReplies, async () =>
    (await parts().cannedReplies.all()).map(presentCannedReply),
  )
  answerCall(app, ADMIN_TICKET_CALLS.addCannedReply, async (body, request) => {
    const reply = await writeCannedReply(parts(), body, byAdmin(request))
    if (reply === null) throw new ApiFailure('conflict', { detail: CANNED_FULL })
    return presentCannedReply(reply)
  })
  answerCall(app, ADMIN_TICKET_CALLS.removeCannedReply, async (_body, request) => {
    if (!(await deleteCannedReply(parts(), idIn(request), byAdmin(request)))) throw new ApiFailure('not-found')
  })
}

function assigneeIn(asked: string | undefined, me: string): TicketQuery['assignee'] {
  if (asked === undefined) return 'any'
  return asked === 'nobody' ? asked : { id: asked === 'me' ? me : asked }
}
