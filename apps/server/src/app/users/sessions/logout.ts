import type { Audience } from '../../ports/users/users.ts'
import { auditEntry } from '../audit-entry.ts'
import { type UserParts, UserRefusal, type Visit } from '../user-parts.ts'
import type { Caller } from './bearer-check.ts'

/** Proof of the session to end: a token, the renewal secret, or both. */
export type SessionProof = { readonly caller: Caller | null; readonly secret: string | null }

/**
 * Ends the session on the server, whatever the browser keeps (security.md 30).
 * @throws UserRefusal where nothing names a session
 */
export async function logout(
  parts: UserParts,
  audience: Audience,
  { caller, secret }: SessionProof,
  visit: Visit,
): Promise<void> {
  const { sessions, randomness, clock, bearers } = parts
  const found = secret === null ? null : await sessions.byRefresh(randomness.fingerprints('refresh', secret))
  const ofSecret = found !== null && found.session.audience === audience ? found.session : null
  const ending = new Map<string, string>()
  if (caller !== null) ending.set(caller.sessionId, caller.userId)
  if (ofSecret !== null && ofSecret.endedAt === null) ending.set(ofSecret.id, ofSecret.userId)
  if (ending.size === 0) throw new UserRefusal('unauthorized')
  const now = clock.now()
  for (const [id, userId] of ending) {
    await sessions.end(id, 'logout', now, auditEntry(now, 'logout', visit, { by: { audience, userId }, about: userId }))
    bearers.forget(id)
  }
}
