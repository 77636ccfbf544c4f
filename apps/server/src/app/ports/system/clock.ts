/** Time and timers, injected everywhere that is not an entry point. */
export type Clock = {
  now(): number
  /** Runs once after `ms`; cancelling twice is harmless. */
  after(ms: number, run: () => void): { cancel(): void }
}

/** How far ahead of ours the clock of another process may be, ms: what it wrote a moment ago may lie in our future. */
export const MOST_AHEAD_MS = 60_000
