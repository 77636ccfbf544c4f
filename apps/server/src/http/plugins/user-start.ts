import type { Clock } from '../../app/ports/system/clock.ts'
import { routeOf } from '../calls/route-table.ts'
import type { App } from '../fastify-app.ts'

/** Longest wait of a call for the database, ms. A first start makes the database, which takes some seconds. */
const WAITS_MS = 20_000

/**
 * Starts the users' side if it has not started yet, and resolves when it is there or has failed. Null once either has
 * happened.
 */
export type UserStart = () => Promise<void> | null

/**
 * The market is served before there is a database. A call of a user waits in those first seconds, and is not
 * refused.
 */
export function userStart(app: App, start: UserStart, clock: Clock): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? undefined : routeOf(request.method, request.routeOptions.url ?? '')
    const coming = route?.needsUsers === true ? start() : null
    if (coming === null) {
      done()
      return
    }
    let isWaiting = true
    const goOn = () => {
      if (!isWaiting) return
      isWaiting = false
      patience.cancel()
      done()
    }
    const patience = clock.after(WAITS_MS, goOn)
    void coming.then(goOn)
  })
}
