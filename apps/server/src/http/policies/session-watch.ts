import type { Clock } from '../../app/ports/system/clock.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import type { AccountPartsProvider } from './callers.ts'

/** How often an open stream's session is looked up, ms: a stream may outlast its session (security.md 29). */
const LOOK_EVERY_MS = 1_500

/** Calls `ended` once the session is over; the returned function ends the watch. */
export type SessionWatch = (sessionId: string, ended: () => void) => () => void

export function sessionWatch(accounts: AccountPartsProvider, clock: Clock): SessionWatch {
  return (sessionId, ended) => {
    let timer: { cancel(): void } | null = null
    let isOver = false
    const look = async () => {
      if (isOver) return
      if (await isStillOpen(accounts, sessionId)) soon()
      else ended()
    }
    const soon = () => {
      timer = clock.after(LOOK_EVERY_MS, () => void look())
    }
    soon()
    return () => {
      isOver = true
      timer?.cancel()
    }
  }
}

/** Whether the session is open; true while the database cannot be asked: the market never waits for it. */
async function isStillOpen(accounts: AccountPartsProvider, sessionId: string): Promise<boolean> {
  try {
    return (await accounts()?.bearers.isStillOpen(sessionId)) ?? true
  } catch (error) {
    if (error instanceof StorageFailure) return true
    throw error
  }
}
