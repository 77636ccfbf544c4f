import { Server as TcpServer } from 'node:net'
import type { Clock } from '../app/ports/system/clock.ts'
import type { HttpServer } from './server.ts'

/**
 * Time in which readers learn that we are not ready, ms. A connection in use closes at its next answer
 * (reliability-matrix.md L1).
 */
const NOTICE_MS = 500
const ANSWERED_WITHIN_MS = 10_000
/** Time without a request in flight after which all open connections count as idle, ms. */
const QUIET_MS = 250
const LOOK_EVERY_MS = 50

/**
 * Lets requests in flight finish, ends the streams with a time to reconnect, and closes all other connections. False
 * when a request was cut off.
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

/**
 * Time without a new connection after which no more are expected, ms. A client that calls in sequence waits for our
 * answer first.
 */
const NOBODY_MS = 80
const MOST_HELD_MS = 500
/** Longest time in which we accept the kernel's queue, ms: one connection a turn of the event loop. */
const MOST_ACCEPTING_MS = 2_000

/**
 * Closes the listening socket without cutting anybody off. An HTTP server's own `close` cuts accepted connections whose
 * first request is still on its way, and the kernel resets connections that wait to be accepted. So answers are held
 * back until no new connection comes, and given after the socket is closed.
 */
async function stopAccepting({ app, hold }: HttpServer, clock: Clock): Promise<void> {
  const release = hold()
  const begun = clock.now()
  let cameAt = begun
  let hasCome = true
  const note = () => {
    cameAt = clock.now()
    hasCome = true
  }
  app.server.on('connection', note)
  const mayClose = (now: number) => !hasCome && (now - cameAt >= NOBODY_MS || now - begun >= MOST_HELD_MS)
  while (!mayClose(clock.now()) && clock.now() - begun < MOST_ACCEPTING_MS) {
    hasCome = false
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  app.server.off('connection', note)
  TcpServer.prototype.close.call(app.server)
  release()
}
