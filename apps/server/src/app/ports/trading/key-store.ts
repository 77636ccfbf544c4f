import type { ExchangeId } from '@makas/domain'
import type { AuditEntry } from '../users/audit-log.ts'
import type { Removal } from '../users/users.ts'
import type { KeyFees, KeyPermissions, KeyPlace, KeyRefusal, SealedKey } from './key-vault.ts'

/** `disabled`: the key may move money out, and is not used until that permission is removed. */
export type KeyStatus = 'connected' | 'error' | 'disabled'

/** Why a key is not `connected`. */
type KeyTrouble = KeyRefusal | 'withdraw-enabled' | 'unopened'

/** Result of a key check. */
export type KeyFindings = {
  readonly status: KeyStatus
  readonly trouble: KeyTrouble | null
  readonly permissions: KeyPermissions
  /** Balance of each asset, exact decimal texts; null: not read. */
  readonly balance: Readonly<Record<string, string>> | null
  readonly fees: KeyFees | null
  /** When the exchange was asked, epoch ms. */
  readonly checkedAt: number
}

/** An amount of an account that differs from what trades account for; exact decimal texts. */
export type AccountDifference = {
  /** When it was found, epoch ms. */
  readonly at: number
  readonly kind: 'position' | 'balance'
  /** The perpetual, or the asset. */
  readonly name: string
  /** Least amount by the fills. */
  readonly least: string
  /** Largest amount by the fills, above `least` where the outcome of an order is unknown. */
  readonly most: string
  readonly found: string
}

/** What an account held of each asset before a trade; exact decimal texts, in coins. */
export type HeldBefore = { readonly tradeId: string; readonly coins: Readonly<Record<string, string>> }

/** A connection's account as it is watched. */
export type WatchedAccount = KeyWithSecret & {
  readonly heldBefore: HeldBefore | null
  /** When the owner cleared differences, epoch ms: earlier trades are not watched any more. Null: never. */
  readonly clearedAt: number | null
}

/** A stored key without its secrets. */
export type StoredKey = KeyPlace & {
  readonly name: string
  readonly maskedKey: string
  readonly findings: KeyFindings
  /** Null: no difference is known. */
  readonly difference: AccountDifference | null
}

export type KeyWithSecret = { readonly key: StoredKey; readonly sealed: SealedKey }

/** A user's key of the demo market, which shows the account. */
export type DemoKeyUse = Pick<StoredKey, 'userId' | 'maskedKey'>

/** A running trade, named by the error, trades with the key that was to be replaced. */
export class KeyInUse extends Error {
  readonly trade: string

  constructor(trade: string) {
    super('a running trade uses the key')
    this.trade = trade
  }
}

/** Storage of keys. Every look-up of a key carries the owner (security.md 34). */
export interface KeyStore {
  /** Null: no such user, or the account is closed. */
  owner(userId: string): Promise<{ readonly isPasswordWeak: boolean } | null>
  list(userId: string): Promise<readonly StoredKey[]>
  find(userId: string, id: string): Promise<KeyWithSecret | null>
  /** Everybody's keys of the demo market at an exchange. */
  demoKeys(exchange: ExchangeId): Promise<readonly DemoKeyUse[]>
  /**
   * Stores a key, one for each exchange and world (security.md 49): an earlier key is replaced and destroyed. False:
   * its owner is gone. A known difference of the account stays with the same API key.
   * @throws KeyInUse where a running trade trades with the earlier one
   */
  put(added: KeyWithSecret, audit: AuditEntry): Promise<boolean>
  /** Writes the audit line of a key that was tried, or was not stored. */
  noteUnstored(audit: AuditEntry): Promise<void>
  /** Writes findings of a key. False: since it was read, the key was checked again, replaced or removed. */
  note(key: StoredKey, findings: KeyFindings, audit: AuditEntry | null): Promise<boolean>
  /**
   * Destroys the sealed key and its data key at once; only a tombstone stays (security.md 48). A key with which a trade
   * runs stays.
   */
  remove(userId: string, id: string, audit: AuditEntry): Promise<Removal>
  /**
   * Keys last checked before `checkedBefore`, or after `now` (by a clock that was ahead), in id order from behind
   * `after`, `most` at most.
   */
  due(checkedBefore: number, now: number, after: string, most: number): Promise<readonly KeyWithSecret[]>
  /** A connection with what is known of its account. */
  watched(userId: string, id: string): Promise<WatchedAccount | null>
  /** Writes what an account held before a trade. False: the account was cleared since, or is gone. */
  noteHeld(account: WatchedAccount, held: HeldBefore): Promise<boolean>
  /**
   * Writes a difference, which stops new orders. False: a difference is known, or the account was cleared since, or is
   * gone.
   */
  noteDifference(account: WatchedAccount, difference: AccountDifference, audit: AuditEntry): Promise<boolean>
  /** Clears the difference of an account; its trades so far are not watched any more. False: there is no difference. */
  clearDifference(userId: string, id: string, now: number, audit: AuditEntry): Promise<boolean>
}
