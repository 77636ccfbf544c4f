import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../app/ports/book-feed.ts'
import { ApiFailure } from '../api-failure.ts'
import type { App } from '../fastify-app.ts'
import { AddressWindows } from '../policies/address-windows.ts'
import { type AccountSide, callerOf } from '../policies/callers.ts'
import { type Route, routeOf } from '../route-table.ts'

/** Calls a minute and account (security.md 64). */
const MOST = { reads: 120, writes: 20, admin: 120 } as const
/** Where an admin who must have a second factor can get one. */
const SECOND_FACTOR = /^\/api\/admin\/auth\//

export type CallerOptions = {
  readonly accounts: AccountSide
  readonly clock: Clock
  /** `RATE_LIMIT_SCALE`. */
  readonly scale: number
  readonly adminTotp: 'optional' | 'required'
}

/** Lets nobody through to a route who is not what its row of the table asks for (security.md 28, 33). */
export function callers(app: App, { accounts, clock, scale, adminTotp }: CallerOptions): void {
  app.decorateRequest('caller', null)
  const windows = {
    reads: new AddressWindows(MOST.reads * scale),
    writes: new AddressWindows(MOST.writes * scale),
    admin: new AddressWindows(MOST.admin * scale),
  }
  const kindOf = ({ access, method }: Route) => (access === 'admin' ? 'admin' : method === 'GET' ? 'reads' : 'writes')

  async function admit(request: FastifyRequest, route: Route, access: 'user' | 'admin'): Promise<void> {
    const caller = await callerOf(accounts, access, request.headers.authorization)
    if (caller === null) throw new ApiFailure('unauthorized')
    const retryAfterS = windows[kindOf(route)].refusal(caller.accountId, clock.now())
    if (retryAfterS !== null) throw new ApiFailure('rate-limited', { retryAfterS })
    if (access === 'admin' && adminTotp === 'required' && !caller.hasTotp && !SECOND_FACTOR.test(route.path))
      throw new ApiFailure('totp-setup-required')
    request.caller = caller
  }

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.is404 ? undefined : routeOf(request.method, request.routeOptions.url ?? '')
    if (route === undefined || route.access === 'visitor') {
      done()
      return
    }
    reply.header('cache-control', 'no-store')
    admit(request, route, route.access).then(() => done(), done)
  })
}
