import type { ExchangeId } from '@makas/domain'
import type { Page, PageOf } from '../pages.ts'
import type { AuditEntry, AuditLineRead } from './audit-log.ts'

/** A user as admins see it; `createdAt` in epoch ms. Admins are not among them. */
export type UserRecord = {
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
export type UserRights = Pick<UserRecord, 'isPremium' | 'plan' | 'isActive'>

/** The fields to change; others stay. */
export type UserChange = Partial<UserRights>

/** `text`: part of a name or an address, or empty. */
export type UserRecordQuery = {
  readonly text: string
  readonly kind: 'all' | 'premium' | 'free' | 'off'
  readonly by: 'created_at' | 'name' | 'email'
  readonly isDown: boolean
}

type UserChanged =
  | {
      readonly kind: 'changed'
      readonly user: UserRecord
      /** Ids of the sessions that changed or ended. */
      readonly sessions: readonly string[]
    }
  /** The user was not as expected: nothing was changed. */
  | { readonly kind: 'other'; readonly user: UserRecord }

/** A connection to an exchange, without anything of its key. */
type UserExchange = {
  readonly exchange: ExchangeId
  readonly isTestnet: boolean
  readonly isDemo: boolean
  readonly status: 'connected' | 'error' | 'pending' | 'disabled'
  readonly lastCheckedAt: number | null
}

export type UserRecordDetail = {
  readonly user: UserRecord
  readonly lastLoginAt: number | null
  readonly hasTotp: boolean
  readonly exchanges: readonly UserExchange[]
}

/** A line of the audit log about a user or by the user; `actorName` is an admin's. */
export type TrailLine = Pick<AuditLineRead, 'seq' | 'time' | 'actorKind' | 'action' | 'detail'> & {
  readonly actorName: string | null
}

export type UserCounts = {
  readonly users: number
  readonly activeUsers: number
  readonly tickets: number
  readonly openTickets: number
  /** Since when the first unanswered ticket waits, epoch ms; null where no ticket waits. */
  readonly waitingSince: number | null
}

/** Users for admins; each look or change is one transaction with its audit line. */
export interface UserRecordStore {
  page(search: UserRecordQuery, page: Page, audit: (seen: readonly string[]) => AuditEntry): Promise<PageOf<UserRecord>>
  /** Null where there is no such user. */
  detail(id: string, audit: AuditEntry): Promise<UserRecordDetail | null>
  /**
   * Lines of the audit log about a user, newest first, with or without admins' looks; null where there is no such user.
   */
  trail(id: string, page: Page, hasLooks: boolean, audit: AuditEntry): Promise<PageOf<TrailLine> | null>
  /** Changes a user; switching the user off ends its sessions. Null where there is no such user. */
  change(
    id: string,
    change: UserChange,
    expected: UserRights | null,
    at: number,
    audit: {
      readonly changed: (before: UserRecord, after: UserRecord) => AuditEntry
      /** Audit line for the case that the user is not as `expected`, and is shown as it is. */
      readonly seen: AuditEntry
    },
  ): Promise<UserChanged | null>
  /** `activeSince` in epoch ms. */
  counts(activeSince: number): Promise<UserCounts>
}
