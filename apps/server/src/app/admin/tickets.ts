import type { AccountParts } from '../accounts/account-parts.ts'
import type { Page, Paged } from '../ports/pages.ts'
import type { OwnedTicket, TicketStatus } from '../ports/tickets.ts'
import { type AdminVisit, adminLine } from './admin-line.ts'

type Parts = Pick<AccountParts, 'tickets' | 'randomness' | 'clock'>

/** Everybody's tickets; who looked at whose is noted. */
export function readTickets(
  { tickets, clock }: Parts,
  status: TicketStatus | null,
  page: Page,
  by: AdminVisit,
): Promise<Paged<OwnedTicket>> {
  const at = clock.now()
  return tickets.all(status, page, (seen) =>
    adminLine(at, 'tickets-read', by, null, { status, ...page, tickets: seen }),
  )
}

/**
 * A new status, an answer, or both. The answer goes to the end of the thread and stays as the ticket's newest; the one
 * that is there already, which a form may send back, is not said again. Of texts the audit log says only that there was one.
 */
export function changeTicket(
  { tickets, randomness, clock }: Parts,
  id: string,
  given: { readonly status: TicketStatus | null; readonly response: string | null },
  by: AdminVisit,
): Promise<OwnedTicket | null> {
  const at = clock.now()
  const change = { at, adminId: by.adminId, messageId: randomness.newId(), ...given }
  return tickets.change(id, change, ({ before, after, isAnswered }) =>
    adminLine(
      at,
      'ticket-changed',
      by,
      { kind: 'ticket', id },
      {
        before: { status: before.status },
        after: { status: after.status },
        answer: isAnswered ? change.messageId : null,
      },
    ),
  )
}
