import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'
import { type Route, routeOf } from '../calls/route-table.ts'
import type { App } from '../fastify-app.ts'
import { callerOf, type UserPartsProvider } from '../policies/callers.ts'
import type { RateWindows } from '../policies/rate-windows.ts'

/** Paths at which an admin without the required second factor can set it up. */
const SECOND_FACTOR = /^\/api\/admin\/auth\//

export type CallerOptions = {
  readonly users: UserPartsProvider
  readonly rates: RateWindows
  readonly wantsAdminTotp: () => boolean
}

/** Refuses callers that the route's row does not admit (security.md 28, 33). */
export function callers(app: App, { users, rates, wantsAdminTotp }: CallerOptions): void {
  app.decorateRequest('caller', null)
  async function admit(request: FastifyRequest, route: Route, access: 'user' | 'admin'): Promise<void> {
    const caller = await callerOf(users, access, request.headers.authorization)
    if (caller === null) throw new ApiFailure('unauthorized')
    const tooOften = rates.refusal(route.rates, 'user', caller.userId)
    if (tooOften !== null) throw tooOften
    if (access === 'admin' && !caller.hasTotp && !SECOND_FACTOR.test(route.path) && wantsAdminTotp())
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
