import { onTestFinished, vi } from 'vitest'

const MINUTE = 60_000

/**
 * Holds the date at the beginning of this minute until the test ends; timers go on. The simulated exchanges count
 * requests in windows of the date, which on a busy machine could change between two requests of a test.
 */
export function holdDate(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / MINUTE) * MINUTE })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
