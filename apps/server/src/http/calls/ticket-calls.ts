import {
  AdminTicketChanges,
  AdminTickets,
  Assignees,
  CannedReplies,
  CannedReply,
  ChangeTicketBody,
  CreateCannedReplyBody,
  CreateMessageBody,
  CreateNoteBody,
  CreateTicketBody,
  PATHS,
  Presence,
  PresenceBody,
  SeenBody,
  Ticket,
  TicketChanges,
  TicketDetail,
  TicketMessage,
  TicketNote,
  Tickets,
} from '@makas/contract'
import { type Call, call } from './user-calls.ts'

/** Largest body of a ticket with evidence, bytes, however its text is escaped (security.md 51). */
const TICKET_BYTES = 192 * 1024

/** The user's own tickets (CALL-17 to CALL-19). */
export const TICKET_CALLS = {
  list: call(`GET ${PATHS.ticketsWithMessages}`, 'user', 'Own tickets with their threads, newest first', {
    answer: Tickets,
  }),
  changes: call(
    `GET ${PATHS.ticketChanges}`,
    'user',
    'Which own tickets moved since `since`, and how many have an answer that was not seen',
    { answer: TicketChanges },
  ),
  one: call(`GET ${PATHS.tickets}/:id`, 'user', 'An own ticket with its thread and its evidence', { answer: Ticket }),
  open: call(`POST ${PATHS.tickets}`, 'user', 'A new ticket, with the evidence of an opportunity if there is one', {
    body: CreateTicketBody,
    answer: Ticket,
    status: 201,
    bodyLimit: TICKET_BYTES,
  }),
  reply: call(`POST ${PATHS.tickets}/:id/messages`, 'user', 'A reply in an own ticket that is not closed', {
    body: CreateMessageBody,
    answer: TicketMessage,
    status: 201,
  }),
  seen: call(`POST ${PATHS.tickets}/:id/seen`, 'user', 'The thread of an own ticket was seen up to a moment', {
    body: SeenBody,
  }),
} as const

/** All tickets, for admins (CALL-24, CALL-25). */
export const ADMIN_TICKET_CALLS = {
  list: call(
    `GET ${PATHS.adminTickets}`,
    'admin',
    "Everybody's tickets, newest first; `thread=0` leaves the threads out, `q` searches, `assignee` leaves only those of an admin, of oneself (`me`) or of `nobody`, `sort=updated` puts the one that moved last first, `sort=waiting` lists those that wait for an answer, the longest first, `after` begins behind a ticket",
    { answer: AdminTickets, audit: ['tickets-read'] },
  ),
  changes: call(
    `GET ${PATHS.adminTicketChanges}`,
    'admin',
    'Which tickets moved since `since`, notes and assignments too; how many of each status; who waits for an answer',
    {
      answer: AdminTicketChanges,
    },
  ),
  assignees: call(`GET ${PATHS.adminTicketAssignees}`, 'admin', 'Who can look after a ticket', { answer: Assignees }),
  one: call(`GET ${PATHS.adminTickets}/:id`, 'admin', 'A ticket with thread, notes, evidence and who asks', {
    answer: TicketDetail,
    audit: ['ticket-read'],
  }),
  change: call(`PATCH ${PATHS.adminTickets}/:id`, 'admin', 'Status and answer of a ticket, and who looks after it', {
    body: ChangeTicketBody,
    answer: TicketDetail,
    audit: ['ticket-changed', 'ticket-read'],
  }),
  note: call(`POST ${PATHS.adminTickets}/:id/notes`, 'admin', 'An internal note, which no user ever reads', {
    body: CreateNoteBody,
    answer: TicketNote,
    status: 201,
    audit: ['ticket-noted'],
  }),
  presence: call(`POST ${PATHS.adminTickets}/:id/presence`, 'admin', 'Say that one has the ticket open; who else has', {
    body: PresenceBody,
    answer: Presence,
  }),
  cannedReplies: call(`GET ${PATHS.cannedReplies}`, 'admin', 'Ready texts for answers', { answer: CannedReplies }),
  addCannedReply: call(`POST ${PATHS.cannedReplies}`, 'admin', 'A new ready text', {
    body: CreateCannedReplyBody,
    answer: CannedReply,
    status: 201,
    audit: ['canned-reply-written'],
  }),
  removeCannedReply: call(`DELETE ${PATHS.cannedReplies}/:id`, 'admin', 'Delete a ready text', {
    audit: ['canned-reply-deleted'],
  }),
} as const

export const ALL_TICKET_CALLS: readonly Call[] = [...Object.values(TICKET_CALLS), ...Object.values(ADMIN_TICKET_CALLS)]
