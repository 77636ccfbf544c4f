import { HEADERS, LIMITS } from '@makas/contract'
import { type Audience, authPathOf, sessionOf } from './session.ts'

/** Longest wait for a new token. */
const TIMEOUT_MS = 10_000

export type Renewal = 'renewed' | 'ended' | 'unreachable'

const running: Partial<Record<Audience, Promise<Renewal>>> = {}

/**
 * A token that will hold for the next minute: the one at hand, or a new one for the renewal cookie where it is about to expire
 * (product-decisions.md 21). Null where nobody is logged in.
 */
export async function freshToken(audience: Audience): Promise<string | null> {
  const token = sessionOf(audience).token()
  if (token === null) return null
  const leftMs = millisecondsLeft(token)
  // A computer's clock may be wrong by hours: then only a refusal tells, and is answered with one renewal.
  if (leftMs !== null && leftMs < LIMITS.renewBeforeMs && leftMs > -LIMITS.renewBeforeMs)
    await renewToken(audience, token)
  return sessionOf(audience).token()
}

/**
 * Trades the renewal cookie for a new token, once for all calls and tabs that ask at the same time. `used`: the token that was
 * refused or is about to expire; where another tab has renewed it meanwhile there is nothing to do. Where the server says that
 * the session is over it is forgotten here too.
 */
export function renewToken(audience: Audience, used: string): Promise<Renewal> {
  const before = running[audience]
  if (before !== undefined) return before
  const renewal = alone(`makas.renew.${audience}`, () => renewOnce(audience, used)).finally(
    () => delete running[audience],
  )
  running[audience] = renewal
  return renewal
}

async function renewOnce(audience: Audience, used: string): Promise<Renewal> {
  const session = sessionOf(audience)
  const now = session.token()
  if (now === null) return 'ended'
  if (now !== used) return 'renewed'
  try {
    const response = await fetch(`${authPathOf(audience)}/refresh`, {
      method: 'POST',
      headers: { accept: 'application/json', [HEADERS.renewal]: '1' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      const body: unknown = await response.json()
      const token = typeof body === 'object' && body !== null && 'access_token' in body ? body.access_token : null
      if (typeof token !== 'string') return 'unreachable'
      session.renewed(token)
      return 'renewed'
    }
    if (response.status !== 401 && response.status !== 403) return 'unreachable'
  } catch {
    // No network, no answer in time, or an answer that is cut off: the session may well be alive.
    return 'unreachable'
  }
  if (session.token() === used) session.forget()
  return 'ended'
}

/** One tab at a time where the browser can say so: the cookie changes with each renewal, and an old one counts as stolen. */
function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, act) : act()
}

/** Until the token says that it expires, by this computer's clock; null for a token that says nothing. */
function millisecondsLeft(token: string): number | null {
  const [, payload] = token.split('.')
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims) || typeof claims.exp !== 'number')
      return null
    return claims.exp * 1_000 - Date.now()
  } catch {
    return null
  }
}
