import type { Clock } from '../../app/ports/system/clock.ts'

const AGAIN_MS = 1_000
const COMPLAIN_EVERY_MS = 60_000

type Options = {
  readonly clock: Clock
  /** Whether retries cannot help. */
  readonly isFinal: (error: unknown) => boolean
  readonly isStopping: () => boolean
  /** Called for the first failure, and once a minute while failures last. */
  readonly complain: (error: unknown) => void
}

/**
 * Repeats work that may fail for a while (a full disk, a lost database) until it succeeds; null where we stop before.
 * Final errors are thrown.
 */
export async function untilDone<T>(work: () => Promise<T>, options: Options): Promise<T | null> {
  const { clock, isFinal, isStopping, complain } = options
  let complainedAt = Number.NEGATIVE_INFINITY
  while (!isStopping()) {
    try {
      return await work()
    } catch (error) {
      if (isFinal(error)) throw error
      if (clock.now() - complainedAt >= COMPLAIN_EVERY_MS) {
        complainedAt = clock.now()
        complain(error)
      }
      await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve))
    }
  }
  return null
}
