import type { Audience, StoredPassword } from './accounts.ts'
import type { AuditEntry } from './audit-log.ts'

/** A login on one device; moments in epoch ms. */
type Session = {
  readonly id: string
  readonly userId: string
  readonly audience: Audience
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly refreshedAt: number
  readonly expiresAt: number
  readonly provenAt: number | null
  readonly endedAt: number | null
}

/** A session with what each request needs to know of its account: never taken from a token (security.md 26). */
export type OpenSession = Session & {
  readonly isActive: boolean
  readonly role: Audience
  readonly isPremium: boolean
  readonly hasTotp: boolean
}

/** Kinds of browser and of device that a session is named by; `other` is one that we do not know. */
export type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'samsung' | 'yandex' | 'other'
export type DeviceKind = 'windows' | 'mac' | 'linux' | 'chromebook' | 'android' | 'iphone' | 'ipad' | 'other'

/** Where a session was opened from; null where that was not told. */
type Origin = {
  readonly address: string | null
  readonly browser: BrowserKind | null
  readonly device: DeviceKind | null
}

/** An open session as its owner is shown it. */
export type OwnSession = Origin & { readonly id: string; readonly createdAt: number; readonly lastSeenAt: number }

export type EndReason =
  | 'logout'
  | 'ended-by-owner'
  | 'password-changed'
  | 'password-reset'
  | 'reused'
  | 'too-many'
  | 'disabled'

/** Where sessions are kept; every node asks the same store. */
export interface SessionStore {
  /**
   * A new session, and the login noted on its account. More than `most` open ones are not kept: the oldest end, and
   * their ids come back. Null, and nothing is opened, where the account is gone, switched off, or has another password
   * by now than `proven`.
   */
  open(
    session: Session,
    proven: StoredPassword,
    refreshHash: Uint8Array,
    from: Origin,
    most: number,
    audit: AuditEntry,
  ): Promise<readonly string[] | null>
  find(id: string): Promise<OpenSession | null>
  /** By the hash of a renewal secret, and whether that is the one before the newest. */
  byRefresh(hash: Uint8Array): Promise<{ readonly session: OpenSession; readonly isOld: boolean } | null>
  /** The next renewal secret in place of `from`; false where another was quicker. */
  rotate(id: string, from: Uint8Array, to: Uint8Array, now: number): Promise<boolean>
  prove(id: string, now: number): Promise<void>
  /** Those of an account that are neither ended nor expired and were used since `usedSince`, the last used one first. */
  openOf(userId: string, audience: Audience, now: number, usedSince: number): Promise<readonly OwnSession[]>
  /** Ends all of an account but `keep`, and tells which they were. */
  endOthers(userId: string, keep: string, reason: EndReason, now: number, audit: AuditEntry): Promise<readonly string[]>
  end(id: string, reason: EndReason, now: number, audit: AuditEntry | null): Promise<void>
}
