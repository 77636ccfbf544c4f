import type { AccountStore, OneTimeStore, TotpStore } from './accounts.ts'
import type { AttemptStore } from './attempts.ts'
import type { AuditReader } from './audit-log.ts'
import type { GuessedPasswords, OneTimeCodes, PasswordHashing, Randomness, TokenSigning } from './secrets.ts'
import type { SessionStore } from './sessions.ts'

/** Everything that the use cases of accounts need from outside. */
export type AccountPorts = {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly totp: TotpStore
  readonly oneTime: OneTimeStore
  readonly attempts: AttemptStore
  readonly audit: AuditReader
  readonly hashing: PasswordHashing
  readonly tokens: TokenSigning
  readonly randomness: Randomness
  readonly codes: OneTimeCodes
  readonly common: GuessedPasswords
}
