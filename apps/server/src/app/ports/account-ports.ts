import type { AccountStore, OneTimeStore, TotpStore } from './accounts.ts'
import type { ArticleStore } from './articles.ts'
import type { AttemptStore } from './attempts.ts'
import type { AuditReader } from './audit-log.ts'
import type { MemberStore } from './members.ts'
import type { OnceStore } from './once.ts'
import type { GuessedPasswords, OneTimeCodes, PasswordHashing, Randomness, TokenSigning } from './secrets.ts'
import type { SessionStore } from './sessions.ts'
import type { TicketStore } from './tickets.ts'
import type { UptimeStore } from './uptime.ts'

/** Everything that the use cases of accounts, and of what people write to us and read from us, need from outside. */
export type AccountPorts = {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly totp: TotpStore
  readonly oneTime: OneTimeStore
  readonly attempts: AttemptStore
  readonly audit: AuditReader
  readonly tickets: TicketStore
  readonly articles: ArticleStore
  readonly members: MemberStore
  readonly once: OnceStore
  readonly uptime: UptimeStore
  readonly hashing: PasswordHashing
  readonly tokens: TokenSigning
  readonly randomness: Randomness
  readonly codes: OneTimeCodes
  readonly common: GuessedPasswords
}
