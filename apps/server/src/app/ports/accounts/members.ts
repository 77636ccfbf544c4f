import type { ExchangeId } from '@makas/domain'
import type { Page, PageOf } from '../pages.ts'
import type { AuditEntry, AuditLineRead } from './audit-log.ts'

/** A user as admins see it; `createdAt` in epoch ms. Admins are no members. */
export type Member = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly isPremium: boolean
  readonly plan: 'free' | 'monthly' | 'yearly'
  readonly isActive: boolean
  /** Exchanges with a connection that works; demo connections count while the demo market is shown. */
  readonly connectedExchanges: number
  readonly createdAt: number
}

/** What an admin may change of a user. */
export type MemberState = Pick<Member, 'isPremium' | 'plan' | 'isActive'>

/** The fields to change; others stay. */
export type MemberChange = Partial<MemberState>

/** `text`: part of a name or an address, or empty. */
export type MemberSearch = {
  readonly text: string
  readonly kind: 'all' | 'premium' | 'free' | 'off'
  readonly by: 'created_at' | 'name' | 'email'
  readonly isDown: boolean
}

type MemberChanged =
  | {
      readonly kind: 'changed'
      readonly member: Member
      /** Ids of the sessions that changed or ended. */
      readonly sessions: readonly string[]
    }
  /** The user was not as expected: nothing was changed. */
  | { readonly kind: 'other'; readonly member: Member }

/** A connection to an exchange, without anything of its key. */
type MemberExchange = {
  readonly exchange: ExchangeId
  readonly isTestnet: boolean
  readonly isDemo: boolean
  readonly status: 'connected' | 'error' | 'pending' | 'disabled'
  readonly lastCheckedAt: number | null
}

export type MemberDetail = {
  readonly member: Member
  readonly lastLoginAt: number | null
  readonly hasTotp: boolean
  readonly exchanges: readonly MemberExchange[]
}

/** A line of the audit log about a user or by the user; `actorName` is an admin's. */
export type TrailLine = Pick<AuditLineRead, 'seq' | 'at' | 'actorKind' | 'action' | 'detail'> & {
  readonly actorName: string | null
}

export type MemberCounts = {
  readonly users: number
  readonly activeUsers: number
  readonly tickets: number
  readonly openTickets: number
  /** Since when the first unanswered ticket waits, epoch ms; null where no ticket waits. */
  readonly waitingSince: number | null
}

/** Users for admins; each look or change is one transaction with its audit line. */
export interface MemberStore {
  page(search: MemberSearch, page: Page, audit: (seen: readonly string[]) => AuditEntry): Promise<PageOf<Member>>
  /** Null where there is no such user. */
  detail(id: string, audit: AuditEntry): Promise<MemberDetail | null>
  /**
   * Lines of the audit log about a user, newest first, with or without admins' looks; null where there is no such user.
   */
  trail(id: string, page: Page, hasLooks: boolean, audit: AuditEntry): Promise<PageOf<TrailLine> | null>
  /** Changes a user; switching the account off ends its sessions. Null where there is no such user. */
  change(
    id: string,
    change: MemberChange,
    expected: MemberState | null,
    at: number,
    audit: {
      readonly changed: (before: Member, after: Member) => AuditEntry
      /** Audit line for the case that the user is not as `expected`, and is shown as it is. */
      readonly seen: AuditEntry
    },
  ): Promise<MemberChanged | null>
  /** `activeSince` in epoch ms. */
  counts(activeSince: number): Promise<MemberCounts>
}
