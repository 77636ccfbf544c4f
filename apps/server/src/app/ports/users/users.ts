import type { ExchangeId } from '@makas/domain'
import type { AuditEntry } from './audit-log.ts'
import type { SavedView } from './views.ts'

/** Users and admins never mix: each has its own login, tokens and sessions (security.md 28). */
export type Audience = 'user' | 'admin'

/** A password as it is stored: under the pepper that `pepperId` names (security.md 2). */
export type StoredPassword = { readonly hash: string; readonly pepperId: string }

/** A secret that only the key file opens, and the name of the key that sealed it. */
export type SealedSecret = { readonly bytes: Uint8Array; readonly keyId: string }

/** A user or an admin; moments in epoch ms. */
export type User = {
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
  /** Secret of the second factor in use; null where it is off, or set up and not confirmed. */
  readonly totp: SealedSecret | null
  readonly pendingTotp: SealedSecret | null
  readonly lastLoginAt: number | null
  readonly failedLogins: number
  /** The information notice that was shown (security.md 72); null for admins. */
  readonly notice: { readonly version: string; readonly shownAt: number } | null
  readonly createdAt: number
}

export type NewUser = Pick<
  User,
  'id' | 'role' | 'email' | 'firstName' | 'lastName' | 'phone' | 'password' | 'isPasswordWeak' | 'createdAt'
> & {
  /** Folded address, unique per role (security.md 21). */
  readonly emailKey: string
  /** Which information notice was shown (security.md 72); null for admins. */
  readonly noticeVersion: string | null
}

/** Keyed hashes of one text; the first is stored. */
export type Fingerprints = readonly [Uint8Array, ...Uint8Array[]]

/**
 * Idempotency key of a sign-up: a repeat makes no second user. `bodyHashes` cover all fields but the password. The
 * first is stored; a hash that was stored earlier may equal any of them.
 */
export type SignUpKey = { readonly key: string; readonly bodyHashes: Fingerprints }

export type NewPassword = { readonly password: StoredPassword; readonly isWeak: boolean }

/** Export of a user's stored data, without secrets, hashes and session ids. */
export type UserCopy = {
  /** False where a list was cut at its limit. */
  readonly isComplete: boolean
  readonly user: Readonly<Record<string, unknown>>
  readonly keys: readonly MaskedKey[]
  readonly sessions: readonly Readonly<Record<string, unknown>>[]
  readonly tickets: readonly Readonly<Record<string, unknown>>[]
  readonly paperTrades: readonly Readonly<Record<string, unknown>>[]
  /** Trades, each with its orders. */
  readonly trades: readonly Readonly<Record<string, unknown>>[]
  readonly savedViews: readonly SavedView[]
  readonly audit: readonly Readonly<Record<string, unknown>>[]
}

