import type { AuditEntry } from './audit-log.ts'
import type { KeyFees, KeyPermissions, KeyPlace, KeyRefusal, SealedKey } from './key-vault.ts'

/** `disabled`: it may move money out, and is not used until that is turned off. */
export type KeyStatus = 'connected' | 'error' | 'disabled'

/** Why it is not `connected`. */
type KeyTrouble = KeyRefusal | 'withdraw-enabled' | 'unopened'

/** What a check found. */
export type KeyFindings = {
  readonly status: KeyStatus
  readonly trouble: KeyTrouble | null
  readonly permissions: KeyPermissions
  /** What there is of each asset, exact decimal texts; null: not read. */
  readonly balance: Readonly<Record<string, string>> | null
  readonly fees: KeyFees | null
  /** Epoch ms. */
  readonly checkedAt: number
}

/** A key as far as it is ever shown. */
export type StoredKey = KeyPlace & {
  readonly name: string
  readonly maskedKey: string
  readonly findings: KeyFindings
}

export type KeyWithSecret = { readonly key: StoredKey; readonly sealed: SealedKey }

/** Where keys are kept. Every look-up carries the owner (security.md 34). */
export interface KeyStore {
  /** Null: there is no such user, or the account is closed. */
  owner(userId: string): Promise<{ readonly isPasswordWeak: boolean } | null>
  list(userId: string): Promise<readonly StoredKey[]>
  find(userId: string, id: string): Promise<KeyWithSecret | null>
  /**
   * One key for each exchange and world (security.md 49): one that is there already is replaced, and destroyed.
   * False: its owner is gone.
   */
  put(added: KeyWithSecret, audit: AuditEntry): Promise<boolean>
  /** A key that was tried, or was not stored. */
  noteUnstored(audit: AuditEntry): Promise<void>
  /** False: it is gone, or was replaced meanwhile. */
  note(place: KeyPlace, findings: KeyFindings, audit: AuditEntry | null): Promise<boolean>
  /** Destroys the sealed key and its data key at once; only a tombstone stays (security.md 48). False: there is none. */
  remove(userId: string, id: string, audit: AuditEntry): Promise<boolean>
  /** Keys last checked before then, or, by a clock that was ahead, later than `now`; by id from `after` on. */
  due(checkedBefore: number, now: number, after: string, most: number): Promise<readonly KeyWithSecret[]>
}
