import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'
import { ADDRESS_RATES } from '../calls/rates.ts'
import { isApi, routeOf, type ShedKind } from '../calls/route-table.ts'
import type { RateWindows } from '../policies/rate-windows.ts'
import { unknownAddress } from './errors.ts'

/** Largest body of a request, bytes, unless the route's row has its own limit (security.md 51). */
export const BODY_LIMIT = 32 * 1024
/** Most header lines of a request (security.md 66). */
const HEADER_LINES = 100
const ADDRESS_LENGTH = 4_096

/** Rates of requests that match no route. */
const UNKNOWN = [ADDRESS_RATES.market]

export type LimitOptions = {
  readonly rates: RateWindows
  /** Seconds for Retry-After where the call must be refused because of overload; else null. */
  readonly overload: (what: ShedKind) => number | null
}

/** Whether the query string is valid UTF-8 (security.md 53); the router checks the path. */
function isDecodable(url: string): boolean {
  const at = url.indexOf('?')
  if (at < 0 || !url.includes('%', at)) return true
  try {
    decodeURIComponent(url.slice(at))
    return true
  } catch {
    return false
  }
}

/** Refuses a request that is too large, over its rate, or shed by overload, before any work is done for it. */
export function limits(app: FastifyInstance, { rates, overload }: LimitOptions): void {
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat()) {
      if (routeOf(one, path) === undefined) throw new Error(`route ${one} ${path} stands in no row of the route table`)
    }
  })
  const refusal = (request: FastifyRequest): ApiFailure | undefined => {
    const { headers, rawHeaders, url } = request.raw
    if (rawHeaders.length > 2 * HEADER_LINES) return new ApiFailure('headers-too-large')
    if ((url ?? '').length > ADDRESS_LENGTH) return new ApiFailure('uri-too-long')
    if (isApi(request.url) && !isDecodable(request.url)) return new ApiFailure('bad-request')
    const path = request.routeOptions.url ?? ''
    // The site's catch-all route also gets unknown paths under /api. These paths and 404s count against `UNKNOWN`.
    const route = request.is404 || (path === '/*' && isApi(request.url)) ? undefined : routeOf(request.method, path)
    const length = Number(headers['content-length'] ?? 0)
    if (length > (route?.bodyLimit ?? BODY_LIMIT)) return new ApiFailure('payload-too-large')
    const tooOften = rates.refusal(route?.rates ?? UNKNOWN, 'address', request.ip)
    if (tooOften !== null) return tooOften
    if (request.is404) return unknownAddress(request)
    if (route === undefined || route.shed === null) return undefined
    // The bearer token is not checked yet: the check would cost more than the answer.
    const isPersonal = route.shed === 'visitors' && headers.authorization !== undefined
    const retryAfterS = overload(isPersonal ? 'personal' : route.shed)
    return retryAfterS === null ? undefined : new ApiFailure('unavailable', { retryAfterS })
  }
  app.addHook('onRequest', (request, _reply, done) => done(refusal(request)))
}
