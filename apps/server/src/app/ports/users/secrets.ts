import type { Shared, Sharer } from '../system/fair-queue.ts'
import type { Audience, Fingerprints, SealedSecret, StoredPassword } from './users.ts'

/** Password hashing: slow on purpose, with a limit of parallel hashes and a bounded queue that is shared fairly. */
export interface PasswordHashing {
  readonly shared: Shared
  /**
   * Runs work that will hash, unless hashes and queue are at their limit, so that a refused caller costs no other work.
   * @throws QueueFull
   */
  admit<T>(by: Sharer, work: () => Promise<T>): Promise<T>
  /** @throws QueueFull */
  hash(password: string, by: Sharer): Promise<StoredPassword>
  /** `stored` null: the check costs as much work, and is never right (security.md 19). @throws QueueFull */
  verify(
    password: string,
    stored: StoredPassword | null,
    by: Sharer,
  ): Promise<{ isRight: boolean; isOutdated: boolean }>
}

export type TokenSubject = { readonly userId: string; readonly sessionId: string }

/** Short-lived tokens, signed with a separate key for each audience (security.md 26-28). */
export interface TokenSigning {
  sign(audience: Audience, subject: TokenSubject, now: number, lifetimeMs: number): Promise<string>
  /** The subject of an unexpired token that we signed for that audience; null for anything else. */
  read(audience: Audience, token: string, now: number): Promise<(TokenSubject & { readonly expiresAt: number }) | null>
}

/** Random ids and secrets, and keyed hashes. */
export interface Randomness {
  /** A random id of 128 bits or more (security.md 35). */
  newId(): string
  /** A random secret of 256 bits, for renewal cookies and one-time addresses. */
  newSecret(): string
  /** Keyed hash under which a secret is stored, or a subject of the throttles is counted. */
  fingerprint(kind: string, text: string): Uint8Array
  /** The hashes that a stored hash may equal: `fingerprint`, then the hashes under keys that retire. */
  fingerprints(kind: string, text: string): Fingerprints
}

/** Codes of an authenticator (security.md 10). */
export interface OneTimeCodes {
  /** A new secret for a user: sealed, and as text and address to type or scan. */
  newSecret(userId: string, label: string): { sealed: SealedSecret; secret: string; address: string }
  /** The time step of a code that is right now by the wall clock, at most one step off; null for a wrong code. */
  stepOf(userId: string, secret: SealedSecret, code: string): number | null
  newRecoveryCodes(): readonly { readonly code: string; readonly id: string; readonly hash: string }[]
  /** The hashes that a stored hash of this code may equal, under all keys. */
  recoveryHashes(code: string): readonly string[]
}

/** Passwords that attackers guess first: the bundled list, and the operator's (security.md 7). */
export interface GuessedPasswords {
  /** `password` in lower case. */
  has(password: string): boolean
}
