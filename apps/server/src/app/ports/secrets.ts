import type { Audience, SealedSecret, StoredPassword } from './accounts.ts'

/** Too many hashes wait already (security.md 4). */
export class HashingBusy extends Error {}

/** Slow on purpose, so only so many at once. */
export interface PasswordHashing {
  /**
   * Does work that hashes, unless as many are at such work as may hash or wait for it: whoever would be refused in the end
   * asks for nothing before. @throws HashingBusy
   */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** @throws HashingBusy */
  hash(password: string): Promise<StoredPassword>
  /** `stored` null: as much work, and never right (security.md 19). @throws HashingBusy */
  verify(password: string, stored: StoredPassword | null): Promise<{ isRight: boolean; isOutdated: boolean }>
}

/** Whose token it is and of which session. */
export type TokenSubject = { readonly accountId: string; readonly sessionId: string }

/** Short-lived tokens, signed with a key of each audience (security.md 26-28). */
export interface TokenSigning {
  sign(audience: Audience, subject: TokenSubject, now: number, lifetimeMs: number): Promise<string>
  /** Null for everything but an unexpired token that we signed for that audience. */
  read(audience: Audience, token: string, now: number): Promise<(TokenSubject & { readonly expiresAt: number }) | null>
}

/** Randomness and hashes of what is random. */
export interface Randomness {
  /** 128 bits or more (security.md 35). */
  newId(): string
  /** 256 bits, for what opens something: a renewal cookie, a one-time address. */
  newSecret(): string
  /** What is stored of such a secret, and what names a subject of the throttles without telling it. */
  fingerprint(kind: string, text: string): Uint8Array
}

/** Codes of an authenticator (security.md 10). */
export interface OneTimeCodes {
  /** A new secret for an account: sealed, and as people type or scan it. */
  newSecret(accountId: string, label: string): { sealed: SealedSecret; secret: string; address: string }
  /** The time step of a right code, at most one step off; null for a wrong one. */
  stepOf(accountId: string, secret: SealedSecret, code: string, now: number): number | null
  newRecoveryCodes(): readonly { readonly code: string; readonly id: string; readonly hash: string }[]
  recoveryHash(code: string): string
}

/** Passwords that are guessed first: the bundled list, and the operator's (security.md 7). */
export interface GuessedPasswords {
  /** In lower case. */
  has(password: string): boolean
}
