import type { Clock } from '../../app/ports/clock.ts'

const AGAIN_MS = 1_000
const COMPLAIN_EVERY_MS = 60_000

type Options = {
  readonly clock: Clock
  /** What does not mend itself. */
  readonly isFinal: (error: unknown) => boolean
  readonly isStopping: () => boolean
  /** Told of the first failure, and once a minute of what keeps failing. */
  readonly complain: (error: unknown) => void
}

/**
 * Does what may fail for a while, such as with a full disk or a database that just went away, until it is done; null where
 * we stop before that. What is final is thrown.
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
