/** Time and timers, injected everywhere that is not an entry point. */
export type Clock = {
  now(): number
  /** Runs once after `ms`; cancelling twice is harmless. */
  after(ms: number, run: () => void): { cancel(): void }
}
