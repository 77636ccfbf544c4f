import { TEXT_FORM } from '../calls/errors.ts'
import { LIMITS } from '../calls/http.ts'
import { Count, IsoTime } from '../calls/scalars.ts'
import { field, line, prose } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { EvidenceAnswer } from '../market/evidence.ts'
import { OpportunityRow } from '../market/row.ts'
import { Category } from './category.ts'

export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const
export const TicketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof TicketStatus>

const TICKET_PRIORITIES = ['low', 'medium', 'high'] as const
export const TicketPriority = z.enum(TICKET_PRIORITIES)
export type TicketPriority = z.infer<typeof TicketPriority>

/** A text in the thread of a ticket (ENT-20). The session tells who wrote it. */
export const TicketMessage = z.object({
  id: z.string(),
  message: z.string(),
  sender_name: z.string(),
  is_admin: z.boolean(),
  created_at: IsoTime,
})
export type TicketMessage = z.infer<typeof TicketMessage>

/** A change of the status, as it stands in the thread. */
export const StatusChange = z.object({
  id: z.string(),
  from: TicketStatus,
  to: TicketStatus,
  /** Whether an admin made the change; else the owner did, by a reply to a resolved ticket. */
  is_admin: z.boolean(),
  created_at: IsoTime,
})
export type StatusChange = z.infer<typeof StatusChange>

/** The evidence that a ticket was opened with. A list has only its row; a single ticket has all of it. */
export const TicketEvidence = z.object({
  opportunity_id: z.string(),
  row: OpportunityRow,
  bytes: Count,
  snapshot: EvidenceAnswer.nullable(),
})
export type TicketEvidence = z.infer<typeof TicketEvidence>

/** A ticket as its owner sees it (ENT-17), its messages and changes oldest first. */
export const Ticket = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: Category,
  priority: TicketPriority,
  status: TicketStatus,
  created_at: IsoTime,
  updated_at: IsoTime,
  messages: z.array(TicketMessage),
  status_changes: z.array(StatusChange),
  /** Answers that the owner has not seen. For admins: unanswered messages of the owner that this admin has not seen. */
  unread: Count,
  evidence: TicketEvidence.nullable(),
})
export type Ticket = z.infer<typeof Ticket>

/** The owner's tickets, newest first. */
export const Tickets = z.array(Ticket)

/** `POST /tickets/{id}/seen`: up to this moment. */
export const SeenBody = z.object({ until: IsoTime })

/** The fields of a changed ticket in the answers of change calls. */
export const ChangedTicket = z.object({ id: z.string(), status: TicketStatus, updated_at: IsoTime })

/** `GET /tickets/changes?since=`: the caller's tickets changed since, newest first, a hundred at most. */
export const TicketChanges = z.object({
  /** The `since` of the next call. */
  as_of: IsoTime,
  changes: z.array(ChangedTicket),
  /** Tickets with an unseen answer, changed or not. */
  unread: Count,
})
export type TicketChanges = z.infer<typeof TicketChanges>

/** Evidence of an opportunity that a ticket is opened with, as it was received. */
const GivenEvidence = z
  .object({ opportunity_id: field(200, 1), snapshot: EvidenceAnswer })
  .refine(({ opportunity_id, snapshot }) => snapshot.row.id === opportunity_id)
  .refine(({ snapshot }) => JSON.stringify(snapshot).length <= LIMITS.ticketEvidence, {
    error: TEXT_FORM.evidenceLarge,
  })

/** `POST /tickets` (CALL-18); category and priority begin as the form shows them (ENT-19). */
export const CreateTicketBody = z.object({
  title: line(200, TEXT_FORM.ticketTitle),
  description: prose(5_000, TEXT_FORM.ticketDescription),
  category: Category.default('genel'),
  priority: TicketPriority.default('medium'),
  evidence: GivenEvidence.optional(),
})
export type CreateTicketBody = z.infer<typeof CreateTicketBody>

/** `POST /tickets/{id}/messages` (CALL-19). */
export const CreateMessageBody = z.object({ message: prose(5_000, TEXT_FORM.message) })
export type CreateMessageBody = z.infer<typeof CreateMessageBody>
