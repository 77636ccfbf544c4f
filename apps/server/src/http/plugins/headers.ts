import type { FastifyInstance } from 'fastify'
import { isApi } from '../calls/route-table.ts'

/**
 * Written by hand: ready-made policies ask for https upgrades, which breaks plain http on a LAN. `'unsafe-inline'` for
 * styles is the recorded deviation of security.md 58.
 */
const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
} as const

/** Headers of answers that never reach a route, such as the answer to a request that cannot be parsed. */
export const BARE_HEADERS = {
  ...EVERYWHERE,
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
} as const

/**
 * Security headers on every answer (security.md 58). `publicOrigin` is the public https address behind a proxy; null on
 * plain http.
 */
export function headers(app: FastifyInstance, publicOrigin: string | null): void {
  const api = { ...EVERYWHERE, 'content-security-policy': API_POLICY }
  const site = { ...EVERYWHERE, 'content-security-policy': SITE_POLICY }
  const strict = publicOrigin?.startsWith('https:') === true ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const ofApi = { ...api, ...strict }
  const ofSite = { ...site, ...strict }
  // A callback, not a promise, for speed: the hook runs before every answer.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApi(request.url) ? ofApi : ofSite).header('x-request-id', request.id)
    done()
  })
}
