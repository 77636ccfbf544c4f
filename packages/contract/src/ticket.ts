import { Category } from './category.ts'
import { TEXT_FORM } from './errors.ts'
import { IsoTime } from './scalars.ts'
import { line, prose } from './typed-text.ts'
import { z } from './zod.ts'

export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const
export const TicketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof TicketStatus>

export const TICKET_PRIORITIES = ['low', 'medium', 'high'] as const
export const TicketPriority = z.enum(TICKET_PRIORITIES)
export type TicketPriority = z.infer<typeof TicketPriority>

/** A text in the thread of a ticket (ENT-20); who wrote it follows from the session. */
export const TicketMessage = z.object({
  id: z.string(),
  message: z.string(),
  sender_name: z.string(),
  is_admin: z.boolean(),
  created_at: IsoTime,
})
export type TicketMessage = z.infer<typeof TicketMessage>

/** A ticket as its owner sees it (ENT-17), its messages oldest first. */
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
})
export type Ticket = z.infer<typeof Ticket>

/** The owner's tickets, newest first. */
export const Tickets = z.array(Ticket)

/** A ticket as admins see it; the address is null once its owner has deleted the account. */
export const AdminTicket = Ticket.extend({
  user_email: z.string().nullable(),
  /** The newest answer of an admin, which also stands in the thread (decisions.md 12). */
  admin_response: z.string().nullable(),
})
export type AdminTicket = z.infer<typeof AdminTicket>

export const AdminTickets = z.array(AdminTicket)

/** `POST /tickets` (CALL-18); category and priority as the form has them at first (ENT-19). */
export const CreateTicketBody = z.object({
  title: line(200, TEXT_FORM.ticketTitle),
  description: prose(5_000, TEXT_FORM.ticketDescription),
  category: Category.default('genel'),
  priority: TicketPriority.default('medium'),
})
export type CreateTicketBody = z.infer<typeof CreateTicketBody>

/** `POST /tickets/{id}/messages` (CALL-19). */
export const CreateMessageBody = z.object({ message: prose(5_000, TEXT_FORM.message) })
export type CreateMessageBody = z.infer<typeof CreateMessageBody>

/** `PATCH /admin/tickets/{id}` (CALL-25). A blank answer, which an untouched form sends, says nothing. */
export const ChangeTicketBody = z
  .object({ status: TicketStatus.optional(), admin_response: prose(5_000, null).nullish() })
  .refine((body) => body.status !== undefined || body.admin_response !== undefined)
export type ChangeTicketBody = z.infer<typeof ChangeTicketBody>
