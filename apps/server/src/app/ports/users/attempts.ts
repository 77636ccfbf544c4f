/** Subject of a counter, such as an address, hashed; `scope` separates kinds of counters. */
export type AttemptSubject = { readonly scope: string; readonly id: Uint8Array }

/**
 * Backoff of failed attempts: the first `free` attempts are not delayed, then the wait doubles with each attempt, from
 * `firstMs` to `mostMs`. After `forgetMs` without an attempt the count starts anew.
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
   * Counts an attempt before it is made, atomically; returns null; for a refused attempt the moment (epoch ms) from
   * which the next may come.
   */
  begin(subject: AttemptSubject, backoff: Backoff, now: number): Promise<number | null>
  clear(subject: AttemptSubject): Promise<void>
  /** Adds `by` to a window (0: only reads); returns the window's count and end. */
  count(
    subject: AttemptSubject,
    windowMs: number,
    by: 0 | 1,
    now: number,
  ): Promise<{ readonly count: number; readonly endsAt: number }>
}
