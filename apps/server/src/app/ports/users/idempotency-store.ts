import type { Fingerprints } from './users.ts'

/** A creating call with an idempotency key: a repeat creates nothing more (S7). */
export type IdempotentCall = {
  readonly actor: string
  readonly route: string
  /** The idempotency key, chosen by the client. */
  readonly key: string
  /** Keyed hashes of the body, from which nobody can guess the body. A stored hash may equal any of them. */
  readonly bodyHashes: Fingerprints
}

/** `answer`: the first call's. `mismatch`: the first call had another body. */
export type IdempotentOutcome = { readonly kind: 'answered'; readonly answer: string } | { readonly kind: 'mismatch' }

/** Storage of the answers to creating calls, for a day. */
export interface IdempotencyStore {
  /** The answer to an earlier call of this key; null where there was no earlier call, or it failed. */
  before(call: IdempotentCall, now: number): Promise<IdempotentOutcome | null>
  /**
   * Runs `create` unless an earlier call did, and keeps its answer, in one transaction with everything that it stores.
   * `create` may run again as a whole. Where it fails nothing stays, not even counted attempts.
   */
  create(call: IdempotentCall, now: number, create: () => Promise<string>): Promise<IdempotentOutcome>
}