/** A connected exchange as its owner sees it, the key masked. */
export type MaskedKey = {
  readonly id: string
  readonly exchange: ExchangeId
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
 * Result of a removal. `unknown`: the thing is not there, or was removed before. `runningTrade`: name of the trade that
 * still needs it.
 */
export type Removal = 'removed' | 'unknown' | { readonly runningTrade: string }

/**
 * Storage of users. Each change is one transaction with its audit line, on disk when it resolves. Every call may
 * throw a `StorageFailure`.
 */
export interface UserStore {
  byEmail(role: Audience, emailKey: string): Promise<User | null>
  byId(id: string): Promise<User | null>
  /** Like `byId`, but with last login and failures as they were before the login of the session. */
  ofSession(id: string, sessionId: string): Promise<User | null>
  hasAdmin(): Promise<boolean>
  /** @throws StorageFailure of kind `duplicate` where the address has a user already */
  create(user: NewUser, audit: AuditEntry, once: SignUpKey | null): Promise<void>
  /**
   * The sign-up under a key since `since` (epoch ms), and the user that it made; null where no sign-up has the key.
   */
  signUpUnder(key: string, since: number): Promise<{ readonly bodyHash: Uint8Array; readonly userId: string } | null>
  /** Notes a failed login; `id` is null where there is no such user. */
  noteFailure(id: string | null, audit: AuditEntry): Promise<void>
  /** Replaces the hash of an unchanged password; false where the stored password is no longer `from`. */
  rehash(id: string, from: StoredPassword, password: StoredPassword): Promise<boolean>
  /**
   * Sets a new password, ends every session of the user but `keep`, and returns the ended ids. Null, without a
   * change, where the stored password is no longer `from`.
   */
  changePassword(
    id: string,
    from: StoredPassword,
    change: NewPassword,
    keep: string,
    audit: AuditEntry,
  ): Promise<readonly string[] | null>
  maskedKeys(id: string): Promise<readonly MaskedKey[]>
  copyOf(id: string): Promise<UserCopy>
  /**
   * Erases the user with keys, sessions and codes; tickets stay without an identity (security.md 74). Nothing is
   * erased while a trade of the user runs.
   */
  erase(id: string, audit: AuditEntry): Promise<Removal>
  /**
   * Disables or enables an admin; disabling ends every session. Returns the number of ended sessions. `last`: no other
   * admin is active, and `mayBeLast` is false. `unchanged`: the admin has the state already, or no admin has the
   * address.
   */
  setAdminActive(
    id: string,
    change: { readonly isActive: boolean; readonly mayBeLast: boolean },
    audit: AuditEntry,
  ): Promise<number | 'last' | 'unchanged'>
  /** Writes a line of the audit log without a change. */
  note(audit: AuditEntry): Promise<void>
}

/** Storage of the second factor: the sealed secret and the hashed recovery codes (security.md 10). */
export interface TotpStore {
  /** Stores a new secret that is not in use yet; false where a secret is in use. */
  begin(id: string, secret: SealedSecret, now: number): Promise<boolean>
  /**
   * Puts the pending secret to use with new recovery codes; `step` is the time step of the code that proved it. False
   * where no secret is pending, or another secret is by now.
   */
  confirm(
    id: string,
    secret: SealedSecret,
    step: number,
    codes: readonly { readonly id: string; readonly hash: string }[],
    now: number,
    audit: AuditEntry,
  ): Promise<boolean>
  /** Notes the time step of a code; false where this step or a later one was used before. */
  useStep(id: string, step: number): Promise<boolean>
  /** Uses up the recovery code with one of these hashes; false where it does not exist or was used. */
  useRecoveryCode(id: string, hashes: readonly string[], now: number): Promise<boolean>
  /**
   * Removes the secret, pending or in use, and the recovery codes, and ends every session if `endsSessions`, all in one
   * transaction; returns the ids of the ended sessions.
   */
  remove(id: string, endsSessions: boolean, audit: AuditEntry): Promise<readonly string[]>
}

/** A one-time token in an address (security.md 14); only its hash is stored. */
type OneTimePurpose = 'password-reset' | 'admin-setup'
type OneTimeToken = {
  readonly purpose: OneTimePurpose
  readonly hash: Uint8Array
  readonly userId: string | null
  readonly expiresAt: number
}

export interface OneTimeStore {
  /** Adds a token and ends all earlier tokens of the same purpose and user. */
  add(token: OneTimeToken, audit: AuditEntry): Promise<void>
  /** The user of the valid token with one of these hashes; null where it is expired, used or unknown. */
  find(
    purpose: OneTimePurpose,
    hashes: readonly Uint8Array[],
    now: number,
  ): Promise<{ readonly userId: string | null } | null>
  /**
   * Sets the new password, uses up the token and ends every session, in one transaction; false where the token no
   * longer works.
   */
  reset(hashes: readonly Uint8Array[], userId: string, change: NewPassword, audit: AuditEntry): Promise<boolean>
  /**
   * Makes the first admin and uses up the token, in one transaction; false where the token no longer works or there is
   * an admin already.
   */
  createFirstAdmin(hashes: readonly Uint8Array[] | null, user: NewUser, audit: AuditEntry): Promise<boolean>
}
