import type { AuditEntry } from './audit-log.ts'
import type { Page, Paged } from './pages.ts'

export type TicketStatus = 'open' | 'in_progress' | 'resolved' | 'closed'

/** A text in the thread of a ticket; moments in epoch ms. */
export type TicketMessage = {
  readonly id: string
  readonly message: string
  readonly senderName: string
  readonly isAdmin: boolean
  readonly createdAt: number
}

/** What somebody asks for; moments in epoch ms. */
export type Ticket = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly priority: 'low' | 'medium' | 'high'
  readonly status: TicketStatus
  readonly adminResponse: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** Oldest first. */
  readonly messages: readonly TicketMessage[]
}

export type OwnedTicket = Ticket & {
  /** Null once the account is gone. */
  readonly userEmail: string | null
}

export type NewTicket = Pick<Ticket, 'id' | 'title' | 'description' | 'category' | 'priority' | 'createdAt'> & {
  readonly userId: string
}

type NewMessage = Pick<TicketMessage, 'id' | 'message' | 'createdAt'> & {
  readonly ticketId: string
  readonly userId: string
}

/** So many within so long. */
export type Allowed = { readonly most: number; readonly withinMs: number }

/** Refused until a moment, because there were too many; or the account is gone. */
type Refused = { readonly kind: 'too-often'; readonly until: number } | { readonly kind: 'no-owner' }

export type TicketAdded = { readonly kind: 'added'; readonly ticket: Ticket } | Refused
export type MessageAdded =
  | { readonly kind: 'added'; readonly message: TicketMessage }
  | { readonly kind: 'not-found' | 'closed' }
  | Refused

/** What an admin does to a ticket; `response` null: nothing is said. */
export type TicketChange = {
  readonly at: number
  readonly adminId: string
  readonly messageId: string
  readonly status: TicketStatus | null
  readonly response: string | null
}

/** What came of it: a response that was there already is not said twice. */
export type TicketChanged = { readonly before: Ticket; readonly after: Ticket; readonly isAnswered: boolean }

/**
 * Where tickets and their threads are kept. A page holds the newest of each thread, a thousand messages in all. Whatever an
 * admin sees or changes is one transaction with its audit line. Everything may throw a `StorageFailure`.
 */
export interface TicketStore {
  /** Newest first. */
  ofUser(userId: string, page: Page): Promise<Paged<Ticket>>
  add(ticket: NewTicket, allowed: readonly Allowed[]): Promise<TicketAdded>
  /** Only to one's own ticket, and to none that is closed; a resolved one is open again (decisions.md 12). */
  reply(message: NewMessage, allowed: readonly Allowed[]): Promise<MessageAdded>
  /** Everybody's, newest first. */
  all(
    status: TicketStatus | null,
    page: Page,
    audit: (seen: readonly string[]) => AuditEntry,
  ): Promise<Paged<OwnedTicket>>
  /** Null where there is none. */
  change(id: string, change: TicketChange, audit: (changed: TicketChanged) => AuditEntry): Promise<OwnedTicket | null>
}
