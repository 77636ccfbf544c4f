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

export type StatusChange = {
  readonly id: string
  readonly from: TicketStatus
  readonly to: TicketStatus
  readonly isAdmin: boolean
  readonly senderName: string
  readonly createdAt: number
}

/** The evidence of an opportunity as JSON texts, as the site had received it. */
type GivenEvidence = {
  readonly opportunityId: string
  readonly row: string
  readonly snapshot: string
}

/** In lists without the snapshot. */
export type TicketEvidence = Omit<GivenEvidence, 'snapshot'> & {
  readonly bytes: number
  readonly snapshot: string | null
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
  /** Oldest first, as are the changes. */
  readonly messages: readonly TicketMessage[]
  readonly statusChanges: readonly StatusChange[]
  /** Messages of the other side that whoever asks has not seen. */
  readonly unread: number
  readonly evidence: TicketEvidence | null
}

export type NewTicket = Pick<Ticket, 'id' | 'title' | 'description' | 'category' | 'priority' | 'createdAt'> & {
  readonly userId: string
  /** Title and description as the search sees them. */
  readonly search: string
  readonly evidence: GivenEvidence | null
}

type NewMessage = Pick<TicketMessage, 'id' | 'message' | 'createdAt'> & {
  readonly ticketId: string
  readonly userId: string
  /** Of the change of the status that it may bring. */
  readonly changeId: string
}

/** A ticket that moved; `updatedAt` in epoch ms. */
export type MovedTicket = Pick<Ticket, 'id' | 'status' | 'updatedAt'>

/** So many within so long. */
export type Allowed = { readonly most: number; readonly withinMs: number }

/** Refused until a moment, because there were too many; or the account is gone. */
type Refused = { readonly kind: 'too-often'; readonly until: number } | { readonly kind: 'no-owner' }

export type TicketAdded = { readonly kind: 'added'; readonly ticket: Ticket } | Refused
export type MessageAdded =
  | { readonly kind: 'added'; readonly message: TicketMessage }
  | { readonly kind: 'not-found' | 'closed' }
  | Refused

/**
 * Tickets as their owners see them, and their threads. A page holds the newest of each thread, a thousand messages in all.
 * Everything may throw a `StorageFailure`.
 */
export interface TicketStore {
  /** Newest first. */
  ofUser(userId: string, page: Page): Promise<Paged<Ticket>>
  /** With the whole evidence. Null where it is not the user's. */
  one(userId: string, id: string): Promise<Ticket | null>
  /** Those that moved last, newest first, and how many have an answer that was not seen. */
  moved(userId: string, most: number): Promise<{ readonly moved: readonly MovedTicket[]; readonly unread: number }>
  add(ticket: NewTicket, allowed: readonly Allowed[]): Promise<TicketAdded>
  /** Only to one's own ticket, and to none that is closed; a resolved one is open again (product-decisions.md 12). */
  reply(message: NewMessage, allowed: readonly Allowed[]): Promise<MessageAdded>
  /** The owner has seen the thread up to `until`, epoch ms. False where it is not the user's. */
  markSeen(userId: string, id: string, until: number): Promise<boolean>
}
