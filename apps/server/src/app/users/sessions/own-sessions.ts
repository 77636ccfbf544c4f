import type { OwnSession } from '../../ports/users/sessions.ts'
import { auditEntry } from '../audit-entry.ts'
import { wantFreshProof } from '../proof.ts'
import type { UserParts, Visit } from '../user-parts.ts'
import type { Caller } from './bearer-check.ts'
import { SESSION_LIMITS } from './session-limits.ts'

const NAME = 'session-name'

/** A session as its owner sees it: under a derived name, since no answer contains the id (security.md 38). */
export type ShownSession = OwnSession & { readonly name: string; readonly isCurrent: boolean }

/** The caller's open sessions, last used first. */
export async function listSessions(parts: UserParts, caller: Caller): Promise<readonly ShownSession[]> {
  const { sessions, clock } = parts
  const { userId, audience, sessionId } = caller
  const now = clock.now()
  const open = await sessions.openOf(userId, audience, now, now - SESSION_LIMITS[audience].idleMs)
  return open.map((one) => ({
    ...one,
    name: nameOf(parts.randomness.fingerprint(NAME, one.id)),
    isCurrent: one.id === sessionId,
  }))
}

/**
 * Ends one of the caller's open sessions; false where no session has that name. Takes effect here at once, on other
 * nodes within 2 s.
 * @throws UserRefusal without a recent proof: a stolen token throws nobody out
 */
export async function endOwnSession(parts: UserParts, caller: Caller, name: string, visit: Visit): Promise<boolean> {
  const { sessions, clock, bearers } = parts
  wantFreshProof(caller, clock.now())
  const found = (await listSessions(parts, caller)).find(({ id }) =>
    parts.randomness.fingerprints(NAME, id).map(nameOf).includes(name),
  )
  if (found === undefined) return false
  const now = clock.now()
  const audit = auditEntry(now, 'session-ended', visit, { by: caller, about: caller.userId })
  await sessions.end(found.id, 'ended-by-owner', now, audit)
  bearers.forget(found.id)
  return true
}

/** Ends all of the caller's sessions but the present session. @throws UserRefusal without a recent proof */
export async function endOtherSessions(parts: UserParts, caller: Caller, visit: Visit): Promise<void> {
  const { sessions, clock, bearers } = parts
  const { userId, sessionId } = caller
  const now = clock.now()
  wantFreshProof(caller, now)
  const audit = auditEntry(now, 'session-ended', visit, { by: caller, about: userId })
  for (const id of await sessions.endOthers(userId, sessionId, 'ended-by-owner', now, audit)) bearers.forget(id)
}

/** Name of a session: 128 bits of a keyed hash of its id. */
const nameOf = (hash: Uint8Array): string =>
  [...hash]
    .slice(0, 16)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
