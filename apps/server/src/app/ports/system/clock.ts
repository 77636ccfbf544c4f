/** Time and timers, injected everywhere that is not an entry point. */
export type Clock = {
  now(): number
  /** How far the clock leaned towards the wall clock since its start, ms, signed. Left out: it never leans. */
  readonly leanMs?: () => number
  /** Runs once after `ms`; cancelling twice is harmless. */
  after(ms: number, run: () => void): { cancel(): void }
}

/**
 * How far ahead of ours the clock of another process may be, ms: what that process wrote a moment ago may lie in our
 * future.
 */
export const MOST_AHEAD_MS = 60_000
