import type { AuditEntry } from './audit-log.ts'
import type { Audience, StoredPassword } from './users.ts'

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

/** A session with the fields of its user that each request needs; never taken from a token (security.md 26). */
export type OpenSession = Session & {
  readonly isActive: boolean
  readonly role: Audience
  readonly isPremium: boolean
  readonly hasTotp: boolean
}

/** Kinds of browser by which a session is named; `other`: unknown to us. */
export type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'samsung' | 'yandex' | 'other'
/** Kinds of device by which a session is named; `other`: unknown to us. */
export type DeviceKind = 'windows' | 'mac' | 'linux' | 'chromebook' | 'android' | 'iphone' | 'ipad' | 'other'

/** Where a session was opened from; null where the browser did not say. */
type Origin = {
  readonly address: string | null
  readonly browser: BrowserKind | null
  readonly device: DeviceKind | null
}

/** An open session as its owner sees it. */
export type OwnSession = Origin & { readonly id: string; readonly createdAt: number; readonly lastSeenAt: number }

export type EndReason =
  | 'logout'
  | 'ended-by-owner'
  | 'password-changed'
  | 'password-reset'
  | 'totp-off'
  | 'reused'
  | 'too-many'
  | 'disabled'
  | 'restored'

/** Storage of sessions, shared by all nodes. */
export interface SessionStore {
  /**
   * Opens a session and notes the login on its user. Beyond `most` open sessions the oldest end, and their ids are
   * returned. Null, without a session, where the user is gone, switched off, or no longer has the password `proven`.
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
  /**
   * The session of a renewal secret, by the hashes that the secret may have, with the hash that it has. `isOld`: the
   * secret is the last one before the newest.
   */
  byRefresh(
    hashes: readonly Uint8Array[],
  ): Promise<{ readonly session: OpenSession; readonly hash: Uint8Array; readonly isOld: boolean } | null>
  /** Replaces the renewal secret `from`; false where another renewal was quicker. */
  rotate(id: string, from: Uint8Array, to: Uint8Array, now: number): Promise<boolean>
  prove(id: string, now: number): Promise<void>
  /** Sessions of a user that are neither ended nor expired and were used since `usedSince`, last used first. */
  openOf(userId: string, audience: Audience, now: number, usedSince: number): Promise<readonly OwnSession[]>
  /** Ends all sessions of a user but `keep`; returns their ids. */
  endOthers(userId: string, keep: string, reason: EndReason, now: number, audit: AuditEntry): Promise<readonly string[]>
  end(id: string, reason: EndReason, now: number, audit: AuditEntry | null): Promise<void>
}
