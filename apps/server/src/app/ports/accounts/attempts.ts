/** Subject of a counter, such as an address, hashed; `scope` separates kinds of counters. */
export type AttemptSubject = { readonly scope: string; readonly id: Uint8Array }

/**
 * Backoff of failed attempts: the first `free` are not delayed, then the wait doubles with each, from `firstMs` to
 * `mostMs`; after `forgetMs` without one the count starts anew.
 */
export type Backoff = {
  readonly free: number
  readonly firstMs: number
  readonly mostMs: number
  readonly forgetMs: number
}

/** Counters of the throttles, shared by every node and not reset by a restart (security.md 18). */
export interface AttemptStore {
  /**
   * Counts an attempt before it is made, atomically; where it is refused, returns the moment (epoch ms) from which the
   * next may come, else null.
   */
  begin(subject: AttemptSubject, backoff: Backoff, now: number): Promise<number | null>
  clear(subject: AttemptSubject): Promise<void>
  /** Adds `by` (0: only reads) to a window; returns its count and its end. */
  count(
    subject: AttemptSubject,
    windowMs: number,
    by: 0 | 1,
    now: number,
  ): Promise<{ readonly count: number; readonly endsAt: number }>
}
