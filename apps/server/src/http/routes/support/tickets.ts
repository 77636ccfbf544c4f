import { HEADERS, IsoTime } from '@makas/contract'
import { z } from 'zod'
import type { MessageAdded, TicketAdded } from '../../../app/ports/support/tickets.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { openTicket } from '../../../app/support/open-ticket.ts'
import type { RecentTicketChanges } from '../../../app/support/recent-ticket-changes.ts'
import { replyToTicket } from '../../../app/support/reply-to-ticket.ts'
import { ApiFailure } from '../../api-failure.ts'
import { TICKET_CALLS } from '../../calls/ticket-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider } from '../../policies/callers.ts'
import { presentChangedTickets, presentMessage, presentTicket } from '../../presenters/tickets.ts'
import { TICKET_CLOSED } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'
import { LargePage, pageIn } from '../page.ts'

export const SinceQuery = z.object({ since: IsoTime.optional() })

export type TicketOptions = {
  readonly users: UserPartsProvider
  readonly recent: RecentTicketChanges
  readonly clock: Clock
}

/** The user's own tickets. Another user's ticket is answered as not found (security.md 34). */
export function ticketRoutes(app: App, { users, recent, clock }: TicketOptions): void {
  const parts = () => partsOf(users)

  answerCall(
    app,
    TICKET_CALLS.list,
    async (_body, request, reply) => {
      const { rows, total } = await parts().tickets.ofUser(callerIn(request).userId, pageIn(request))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentTicket)
    },
    LargePage,
  )
  answerCall(
    app,
    TICKET_CALLS.changes,
    async (_body, request) => {
      const { since } = request.query as z.output<typeof SinceQuery>
      const changes = await recent.ofUser(callerIn(request).userId, momentOf(since))
      return { ...presentChangedTickets(changes), unread: changes.unread }
    },
    SinceQuery,
  )
  answerCall(app, TICKET_CALLS.one, async (_body, request) => {
    const ticket = await parts().tickets.one(callerIn(request).userId, idIn(request))
    if (ticket === null) throw new ApiFailure('not-found')
    return presentTicket(ticket)
  })
  answerCall(app, TICKET_CALLS.open, async ({ evidence, ...asked }, request) => {
    const given =
      evidence === undefined
        ? null
        : {
            opportunityId: evidence.opportunity_id,
            row: JSON.stringify(evidence.snapshot.row),
            snapshot: JSON.stringify(evidence.snapshot),
          }
    const added = await openTicket(parts(), callerIn(request).userId, { ...asked, evidence: given })
    if (added.kind !== 'added') throw refusal(added, clock)
    return presentTicket(added.ticket)
  })
  answerCall(app, TICKET_CALLS.reply, async ({ message }, request) => {
    const added = await replyToTicket(parts(), callerIn(request).userId, idIn(request), message)
    if (added.kind !== 'added') throw refusal(added, clock)
    return presentMessage(added.message)
  })
  answerCall(app, TICKET_CALLS.seen, async ({ until }, request) => {
    const seen = Math.min(Date.parse(until), clock.now())
    if (!(await parts().tickets.markSeen(callerIn(request).userId, idIn(request), seen)))
      throw new ApiFailure('not-found')
  })
}

/** Epoch ms of an ISO time; without a time 0, which is before everything. */
export const momentOf = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time))

function refusal(refused: Exclude<MessageAdded | TicketAdded, { kind: 'added' }>, clock: Clock): ApiFailure {
  switch (refused.kind) {
    case 'no-owner':
      return new ApiFailure('unauthorized')
    case 'not-found':
      return new ApiFailure('not-found')
    case 'closed':
      return new ApiFailure('conflict', { detail: TICKET_CLOSED })
    case 'too-often':
      return new ApiFailure('rate-limited', {
        retryAfterS: Math.max(1, Math.ceil((refused.until - clock.now()) / 1_000)),
      })
  }
}
