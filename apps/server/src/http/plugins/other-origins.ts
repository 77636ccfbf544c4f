import { HEADERS } from '@makas/contract'
import type { FastifyInstance } from 'fastify'
import { allowedAt, isApi } from '../calls/route-table.ts'

/** Headers that a page of another origin may read. */
const READABLE = ['etag', 'retry-after', HEADERS.source, HEADERS.asOf, HEADERS.requestId, 'x-total-count'].join(', ')
/**
 * Headers that such a page may send: not the renewal cookie's, and never credentials. It logs in with its own calls and
 * keeps its own token (security.md 24, 60).
 */
const SENDABLE = ['authorization', 'content-type', HEADERS.idempotencyKey, 'if-none-match', HEADERS.lastEventId].join(
  ', ',
)
/** Seconds for which a browser keeps a preflight's answer. */
const ASK_AGAIN_S = '600'

/** Lets only pages of the listed origins use the API (security.md 59): by name, never `*`, never an echo. */
export function otherOrigins(app: FastifyInstance, corsOrigins: readonly string[]): void {
  const allowed = new Set(corsOrigins.map((origin) => new URL(origin).origin))
  if (allowed.size === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!isApi(request.url)) return done()
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE,
      'cross-origin-resource-policy': 'cross-origin',
    })
    const methods = allowedAt(request.url)
    const isAsking = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isAsking || methods === null) return done()
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': SENDABLE,
        'access-control-max-age': ASK_AGAIN_S,
      })
      .send()
  })
}
