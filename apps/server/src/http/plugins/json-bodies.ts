import { ApiFailure } from '../api-failure.ts'
import type { App } from '../fastify-app.ts'

/** Deepest nesting of a body (security.md 51). */
const DEEPEST = 20
const MOST_KEYS = 100
const MOST_ITEMS = 1_000
/** Keys that change what objects are (security.md 52). */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Accepts bodies in JSON and valid UTF-8, within the limits of depth and keys, and refuses all others. */
export function jsonBodies(app: App): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) return done(new ApiFailure('unsupported-media-type'))
    if (body.length === 0) return done(null, undefined)
    let value: unknown
    try {
      value = JSON.parse(utf8.decode(body as Buffer))
    } catch {
      return done(new ApiFailure('bad-request'))
    }
    done(isPlain(value, 1) ? null : new ApiFailure('bad-request'), value)
  })
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) return value.length <= MOST_ITEMS && value.every((one) => isPlain(one, depth + 1))
  const entries = Object.entries(value)
  if (entries.length > MOST_KEYS) return false
  return entries.every(([name, one]) => !FORBIDDEN.has(name) && isPlain(one, depth + 1))
}
