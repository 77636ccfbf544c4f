import type { AdminTicketStore } from '../support/admin-ticket-store.ts'
import type { ArticleStore } from '../support/articles.ts'
import type { CannedReplyStore } from '../support/canned-replies.ts'
import type { TicketStore } from '../support/tickets.ts'
import type { UpkeepReader } from '../system/upkeep.ts'
import type { UptimeStore } from '../system/uptime.ts'
import type { PaperStore } from '../trading/paper.ts'
import type { TradeStore, TradingSwitch } from '../trading/trades.ts'
import type { TrendStore } from '../trends.ts'
import type { AttemptStore } from './attempts.ts'
import type { AuditReader } from './audit-log.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { GuessedPasswords, OneTimeCodes, PasswordHashing, Randomness, TokenSigning } from './secrets.ts'
import type { SessionStore } from './sessions.ts'
import type { UserRecordStore } from './user-records.ts'
import type { OneTimeStore, TotpStore, UserStore } from './users.ts'
import type { ViewStore } from './views.ts'

/** All ports of the use cases of users, tickets, articles and administration. */
export type UserPorts = {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly totp: TotpStore
  readonly oneTime: OneTimeStore
  readonly attempts: AttemptStore
  readonly audit: AuditReader
  readonly tickets: TicketStore
  readonly adminTickets: AdminTicketStore
  readonly cannedReplies: CannedReplyStore
  readonly articles: ArticleStore
  readonly userRecords: UserRecordStore
  readonly idempotency: IdempotencyStore
  readonly paper: PaperStore
  readonly trades: TradeStore
  readonly tradingSwitch: TradingSwitch
  readonly uptime: UptimeStore
  readonly views: ViewStore
  readonly trends: TrendStore
  readonly upkeep: UpkeepReader
  readonly hashing: PasswordHashing
  readonly tokens: TokenSigning
  readonly randomness: Randomness
  readonly codes: OneTimeCodes
  readonly common: GuessedPasswords
}
