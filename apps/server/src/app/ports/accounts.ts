import type { AuditEntry } from './audit-log.ts'
import type { SavedView } from './views.ts'

/** Users and admins never mix: each has its own login, tokens and sessions (security.md 28). */
export type Audience = 'user' | 'admin'

/** A password as it is stored: under the pepper that `pepperId` names (security.md 2). */
export type StoredPassword = { readonly hash: string; readonly pepperId: string }

/** A secret that only the key file opens, and the name of the key that sealed it. */
export type SealedSecret = { readonly bytes: Uint8Array; readonly keyId: string }

/** A person with an account; moments in epoch ms. */
export type Account = {
  readonly id: string
  readonly role: Audience
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly password: StoredPassword
  readonly passwordChangedAt: number
  readonly isPasswordWeak: boolean
  readonly isActive: boolean
  readonly isPremium: boolean
  readonly plan: 'free' | 'monthly' | 'yearly'
  /** Null: switched off, or begun and not confirmed. */
  readonly totp: SealedSecret | null
  readonly pendingTotp: SealedSecret | null
  readonly lastLoginAt: number | null
  readonly failedLogins: number
  /** The information notice that was shown (security.md 72); null for admins. */
  readonly notice: { readonly version: string; readonly shownAt: number } | null
  readonly createdAt: number
}

export type NewAccount = Pick<
  Account,
  'id' | 'role' | 'email' | 'firstName' | 'lastName' | 'phone' | 'password' | 'isPasswordWeak' | 'createdAt'
> & {
  /** What makes it one account (security.md 21). */
  readonly emailKey: string
  /** Which information notice was shown (security.md 72); null for admins. */
  readonly noticeVersion: string | null
}

/** A sign-up that names itself, so that sent again it makes no second account; `bodyHash` covers all but the password. */
export type SignUpKey = { readonly key: string; readonly bodyHash: Uint8Array }

export type NewPassword = { readonly password: StoredPassword; readonly isWeak: boolean }

/** Everything of a person that is stored, as data of their own: no secret, no hash, no session id. */
export type AccountCopy = {
  /** False where a list is longer than is told at once. */
  readonly isComplete: boolean
  readonly account: Readonly<Record<string, unknown>>
  readonly keys: readonly MaskedKey[]
  readonly sessions: readonly Readonly<Record<string, unknown>>[]
  readonly tickets: readonly Readonly<Record<string, unknown>>[]
  readonly paperTrades: readonly Readonly<Record<string, unknown>>[]
  /** Each with its orders. */
  readonly trades: readonly Readonly<Record<string, unknown>>[]
  readonly savedViews: readonly SavedView[]
  readonly audit: readonly Readonly<Record<string, unknown>>[]
}

/** A connected exchange, as far as its owner may see it. */
export type MaskedKey = {
  readonly id: string
  readonly exchange: 'binance' | 'okx' | 'bybit' | 'kraken'
  readonly name: string
  readonly maskedKey: string
  readonly isTestnet: boolean
  readonly isDemo: boolean
  readonly status: 'connected' | 'error' | 'pending' | 'disabled'
  readonly permissions: Readonly<Record<string, boolean | null>>
  readonly balance: Readonly<Record<string, string>> | null
  readonly lastCheckedAt: number | null
}

/**
 * Where accounts are kept. Whatever changes something is one transaction with its audit line, on disk when it resolves.
 * Everything may throw a `StorageFailure`.
 */
export interface AccountStore {
  byEmail(role: Audience, emailKey: string): Promise<Account | null>
  byId(id: string): Promise<Account | null>
  /** As `byId`, with what was known of logins and failures before the login of that session. */
  ofSession(id: string, sessionId: string): Promise<Account | null>
  hasAdmin(): Promise<boolean>
  /** `duplicate` where the address has an account already. */
  create(account: NewAccount, audit: AuditEntry, once: SignUpKey | null): Promise<void>
  /** The sign-up that was made under a key since a moment, and the account that it made. */
  signUpUnder(key: string, since: number): Promise<{ readonly bodyHash: Uint8Array; readonly accountId: string } | null>
  /** A failed login; `id` is null where there is no such account. */
  noteFailure(id: string | null, audit: AuditEntry): Promise<void>
  /** The same password, hashed anew; false where it is not `from` any more. */
  rehash(id: string, from: StoredPassword, password: StoredPassword): Promise<boolean>
  /**
   * A new password; ends every session of the account but `keep`, and tells which. Null, and nothing is changed, where
   * the password is not `from` any more.
   */
  changePassword(
    id: string,
    from: StoredPassword,
    change: NewPassword,
    keep: string,
    audit: AuditEntry,
  ): Promise<readonly string[] | null>
  maskedKeys(id: string): Promise<readonly MaskedKey[]>
  /** As it was at one moment, whatever is stored meanwhile. */
  copyOf(id: string): Promise<AccountCopy>
  /**
   * Erases the person: keys, sessions and codes with it, tickets stay without an identity (security.md 74). False where
   * that was done before.
   */
  erase(id: string, audit: AuditEntry): Promise<boolean>
  /** A line of the audit log alone, of what changed nothing. */
  note(audit: AuditEntry): Promise<void>
}

/** Where the second factor is kept: the sealed secret and the hashed recovery codes (security.md 10). */
export interface TotpStore {
  /** A new secret that is not in use yet; false where one is in use. */
  begin(id: string, secret: SealedSecret, now: number): Promise<boolean>
  /**
   * Puts it to use with new recovery codes; `step` is that of the code that proved it. False where nothing was begun, or
   * meanwhile another secret.
   */
  confirm(
    id: string,
    secret: SealedSecret,
    step: number,
    codes: readonly { readonly id: string; readonly hash: string }[],
    now: number,
    audit: AuditEntry,
  ): Promise<boolean>
  /** Notes the time step of a code; false where it, or a later one, was used before. */
  useStep(id: string, step: number): Promise<boolean>
  /** Uses up a recovery code; false where there is no such unused one. */
  useRecoveryCode(id: string, hash: string, now: number): Promise<boolean>
  remove(id: string, now: number, audit: AuditEntry): Promise<void>
}

/** An address that works once (security.md 14); only its hash is stored. */
type OneTimePurpose = 'password-reset' | 'admin-setup'
type OneTimeToken = {
  readonly purpose: OneTimePurpose
  readonly hash: Uint8Array
  readonly userId: string | null
  readonly expiresAt: number
}

export interface OneTimeStore {
  /** Ends all earlier ones of the same purpose and person. */
  add(token: OneTimeToken, audit: AuditEntry): Promise<void>
  /** Whom a token that still works is for; null where it does not. */
  find(purpose: OneTimePurpose, hash: Uint8Array, now: number): Promise<{ readonly userId: string | null } | null>
  /** The new password, the token used up and every session ended, or nothing at all. */
  reset(hash: Uint8Array, userId: string, change: NewPassword, audit: AuditEntry): Promise<boolean>
  /** The first admin and the token used up, or nothing at all; false too where there is an admin already. */
  createFirstAdmin(hash: Uint8Array | null, account: NewAccount, audit: AuditEntry): Promise<boolean>
}
