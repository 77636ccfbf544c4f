import { HEADERS, LIMITS } from '@makas/contract'
import { type Audience, authPathOf, sessionOf } from './session.ts'

/** Time limit of a renewal, ms. */
const TIMEOUT_MS = 10_000

export type Renewal = 'renewed' | 'ended' | 'unreachable'

const running: Partial<Record<Audience, Promise<Renewal>>> = {}

/**
 * A token that is valid for the next minute: the current token or, if it is about to expire, a new token for the
 * renewal cookie (product-decisions.md 21). Null if nobody is logged in.
 */
export async function freshToken(audience: Audience): Promise<string | null> {
  const token = sessionOf(audience).token()
  if (token === null) return null
  const leftMs = millisecondsLeft(token)
  // If the clock is off by more than `renewBeforeMs` the time left says nothing: the token is then renewed after
  // the server has refused it.
  if (leftMs !== null && leftMs < LIMITS.renewBeforeMs && leftMs > -LIMITS.renewBeforeMs) {
    if ((await renewToken(audience, token)) === 'ended') return null
  }
  return sessionOf(audience).token()
}

/**
 * Trades the renewal cookie for a new token, once for all calls and tabs that ask at the same time. `used`: the token
 * that was refused or is about to expire; does nothing if another tab has renewed it meanwhile. Drops the session if
 * the server says that the session is over.
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
  const owner = session.user()?.id
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
      // A session that began meanwhile has another token, and may be another user's.
      if (session.token() === used) session.renewed(token)
      return session.user()?.id === owner ? 'renewed' : 'ended'
    }
    if (response.status !== 401 && response.status !== 403) return 'unreachable'
  } catch {
    // No network, no answer in time, or half an answer: the session may well be alive.
    return 'unreachable'
  }
  if (session.token() === used) session.forget()
  return 'ended'
}

/**
 * Runs `act` in one tab at a time if the browser has locks: each renewal changes the cookie, and an old cookie counts
 * as stolen.
 */
function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, act) : act()
}

/** Milliseconds until the token expires, by this computer's clock; null if the token does not say. */
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
