import { Server as TcpServer } from 'node:net'
import type { Clock } from '../app/ports/clock.ts'
import type { HttpServer } from './server.ts'

/** Readers learn that we are not ready, and connections in use are given up at their next answer (reliability-matrix.md L1). */
const NOTICE_MS = 500
const ANSWERED_WITHIN_MS = 10_000
/** With nothing in flight for so long, what is still connected has asked nothing. */
const QUIET_MS = 250
const LOOK_EVERY_MS = 50

/**
 * Lets the requests in hand finish, tells the streams to come back elsewhere, and closes the rest.
 * False when a request had to be cut off.
 */
export async function drain(server: HttpServer, clock: Clock): Promise<boolean> {
  const { app, inFlight } = server
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  server.drain()
  const hasReaders = await new Promise<boolean>((resolve) =>
    app.server.getConnections((error, count) => resolve(error !== null || count > 0)),
  )
  if (hasReaders) await pause(NOTICE_MS)
  await stopAccepting(server, clock)
  server.endStreams()
  const until = clock.now() + ANSWERED_WITHIN_MS
  let quietSince = clock.now()
  while (clock.now() < until && (inFlight() > 0 || clock.now() - quietSince < QUIET_MS)) {
    await pause(LOOK_EVERY_MS)
    if (inFlight() > 0) quietSince = clock.now()
  }
  const isClean = inFlight() === 0
  app.server.closeAllConnections()
  await app.close()
  return isClean
}

/** Nobody came for so long: everybody who asks one thing after the other waits for our answer. */
const NOBODY_MS = 80
const MOST_HELD_MS = 500

/**
 * Shuts the door without throwing anyone out. An HTTP server's own `close` also cuts connections that were accepted but
 * whose first request is still on its way, and the kernel resets those that wait to be accepted: so answers are held
 * back for a moment, until nobody knocks any more, and given after the door is shut.
 */
async function stopAccepting({ app, hold }: HttpServer, clock: Clock): Promise<void> {
  const release = hold()
  const begun = clock.now()
  let cameAt = begun
  const note = () => {
    cameAt = clock.now()
  }
  app.server.on('connection', note)
  while (clock.now() - cameAt < NOBODY_MS && clock.now() - begun < MOST_HELD_MS) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  app.server.off('connection', note)
  TcpServer.prototype.close.call(app.server)
  release()
}
