import { UserPlan } from '../accounts/account.ts'
import { TEXT_FORM } from '../calls/errors.ts'
import { Count, IsoTime } from '../calls/scalars.ts'
import { field, line, prose } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { MovedTicket, StatusChange, Ticket, TicketStatus } from './ticket.ts'

/** An admin that looks after a ticket, or could. */
const Assignee = z.object({ id: z.string(), name: z.string() })

/** `GET /admin/tickets/assignees`: admins that can log in, by name; `is_me`: who asks. */
export const Assignees = z.array(Assignee.extend({ is_me: z.boolean() }))
export type Assignees = z.infer<typeof Assignees>

/** A ticket as admins see it; the address is null once its owner has deleted the account. */
export const AdminTicket = Ticket.extend({
  user_email: z.string().nullable(),
  /** The newest answer of an admin, which also stands in the thread (product-decisions.md 12). */
  admin_response: z.string().nullable(),
  /** Who answered last; null while nobody has. */
  answered_by: z.string().nullable(),
  /** Who looks after it. It is in no answer of any other call. */
  assignee: Assignee.nullable(),
  /** Since when its owner waits for an answer; null where nobody does. */
  waiting_since: IsoTime.nullable(),
  /** When anything of it last moved, notes and assignments too, which `updated_at` does not tell. */
  admin_updated_at: IsoTime,
})
export type AdminTicket = z.infer<typeof AdminTicket>

/** With `?thread=0` without messages and changes of the status. */
export const AdminTickets = z.array(AdminTicket)

/** What admins tell one another about a ticket. It is in no answer of any other call. */
export const TicketNote = z.object({ id: z.string(), note: z.string(), sender_name: z.string(), created_at: IsoTime })
export type TicketNote = z.infer<typeof TicketNote>

/** One ticket with everything that admins know of it. */
export const WholeTicket = AdminTicket.extend({
  status_changes: z.array(StatusChange.extend({ by: z.string() })),
  notes: z.array(TicketNote),
  /** Who asks; null once the account is gone. */
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
export type WholeTicket = z.infer<typeof WholeTicket>

/** `GET /admin/tickets/changes?since=`. */
export const AdminTicketChanges = z.object({
  as_of: IsoTime,
  /** Also those with a new note or assignment, by `admin_updated_at`. */
  changes: z.array(MovedTicket.extend({ admin_updated_at: IsoTime })),
  /** Of all tickets, by status. */
  counts: z.object({ open: Count, in_progress: Count, resolved: Count, closed: Count }),
  /** Tickets whose owners wait for an answer, and since when the first of them does. */
  unanswered: z.object({ count: Count, oldest: IsoTime.nullable() }),
})
export type AdminTicketChanges = z.infer<typeof AdminTicketChanges>

/** How the list is ordered: newest first; `waiting`: only those that wait for an answer, the longest first. */
export const TicketSort = z.enum(['created', 'updated', 'waiting'])

const AdminId = z.string().regex(/^[\w-]{1,64}$/)

/** Whose tickets are listed: one's own, those that nobody looks after, or an admin's, by id. */
export const TicketAssignee = z.union([z.enum(['me', 'nobody']), AdminId])

/** Part of a title, a description or an address; case and Turkish dots make no difference. */
export const TicketSearch = field(200)

/**
 * Where a page of the list begins, behind the last ticket of the page before: its time, by which the list is sorted, a
 * comma, and its id. Nothing is left out or told twice however much is written meanwhile.
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

/** `PATCH /admin/tickets/{id}` (CALL-25). A blank answer, which an untouched form sends, says nothing. */
export const ChangeTicketBody = z
  .object({
    status: TicketStatus.optional(),
    admin_response: prose(5_000, null).nullish(),
    /** Who looks after it from now on; null: nobody. */
    assignee_id: AdminId.nullable().optional(),
    /** Who does as far as the sender knows: where it is somebody else, 409 with the ticket as it is now. */
    expected_assignee_id: AdminId.nullable().optional(),
    /** Nothing is written where the ticket moved after that: 409 with the ticket as it is now. */
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

/** `POST /admin/tickets/{id}/presence`: said while a ticket is open, and up to which moment its thread was seen; holds for `LIMITS.presenceMs`. */
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
