import { searchWords } from '@makas/domain'
import type { PageOf } from '../ports/pages.ts'
import type {
  ChangeOutcome,
  OwnedTicket,
  TicketChange,
  TicketDetail,
  TicketNote,
  TicketQuery,
  Watcher,
} from '../ports/support/admin-ticket-store.ts'
import type { UserParts } from '../users/user-parts.ts'
import { type AdminVisit, adminLine } from './admin-line.ts'

type Parts = Pick<UserParts, 'adminTickets' | 'randomness' | 'clock'>

/** Search words that are used; more words would only slow the search down. */
const MOST_WORDS = 6

/**
 * A page of all users' tickets. The audit log notes which tickets an admin was shown, but not the search text, which
 * may be an address.
 */
export function readTickets(
  { adminTickets, clock }: Parts,
  { search, ...asked }: Omit<TicketQuery, 'words'> & { readonly search: string },
  by: AdminVisit,
): Promise<PageOf<OwnedTicket>> {
  const at = clock.now()
  const words = searchWords(search).slice(0, MOST_WORDS)
  const { status, assignee, page } = asked
  return adminTickets.list(by.adminId, { ...asked, words }, (seen) =>
    adminLine(at, 'tickets-read', by, null, { status, assignee, ...page, is_search: words.length > 0, tickets: seen }),
  )
}

/** One ticket with everything that admins see of it; the look is noted in the audit log. */
export const readTicket = ({ adminTickets, clock }: Parts, id: string, by: AdminVisit): Promise<TicketDetail | null> =>
  adminTickets.one(by.adminId, id, adminLine(clock.now(), 'ticket-read', by, { kind: 'ticket', id }, {}))

/**
 * Changes status, answer and assignee of a ticket, where they are given. The answer is appended to the thread and shown
 * as the newest; an answer that equals the newest, which a form may send back, is not appended again unless the owner
 * has written since. The audit log notes only that there was a text.
 */
export function changeTicket(
  { adminTickets, randomness, clock }: Parts,
  id: string,
  given: Pick<TicketChange, 'status' | 'response' | 'assignment' | 'expected'>,
  by: AdminVisit,
): Promise<ChangeOutcome> {
  const time = clock.now()
  const ids = { messageId: randomness.newId(), changeId: randomness.newId() }
  const subject = { kind: 'ticket', id }
  return adminTickets.change(
    id,
    { time, adminId: by.adminId, ...ids, ...given },
    {
      changed: ({ before, after, isAnswered, reassigned }) =>
        adminLine(time, 'ticket-changed', by, subject, {
          before: { status: before.status },
          after: { status: after.status },
          answer: isAnswered ? ids.messageId : null,
          ...(reassigned === null ? {} : { assignee: reassigned }),
        }),
      seen: adminLine(time, 'ticket-read', by, subject, {}),
    },
  )
}

/** Adds an internal note to a ticket, which only admins read. */
export function noteOnTicket(
  { adminTickets, randomness, clock }: Parts,
  ticketId: string,
  note: string,
  by: AdminVisit,
): Promise<TicketNote | null> {
  const time = clock.now()
  const id = randomness.newId()
  const line = adminLine(time, 'ticket-noted', by, { kind: 'ticket', id: ticketId }, { note: id })
  return adminTickets.addNote({ id, ticketId, adminId: by.adminId, note, time }, line)
}

/** Notes for a limited time that an admin has a ticket open; returns who else has it open. */
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
  const time = clock.now()
  const seen = seenUntil === null ? null : Math.min(seenUntil, time)
  return adminTickets.announce({ ticketId, adminId, time, isWriting, seenUntil: seen, goneBefore: time - forMs })
}
