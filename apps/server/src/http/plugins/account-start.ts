import type { Clock } from '../../app/ports/clock.ts'
import type { App } from '../fastify-app.ts'
import { routeOf } from '../route-table.ts'

/** A first start makes the database, which takes some seconds, and more on a machine that is busy. */
const WAITS_MS = 20_000

/** Brings accounts up if nothing has yet, and ends when they are there or have failed; null once they are there. */
export type AccountStart = () => Promise<void> | null

/**
 * The market is served before there is a database. Whoever asks for an account in those first seconds waits for it
 * instead of being sent away.
 */
export function accountStart(app: App, start: AccountStart, clock: Clock): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? undefined : routeOf(request.method, request.routeOptions.url ?? '')
    const coming = route?.needsAccounts === true ? start() : null
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
