import type { Clock } from '../app/ports/book-feed.ts'
import type { HttpServer } from './server.ts'

/** Readers learn that we are not ready, and connections in use are given up at their next answer (reliability.md L1). */
const NOTICE_MS = 500
const ANSWERED_WITHIN_MS = 10_000
/** With nothing in flight for so long, what is still connected has asked nothing. */
const QUIET_MS = 250
const LOOK_EVERY_MS = 50

/**
 * Lets the requests in hand finish, tells the streams to come back elsewhere, and closes the rest.
 * False when a request had to be cut off.
 */
export async function drain({ app, inFlight, drain: stopBeingReady }: HttpServer, clock: Clock): Promise<boolean> {
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  stopBeingReady()
  const hasReaders = await new Promise<boolean>((resolve) =>
    app.server.getConnections((error, count) => resolve(error !== null || count > 0)),
  )
  if (hasReaders) await pause(NOTICE_MS)
  const closed = app.close()
  const until = clock.now() + ANSWERED_WITHIN_MS
  let quietSince = clock.now()
  while (clock.now() < until && clock.now() - quietSince < QUIET_MS) {
    await pause(LOOK_EVERY_MS)
    if (inFlight() > 0) quietSince = clock.now()
  }
  const isClean = inFlight() === 0
  app.server.closeAllConnections()
  await closed
  return isClean
}
