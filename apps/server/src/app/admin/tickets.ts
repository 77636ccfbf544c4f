import { searchWords } from '@makas/domain'
import type { AccountParts } from '../accounts/account-parts.ts'
import type {
  ChangeOutcome,
  OwnedTicket,
  TicketChange,
  TicketNote,
  TicketQuery,
  Watcher,
  WholeTicket,
} from '../ports/admin-ticket-store.ts'
import type { Paged } from '../ports/pages.ts'
import { type AdminVisit, adminLine } from './admin-line.ts'

type Parts = Pick<AccountParts, 'adminTickets' | 'randomness' | 'clock'>

/** More would only make the search slow. */
const MOST_WORDS = 6

/** Everybody's tickets; who looked at whose is noted, but not what was searched for, which may be somebody's address. */
export function readTickets(
  { adminTickets, clock }: Parts,
  { search, ...asked }: Omit<TicketQuery, 'words'> & { readonly search: string },
  by: AdminVisit,
): Promise<Paged<OwnedTicket>> {
  const at = clock.now()
  const words = searchWords(search).slice(0, MOST_WORDS)
  const { status, assignee, page } = asked
  return adminTickets.list(by.adminId, { ...asked, words }, (seen) =>
    adminLine(at, 'tickets-read', by, null, { status, assignee, ...page, is_search: words.length > 0, tickets: seen }),
  )
}

/** One ticket with everything that admins know of it; that it was looked at is noted. */
export const readTicket = ({ adminTickets, clock }: Parts, id: string, by: AdminVisit): Promise<WholeTicket | null> =>
  adminTickets.one(by.adminId, id, adminLine(clock.now(), 'ticket-read', by, { kind: 'ticket', id }, {}))

/**
 * A new status, an answer, somebody who looks after it, or all of them. The answer goes to the end of the thread and stays as the ticket's newest; the one
 * that is there already, which a form may send back, is not said again while its owner has not written since. Of texts the audit log says only that there was one.
 */
export function changeTicket(
  { adminTickets, randomness, clock }: Parts,
  id: string,
  given: Pick<TicketChange, 'status' | 'response' | 'assignment' | 'expected'>,
  by: AdminVisit,
): Promise<ChangeOutcome> {
  const at = clock.now()
  const ids = { messageId: randomness.newId(), changeId: randomness.newId() }
  const subject = { kind: 'ticket', id }
  return adminTickets.change(
    id,
    { at, adminId: by.adminId, ...ids, ...given },
    {
      changed: ({ before, after, isAnswered, reassigned }) =>
        adminLine(at, 'ticket-changed', by, subject, {
          before: { status: before.status },
          after: { status: after.status },
          answer: isAnswered ? ids.messageId : null,
          ...(reassigned === null ? {} : { assignee: reassigned }),
        }),
      seen: adminLine(at, 'ticket-read', by, subject, {}),
    },
  )
}

/** What admins tell one another about a ticket; nobody else ever reads it. */
export function noteOnTicket(
  { adminTickets, randomness, clock }: Parts,
  ticketId: string,
  note: string,
  by: AdminVisit,
): Promise<TicketNote | null> {
  const at = clock.now()
  const id = randomness.newId()
  const line = adminLine(at, 'ticket-noted', by, { kind: 'ticket', id: ticketId }, { note: id })
  return adminTickets.addNote({ id, ticketId, adminId: by.adminId, note, at }, line)
}

/** Says that an admin has a ticket open, for so long, and tells who else has. */
export function beAtTicket(
  { adminTickets, clock }: Parts,
  ticketId: string,
  {
    isWriting,
    seenUntil,
    forMs,
  }: { readonly isWriting: boolean; readonly seenUntil: number | null; readonly forMs: number },
  adminId: string,
): Promise<readonly Watcher[] | null> {
  const at = clock.now()
  const seen = seenUntil === null ? null : Math.min(seenUntil, at)
  return adminTickets.announce({ ticketId, adminId, at, isWriting, seenUntil: seen, goneBefore: at - forMs })
}
