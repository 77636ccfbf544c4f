import type { Page, PageOf } from '../pages.ts'

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

/** Evidence of an opportunity as JSON texts, as the site received it. */
type GivenEvidence = {
  readonly opportunityId: string
  readonly row: string
  readonly snapshot: string
}

/** Evidence without its snapshot, for lists. */
export type TicketEvidence = Omit<GivenEvidence, 'snapshot'> & {
  readonly bytes: number
  readonly snapshot: string | null
}

/** A support ticket; moments in epoch ms. */
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
  /** Messages, oldest first. */
  readonly messages: readonly TicketMessage[]
  /** Status changes, oldest first. */
  readonly statusChanges: readonly StatusChange[]
  /** Number of messages of the other side that the caller has not seen. */
  readonly unread: number
  readonly evidence: TicketEvidence | null
}

export type NewTicket = Pick<Ticket, 'id' | 'title' | 'description' | 'category' | 'priority' | 'createdAt'> & {
  readonly userId: string
  /** Title and description, folded for search. */
  readonly search: string
  readonly evidence: GivenEvidence | null
}

type NewMessage = Pick<TicketMessage, 'id' | 'message' | 'createdAt'> & {
  readonly ticketId: string
  readonly userId: string
  /** Id of the status change that the message may cause. */
  readonly changeId: string
}

/** A changed ticket; `updatedAt` in epoch ms. */
export type ChangedTicket = Pick<Ticket, 'id' | 'status' | 'updatedAt'>

/** A rate limit: at most `most` within `withinMs`. */
export type RateLimit = { readonly most: number; readonly withinMs: number }

/** `too-often`: over a rate limit until `until` (epoch ms); `no-owner`: the user is gone. */
type TicketRefusal = { readonly kind: 'too-often'; readonly until: number } | { readonly kind: 'no-owner' }

export type TicketAdded = { readonly kind: 'added'; readonly ticket: Ticket } | TicketRefusal
export type MessageAdded =
  | { readonly kind: 'added'; readonly message: TicketMessage }
  | { readonly kind: 'not-found' | 'closed' }
  | TicketRefusal

/**
 * Tickets and their threads, for their owners. A page holds the newest messages of each thread, a thousand in all.
 * Every call may throw a `StorageFailure`.
 */
export interface TicketStore {
  /** Tickets of a user, newest first. */
  ofUser(userId: string, page: Page): Promise<PageOf<Ticket>>
  /** A ticket with its whole evidence. Null where it is not the user's. */
  one(userId: string, id: string): Promise<Ticket | null>
  /** The tickets that changed last, newest first, and the number of tickets with an unseen answer. */
  lastChanged(
    userId: string,
    most: number,
  ): Promise<{ readonly tickets: readonly ChangedTicket[]; readonly unread: number }>
  add(ticket: NewTicket, limits: readonly RateLimit[]): Promise<TicketAdded>
  /**
   * Adds a message to the sender's own ticket unless it is closed; reopens a resolved one (product-decisions.md 12).
   */
  reply(message: NewMessage, limits: readonly RateLimit[]): Promise<MessageAdded>
  /** Notes that the owner has seen the thread up to `until`, epoch ms. False where the ticket is not the user's. */
  markSeen(userId: string, id: string, until: number): Promise<boolean>
}
