import type { AuditEntry } from './audit-log.ts'
import type { Page, Paged } from './pages.ts'
import type { MovedTicket, Ticket, TicketStatus } from './tickets.ts'

/** An admin that can look after a ticket. */
type Assignee = { readonly id: string; readonly name: string }

export type OwnedTicket = Ticket & {
  /** Null once the account is gone. */
  readonly userEmail: string | null
  /** Who answered last. */
  readonly answeredBy: string | null
  /** Null while nobody looks after it. */
  readonly assignee: Assignee | null
  /** Since when its owner waits for an answer, epoch ms; null where nobody waits. */
  readonly waitingSince: number | null
  /** When anything of it last moved, notes and assignments among it; epoch ms. */
  readonly adminUpdatedAt: number
}

export type TicketNote = {
  readonly id: string
  readonly note: string
  readonly senderName: string
  readonly createdAt: number
}

/** Who asks. */
export type TicketOwner = {
  readonly name: string
  readonly isPremium: boolean
  readonly plan: 'free' | 'monthly' | 'yearly'
  readonly connectedExchanges: number
  readonly tickets: number
  readonly createdAt: number
}

/** Everything that admins know of a ticket. */
export type WholeTicket = OwnedTicket & {
  readonly notes: readonly TicketNote[]
  readonly owner: TicketOwner | null
}

/** Of everybody's tickets. */
export type TicketQuery = {
  readonly status: TicketStatus | null
  readonly assignee: 'any' | 'nobody' | { readonly id: string }
  /** Folded; each must stand in title, description or address. */
  readonly words: readonly string[]
  /** Newest first by that moment; `waiting`: only those whose owners wait for an answer, the longest first. */
  readonly sort: 'created' | 'updated' | 'waiting'
  /** Behind this one, by the moment that is sorted by. */
  readonly after: { readonly at: number; readonly id: string } | null
  readonly hasThreads: boolean
  readonly page: Page
}

/** Who is to look after it, null for nobody; `before`: who does as far as the admin knows. */
type Assignment = { readonly to: string | null; readonly before: string | null }

/** What an admin does to a ticket; `response` null: nothing is said. */
export type TicketChange = {
  readonly at: number
  readonly adminId: string
  readonly messageId: string
  readonly changeId: string
  readonly status: TicketStatus | null
  readonly response: string | null
  /** Null: it stays with whom it is. Nothing is written where it is with somebody else than `before`. */
  readonly assignment: Assignment | null
  /** Nothing is written where the ticket moved at another moment than that; null: whatever happened meanwhile. */
  readonly expected: number | null
}

/** What came of it: a response that was there already is not said twice. */
type TicketChanged = {
  readonly before: Ticket
  readonly after: Ticket
  readonly isAnswered: boolean
  /** From whom to whom; null where that stayed. */
  readonly reassigned: { readonly from: string | null; readonly to: string | null } | null
}

export type TicketChangeAudit = {
  readonly changed: (changed: TicketChanged) => AuditEntry
  /** Where it moved meanwhile, and is shown as it is. */
  readonly seen: AuditEntry
}

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly ticket: WholeTicket }
  | { readonly kind: 'moved'; readonly current: WholeTicket }
  | { readonly kind: 'not-found' }
  /** Who was named is no admin that can log in. */
  | { readonly kind: 'no-such-admin' }

/** What moved of everybody's tickets. */
export type AdminTicketsMoved = {
  readonly moved: readonly (MovedTicket & { readonly adminUpdatedAt: number })[]
  readonly counts: Readonly<Record<TicketStatus, number>>
  /** Tickets whose owners wait for an answer, and since when the first of them does. */
  readonly waiting: { readonly count: number; readonly since: number | null }
}

type NewNote = {
  readonly id: string
  readonly ticketId: string
  readonly adminId: string
  readonly note: string
  readonly at: number
}

/** An admin that has a ticket open; `since` in epoch ms. */
export type Watcher = { readonly name: string; readonly isWriting: boolean; readonly since: number }

type Announcement = {
  readonly ticketId: string
  readonly adminId: string
  readonly at: number
  readonly isWriting: boolean
  /** Up to which moment the thread was seen; null: nothing is said of that. */
  readonly seenUntil: number | null
  /** Who was last there before that is not there any more. */
  readonly goneBefore: number
}

/** Tickets as admins look after them; whatever is seen or changed is one transaction with its audit line. */
export interface AdminTicketStore {
  /** `unread` as this admin sees it. */
  list(adminId: string, query: TicketQuery, audit: (seen: readonly string[]) => AuditEntry): Promise<Paged<OwnedTicket>>
  one(adminId: string, id: string, audit: AuditEntry): Promise<WholeTicket | null>
  /** Those that moved last, also among admins only, newest first; and how many there are of each status. */
  moved(most: number): Promise<AdminTicketsMoved>
  /** Admins that can log in, by name. */
  assignees(): Promise<readonly Assignee[]>
  change(id: string, change: TicketChange, audit: TicketChangeAudit): Promise<ChangeOutcome>
  /** Null where there is no such ticket. */
  addNote(note: NewNote, audit: AuditEntry): Promise<TicketNote | null>
  /** Says that an admin has a ticket open, and who else has. Null where there is no such ticket. */
  announce(announcement: Announcement): Promise<readonly Watcher[] | null>
}
