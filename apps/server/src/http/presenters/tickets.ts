import {
  type AdminTicket,
  type AdminTicketChanges,
  type CannedReply,
  Category,
  EvidenceAnswer,
  OpportunityRow,
  type Presence,
  type StatusChange,
  type Ticket,
  type TicketDetail,
  type TicketEvidence,
  type TicketMessage,
  type TicketNote,
} from '@makas/contract'
import type {
  ChangedAdminTickets,
  OwnedTicket,
  TicketDetail as StoredDetail,
  TicketNote as StoredNote,
  TicketOwner,
  Watcher,
} from '../../app/ports/support/admin-ticket-store.ts'
import type { CannedReply as StoredReply } from '../../app/ports/support/canned-replies.ts'
import type {
  ChangedTicket,
  StatusChange as StoredChange,
  TicketEvidence as StoredEvidence,
  TicketMessage as StoredMessage,
  Ticket as StoredTicket,
} from '../../app/ports/support/tickets.ts'

const iso = (at: number) => new Date(at).toISOString()

export const presentMessage = ({ id, message, senderName, isAdmin, createdAt }: StoredMessage): TicketMessage => ({
  id,
  message,
  sender_name: senderName,
  is_admin: isAdmin,
  created_at: iso(createdAt),
})

const presentChange = ({ id, from, to, isAdmin, createdAt }: StoredChange): StatusChange => ({
  id,
  from,
  to,
  is_admin: isAdmin,
  created_at: iso(createdAt),
})

/** Stored evidence; null where this version no longer knows its shape. */
function presentEvidence({ opportunityId, row, bytes, snapshot }: StoredEvidence): TicketEvidence | null {
  const shown = OpportunityRow.safeParse(JSON.parse(row))
  if (!shown.success) return null
  const whole = snapshot === null ? null : EvidenceAnswer.safeParse(JSON.parse(snapshot))
  return { opportunity_id: opportunityId, row: shown.data, bytes, snapshot: whole?.data ?? null }
}

/** Copies field by field: what the owner of a ticket may see (security.md 38). */
export const presentTicket = (ticket: StoredTicket): Ticket => ({
  id: ticket.id,
  title: ticket.title,
  description: ticket.description,
  category: Category.parse(ticket.category),
  priority: ticket.priority,
  status: ticket.status,
  created_at: iso(ticket.createdAt),
  updated_at: iso(ticket.updatedAt),
  messages: ticket.messages.map(presentMessage),
  status_changes: ticket.statusChanges.map(presentChange),
  unread: ticket.unread,
  evidence: ticket.evidence === null ? null : presentEvidence(ticket.evidence),
})

export const presentOwnedTicket = (ticket: OwnedTicket): AdminTicket => ({
  ...presentTicket(ticket),
  user_email: ticket.userEmail,
  admin_response: ticket.adminResponse,
  answered_by: ticket.answeredBy,
  assignee: ticket.assignee,
  waiting_since: ticket.waitingSince === null ? null : iso(ticket.waitingSince),
  admin_updated_at: iso(ticket.adminUpdatedAt),
})

export const presentNote = ({ id, note, senderName, createdAt }: StoredNote): TicketNote => ({
  id,
  note,
  sender_name: senderName,
  created_at: iso(createdAt),
})

const presentOwner = (owner: TicketOwner): TicketDetail['user'] => ({
  name: owner.name,
  is_premium: owner.isPremium,
  selectedPlan: owner.plan,
  connected_exchanges: owner.connectedExchanges,
  tickets: owner.tickets,
  created_at: iso(owner.createdAt),
})

/** A ticket with the fields that only admins may see. */
export const presentTicketDetail = (ticket: StoredDetail): TicketDetail => ({
  ...presentOwnedTicket(ticket),
  status_changes: ticket.statusChanges.map((change) => ({ ...presentChange(change), by: change.senderName })),
  notes: ticket.notes.map(presentNote),
  user: ticket.owner === null ? null : presentOwner(ticket.owner),
})

export const presentChangedTickets = ({
  tickets,
  asOf,
}: {
  readonly tickets: readonly ChangedTicket[]
  readonly asOf: number
}) => ({
  as_of: iso(asOf),
  changes: tickets.map(({ id, status, updatedAt }) => ({ id, status, updated_at: iso(updatedAt) })),
})

/** Changes in all tickets, for admins only. */
export const presentChangedAdminTickets = ({
  tickets,
  asOf,
  counts,
  waiting,
}: ChangedAdminTickets & { readonly asOf: number }): AdminTicketChanges => ({
  as_of: iso(asOf),
  changes: tickets.map(({ id, status, updatedAt, adminUpdatedAt }) => ({
    id,
    status,
    updated_at: iso(updatedAt),
    admin_updated_at: iso(adminUpdatedAt),
  })),
  counts,
  unanswered: { count: waiting.count, oldest: waiting.since === null ? null : iso(waiting.since) },
})

export const presentWatcher = ({ name, isWriting, since }: Watcher): Presence['others'][number] => ({
  name,
  is_writing: isWriting,
  since: iso(since),
})

export const presentCannedReply = ({ id, title, text, createdAt }: StoredReply): CannedReply => ({
  id,
  title,
  text,
  created_at: iso(createdAt),
})
