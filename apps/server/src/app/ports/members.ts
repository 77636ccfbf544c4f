import type { AuditEntry } from './audit-log.ts'
import type { Page, Paged } from './pages.ts'

/** A user as admins see one; `createdAt` in epoch ms. Admins are no members. */
export type Member = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly isPremium: boolean
  readonly plan: 'free' | 'monthly' | 'yearly'
  readonly isActive: boolean
  /** Exchanges with a connection that works. */
  readonly connectedExchanges: number
  readonly createdAt: number
}

/** What an admin may change of a user. */
export type MemberChange = Partial<Pick<Member, 'isPremium' | 'plan' | 'isActive'>>

type MemberChanged = {
  readonly member: Member
  /** Sessions for which something is different now, or which ended. */
  readonly sessions: readonly string[]
}

export type MemberCounts = {
  readonly users: number
  readonly activeUsers: number
  readonly tickets: number
  readonly openTickets: number
}

/** Users as admins look after them; whatever is seen or changed is one transaction with its audit line. */
export interface MemberStore {
  /** The newest account first; `search` is part of a name or an address, or empty. */
  page(search: string, page: Page, audit: (seen: readonly string[]) => AuditEntry): Promise<Paged<Member>>
  /** Switching an account off ends its sessions. Null where there is no such user. */
  change(
    id: string,
    change: MemberChange,
    at: number,
    audit: (before: Member, after: Member) => AuditEntry,
  ): Promise<MemberChanged | null>
  /** `activeSince` in epoch ms. */
  counts(activeSince: number): Promise<MemberCounts>
}
