import type { Page, PageOf } from '../pages.ts'
import type { AuditEntry } from '../users/audit-log.ts'
import type { ChangedTicket, Ticket, TicketStatus } from './tickets.ts'

/** An admin who can look after a ticket. */
type Assignee = { readonly id: string; readonly name: string }

export type OwnedTicket = Ticket & {
  /** Address of the owner; null once the user is gone. */
  readonly userEmail: string | null
  /** Name of the admin who answered last. */
  readonly answeredBy: string | null
  /** The admin who looks after the ticket; null: nobody does. */
  readonly assignee: Assignee | null
  /** Since when its owner waits for an answer, epoch ms; null where the owner does not wait. */
  readonly waitingSince: number | null
  /** Last change of anything in the ticket, including notes and assignments; epoch ms. */
  readonly adminUpdatedAt: number
}

export type TicketNote = {
  readonly id: string
  readonly note: string
  readonly senderName: string
  readonly createdAt: number
}

export type TicketOwner = {
  readonly name: string
  readonly isPremium: boolean
  readonly plan: 'free' | 'monthly' | 'yearly'
  readonly connectedExchanges: number
  readonly tickets: number
  readonly createdAt: number
}

/** A ticket with everything that admins see of it. */
export type TicketDetail = OwnedTicket & {
  readonly notes: readonly TicketNote[]
  readonly owner: TicketOwner | null
}

/** A query over the tickets of all users. */
export type TicketQuery = {
  readonly status: TicketStatus | null
  readonly assignee: 'any' | 'nobody' | { readonly id: string }
  /** Folded search words; each must occur in title, description or address. */
  readonly words: readonly string[]
  /** Moment to sort by, newest first; `waiting`: only tickets whose owners wait for an answer, the longest first. */
  readonly sort: 'created' | 'updated' | 'waiting'
  /** Cursor: the page begins behind this ticket; `time` is its moment of `sort`. */
  readonly after: { readonly time: number; readonly id: string } | null
  readonly hasThreads: boolean
  readonly page: Page
}

/**
 * `to`: the admin who shall look after the ticket; null: nobody. `before`: who does so far, by what the caller knows.
 */
type Assignment = { readonly to: string | null; readonly before: string | null }

/** An admin's change of a ticket; `response` null: no answer is added. */
export type TicketChange = {
  readonly time: number
  readonly adminId: string
  readonly messageId: string
  readonly changeId: string
  readonly status: TicketStatus | null
  readonly response: string | null
  /** Null: unchanged. Nothing is written where the ticket is assigned to another admin than `before`. */
  readonly assignment: Assignment | null
  /** Time of the ticket's last change: nothing is written where it was at another moment. Null: writes in any case. */
  readonly expected: number | null
}

/** The changed ticket; a response that was there already is not added twice. */
type AppliedTicketChange = {
  readonly before: Ticket
  readonly after: Ticket
  readonly isAnswered: boolean
  /** Former and new assignee; null where the assignment did not change. */
  readonly reassigned: { readonly from: string | null; readonly to: string | null } | null
}

export type TicketChangeAudit = {
  readonly changed: (changed: AppliedTicketChange) => AuditEntry
  /** Audit line for the case that the ticket changed in between, and is shown as it is. */
  readonly seen: AuditEntry
}

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly ticket: TicketDetail }
  /** The ticket changed in between; nothing was written. */
  | { readonly kind: 'conflict'; readonly current: TicketDetail }
  | { readonly kind: 'not-found' }
  /** The named assignee is not an admin who can log in. */
  | { readonly kind: 'no-such-admin' }

/** The tickets of all users that changed last. */
export type ChangedAdminTickets = {
  readonly tickets: readonly (ChangedTicket & { readonly adminUpdatedAt: number })[]
  readonly counts: Readonly<Record<TicketStatus, number>>
  /** Number of tickets whose owners wait for an answer, and since when the first of them waits, epoch ms. */
  readonly waiting: { readonly count: number; readonly since: number | null }
}

type NewNote = {
  readonly id: string
  readonly ticketId: string
  readonly adminId: string
  readonly note: string
  readonly time: number
}

/** An admin who has a ticket open; `since` in epoch ms. */
export type Watcher = { readonly name: string; readonly isWriting: boolean; readonly since: number }

type Announcement = {
  readonly ticketId: string
  readonly adminId: string
  readonly time: number
  readonly isWriting: boolean
  /** Epoch ms up to which the thread was seen; null: unchanged. */
  readonly seenUntil: number | null
  /** Epoch ms: admins last seen before then no longer count as present. */
  readonly goneBefore: number
}

/** Tickets for admins; each look or change is one transaction with its audit line. */
export interface AdminTicketStore {
  /** Lists tickets; `unread` is counted for this admin. */
  list(
    adminId: string,
    query: TicketQuery,
    audit: (seen: readonly string[]) => AuditEntry,
  ): Promise<PageOf<OwnedTicket>>
  one(adminId: string, id: string, audit: AuditEntry): Promise<TicketDetail | null>
  /** The tickets that changed last, internal changes included, newest first; and the number of each status. */
  lastChanged(most: number): Promise<ChangedAdminTickets>
  /** Admins who can log in, by name. */
  assignees(): Promise<readonly Assignee[]>
  change(id: string, change: TicketChange, audit: TicketChangeAudit): Promise<ChangeOutcome>
  /** Null where there is no such ticket. */
  addNote(note: NewNote, audit: AuditEntry): Promise<TicketNote | null>
  /** Notes that an admin has a ticket open, and returns who else has. Null where there is no such ticket. */
  announce(announcement: Announcement): Promise<readonly Watcher[] | null>
}
