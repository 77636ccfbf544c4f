/** Who or what is counted, hashed; `scope` keeps kinds of counters apart. */
export type AttemptSubject = { readonly scope: string; readonly id: Uint8Array }

/** After `free` of them each next one waits, twice as long each time. */
export type Backoff = {
  readonly free: number
  readonly firstMs: number
  readonly mostMs: number
  readonly forgetMs: number
}

/** Counters of the throttles, shared by every node and not reset by a restart (security.md 18). */
export interface AttemptStore {
  /** Counts an attempt before it is made, in one step; the moment from which the next may come where it may not yet. */
  begin(subject: AttemptSubject, backoff: Backoff, now: number): Promise<number | null>
  clear(subject: AttemptSubject): Promise<void>
  /** Adds `by` (0: only looks) to a window; its count and its end. */
  count(
    subject: AttemptSubject,
    windowMs: number,
    by: 0 | 1,
    now: number,
  ): Promise<{ readonly count: number; readonly endsAt: number }>
}
