import type { OpenSession } from '../../ports/users/sessions.ts'
import type { Audience } from '../../ports/users/users.ts'
import { auditEntry } from '../audit-entry.ts'
import { isWithin } from '../is-within.ts'
import { type UserParts, UserRefusal, type Visit } from '../user-parts.ts'
import { newRenewalSecret, type Renewal, sessionNamedIn } from './open-session.ts'
import { isOpen, SESSION_LIMITS } from './session-limits.ts'

/**
 * How long a replaced secret still renews, ms: of two tabs that renew at once the slower holds the secret that the
 * quicker replaced (security.md 24).
 */
const GRACE_MS = 30_000

/**
 * Exchanges a renewal secret for an access token and the next secret. A secret that was replaced longer ago may be
 * stolen: the session ends.
 * @throws UserRefusal
 */
export async function renew(parts: UserParts, audience: Audience, secret: string, visit: Visit): Promise<Renewal> {
  const { sessions, randomness, clock } = parts
  const now = clock.now()
  const presented = randomness.fingerprints('refresh', secret)
  const found = await sessions.byRefresh(presented)
  if (found === null) return refuseUsedUp(parts, audience, secret, visit)
  if (found.session.audience !== audience || !isOpen(found.session, now)) throw new UserRefusal('unauthorized')
  const { session, isOld } = found
  if (isOld) return inGrace(parts, session, visit)
  const next = newRenewalSecret(randomness, session.id)
  if (!(await sessions.rotate(session.id, found.hash, randomness.fingerprint('refresh', next), now))) {
    const again = await sessions.byRefresh(presented)
    if (again === null || !isOpen(again.session, now)) throw new UserRefusal('unauthorized')
    return inGrace(parts, again.session, visit)
  }
  parts.bearers.forget(session.id)
  const renewal = await tokenFor(parts, session)
  return { ...renewal, secret: { value: next, keptMs: session.expiresAt - now } }
}

async function inGrace(parts: UserParts, session: OpenSession, visit: Visit): Promise<Renewal> {
  const now = parts.clock.now()
  if (isWithin(session.refreshedAt, now, GRACE_MS)) return tokenFor(parts, session)
  return endReused(parts, session, visit)
}

/**
 * Ends the session of a secret that was replaced twice: no tab holds such an old secret, and the newest secret may be a
 * thief's.
 */
async function refuseUsedUp(parts: UserParts, audience: Audience, secret: string, visit: Visit): Promise<never> {
  const id = sessionNamedIn(secret)
  const session = id === null ? null : await parts.sessions.find(id)
  if (session === null || session.audience !== audience || !isOpen(session, parts.clock.now()))
    throw new UserRefusal('unauthorized')
  return endReused(parts, session, visit)
}

async function endReused(parts: UserParts, session: OpenSession, visit: Visit): Promise<never> {
  const now = parts.clock.now()
  const audit = auditEntry(now, 'session-reused', visit, { about: session.userId })
  await parts.sessions.end(session.id, 'reused', now, audit)
  parts.bearers.forget(session.id)
  throw new UserRefusal('unauthorized')
}

async function tokenFor(parts: UserParts, { id, userId, audience }: OpenSession): Promise<Renewal> {
  const lifetimeMs = SESSION_LIMITS[audience].tokenMs
  const subject = { userId, sessionId: id }
  return {
    accessToken: await parts.tokens.sign(audience, subject, parts.clock.now(), lifetimeMs),
    lifetimeMs,
    secret: null,
  }
}
