import type { Clock } from '../../app/ports/system/clock.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import { type UserPartsProvider, viewerOf } from './callers.ts'

/** Interval of the look-ups of an open stream's session, ms: a stream may outlast its session (security.md 29). */
const LOOK_EVERY_MS = 1_500
/** Interval of the checks of a token that could not be checked when its stream was opened, ms. */
const CHECK_EVERY_MS = 2_000

/** Calls `ended` once the session is over; the returned function ends the watch. */
export type SessionWatch = (sessionId: string, ended: () => void) => () => void

export function sessionWatch(users: UserPartsProvider, clock: Clock): SessionWatch {
  return (sessionId, ended) =>
    lookAgain(clock, LOOK_EVERY_MS, async () => {
      const isOpen = await isStillOpen(users, sessionId)
      if (!isOpen) ended()
      return isOpen
    })
}

/** Calls `named` once a token that could not be checked names a caller; the returned function ends the watch. */
export type UncheckedWatch = (authorization: string | undefined, named: () => void) => () => void

export function uncheckedWatch(users: UserPartsProvider, clock: Clock): UncheckedWatch {
  return (authorization, named) =>
    lookAgain(clock, CHECK_EVERY_MS, async () => {
      const caller = await viewerOf(users, authorization)
      if (caller !== null && caller !== 'unchecked') named()
      return caller === 'unchecked'
    })
}

/** Calls `look` again as long as it returns true. The returned function ends the calls. */
function lookAgain(clock: Clock, everyMs: number, look: () => Promise<boolean>): () => void {
  let timer: { cancel(): void } | null = null
  let isOver = false
  const soon = () => {
    timer = clock.after(everyMs, () => void next())
  }
  const next = async () => {
    if ((await look()) && !isOver) soon()
  }
  soon()
  return () => {
    isOver = true
    timer?.cancel()
  }
}

/** Whether the session is open. True while the database cannot be asked: the market never waits for it. */
async function isStillOpen(users: UserPartsProvider, sessionId: string): Promise<boolean> {
  try {
    return (await users()?.bearers.isStillOpen(sessionId)) ?? true
  } catch (error) {
    if (error instanceof StorageFailure) return true
    throw error
  }
}
