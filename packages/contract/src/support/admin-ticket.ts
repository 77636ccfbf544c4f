import { TEXT_FORM } from '../calls/errors.ts'
import { Count, IsoTime } from '../calls/scalars.ts'
import { field, line, prose } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { UserPlan } from '../users/user.ts'
import { ChangedTicket, StatusChange, Ticket, TicketStatus } from './ticket.ts'

/** An admin that looks after a ticket, or could do so. */
const Assignee = z.object({ id: z.string(), name: z.string() })

/** `GET /admin/tickets/assignees`: admins that can log in, by name; `is_me`: the caller. */
export const Assignees = z.array(Assignee.extend({ is_me: z.boolean() }))
export type Assignees = z.infer<typeof Assignees>

/** A ticket as admins see it; the address is null once its owner has deleted the account. */
export const AdminTicket = Ticket.extend({
  user_email: z.string().nullable(),
  /** The newest answer of an admin, which also stands in the thread (product-decisions.md 12). */
  admin_response: z.string().nullable(),
  /** The admin that answered last; null while none has. */
  answered_by: z.string().nullable(),
  /** The admin that looks after the ticket. No other call's answer has this field. */
  assignee: Assignee.nullable(),
  /** Time since which the ticket's owner waits for an answer; null where the owner does not wait. */
  waiting_since: IsoTime.nullable(),
  /** Time of the last change of anything. Notes and assignments count too; they do not change `updated_at`. */
  admin_updated_at: IsoTime,
})
export type AdminTicket = z.infer<typeof AdminTicket>

/** With `?thread=0` without messages and changes of the status. */
export const AdminTickets = z.array(AdminTicket)

/** A note between admins about a ticket. No other call's answer has notes. */
export const TicketNote = z.object({ id: z.string(), note: z.string(), sender_name: z.string(), created_at: IsoTime })
export type TicketNote = z.infer<typeof TicketNote>

/** One ticket with everything that admins know of it. */
export const TicketDetail = AdminTicket.extend({
  status_changes: z.array(StatusChange.extend({ by: z.string() })),
  notes: z.array(TicketNote),
  /** The owner; null once the account is deleted. */
  user: z
    .object({
      name: z.string(),
      is_premium: z.boolean(),
      selectedPlan: UserPlan,
      connected_exchanges: Count,
      tickets: Count,
      created_at: IsoTime,
    })
    .nullable(),
})
export type TicketDetail = z.infer<typeof TicketDetail>

/** `GET /admin/tickets/changes?since=`. */
export const AdminTicketChanges = z.object({
  as_of: IsoTime,
  /** Tickets changed by anything, also by a note or an assignment, in the order of `admin_updated_at`. */
  changes: z.array(ChangedTicket.extend({ admin_updated_at: IsoTime })),
  /** Number of all tickets, by status. */
  counts: z.object({ open: Count, in_progress: Count, resolved: Count, closed: Count }),
  /** Tickets that wait for an answer, and the time since which the longest of them waits. */
  unanswered: z.object({ count: Count, oldest: IsoTime.nullable() }),
})
export type AdminTicketChanges = z.infer<typeof AdminTicketChanges>

/** Order of the list: newest first; `waiting`: only tickets that wait for an answer, the longest first. */
export const TicketSort = z.enum(['created', 'updated', 'waiting'])

const AdminId = z.string().regex(/^[\w-]{1,64}$/)

/** Filter by assignee: the caller, none, or an admin's id. */
export const TicketAssignee = z.union([z.enum(['me', 'nobody']), AdminId])

/** Part of a title, a description or an address; ignores case and Turkish dots. */
export const TicketSearch = field(200)

/**
 * Where a page of the list begins, behind the last ticket of the page before: that ticket's time, by which the list is
 * sorted, a comma, and its id. Changes between two pages leave no ticket out and repeat none.
 */
export const TicketPlace = z
  .string()
  .max(100)
  .regex(/^[^,]+,[\w-]{1,64}$/)
  .transform((text) => {
    const [time = '', id = ''] = text.split(',')
    return { time, id }
  })
  .pipe(z.object({ time: IsoTime, id: z.string() }))

/** `PATCH /admin/tickets/{id}` (CALL-25). A blank answer, which an untouched form sends, is ignored. */
export const ChangeTicketBody = z
  .object({
    status: TicketStatus.optional(),
    admin_response: prose(5_000, null).nullish(),
    /** New assignee; null: none. */
    assignee_id: AdminId.nullable().optional(),
    /** The assignee as the sender knows it. Where the ticket has another assignee: 409 with the ticket as it is now. */
    expected_assignee_id: AdminId.nullable().optional(),
    /** Where the ticket changed after this time, nothing is written: 409 with the ticket as it is now. */
    expected_updated_at: IsoTime.optional(),
  })
  .refine(
    ({ status, admin_response, assignee_id }) =>
      status !== undefined || admin_response !== undefined || assignee_id !== undefined,
  )
  .refine(
    ({ assignee_id, expected_assignee_id }) => (assignee_id === undefined) === (expected_assignee_id === undefined),
  )
export type ChangeTicketBody = z.infer<typeof ChangeTicketBody>

/** `POST /admin/tickets/{id}/notes`. */
export const CreateNoteBody = z.object({ note: prose(5_000, TEXT_FORM.note) })

/**
 * `POST /admin/tickets/{id}/presence`: sent while a ticket is open, with the time up to which its thread was seen;
 * holds for `LIMITS.presenceMs`.
 */
export const PresenceBody = z.object({ is_writing: z.boolean(), seen_until: IsoTime.optional() })

/** The other admins that have the ticket open. */
export const Presence = z.object({
  others: z.array(z.object({ name: z.string(), is_writing: z.boolean(), since: IsoTime })),
})
export type Presence = z.infer<typeof Presence>

/** A text that admins insert into an answer. */
export const CannedReply = z.object({ id: z.string(), title: z.string(), text: z.string(), created_at: IsoTime })
export type CannedReply = z.infer<typeof CannedReply>
export const CannedReplies = z.array(CannedReply)

/** `POST /admin/canned-replies`. */
export const CreateCannedReplyBody = z.object({
  title: line(80, TEXT_FORM.cannedTitle),
  text: prose(5_000, TEXT_FORM.cannedText),
})
export type CreateCannedReplyBody = z.infer<typeof CreateCannedReplyBody>
