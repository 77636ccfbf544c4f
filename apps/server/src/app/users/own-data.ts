import type { AuditLineRead } from '../ports/users/audit-log.ts'
import type { MaskedKey, User, UserCopy } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { proveBoth, userOf, wantProof } from './proof.ts'
import type { Caller } from './sessions/bearer-check.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'

type WithKeys<T> = T & { readonly keys: readonly MaskedKey[] }

/** The signed-in user, with the fields that the login returned. @throws UserRefusal */
export async function whoAmI(parts: UserParts, caller: Caller): Promise<WithKeys<{ readonly user: User }>> {
  const user = await parts.users.ofSession(caller.userId, caller.sessionId)
  if (user === null) throw new UserRefusal('unauthorized')
  const keys = user.role === 'user' ? await parts.users.maskedKeys(user.id) : []
  return { user, keys }
}

/** Events that a user is told of at once. */
const MOST_EVENTS = 50

/** The newest events of these kinds of the caller's account, newest first (security.md 96). */
export const listEvents = (
  { audit }: Pick<UserParts, 'audit'>,
  { userId }: Caller,
  kinds: readonly string[],
): Promise<readonly AuditLineRead[]> => audit.ofUser(userId, kinds, MOST_EVENTS)

/** All data of the caller's account, without secrets (security.md 74). @throws UserRefusal */
export async function exportUser(
  parts: UserParts,
  caller: Caller,
  visit: Visit,
): Promise<UserCopy & { readonly exportedAt: number }> {
  const { users, clock } = parts
  const now = clock.now()
  wantProof(caller, now)
  const copy = await users.copyOf(caller.userId)
  await users.note(auditEntry(now, 'account-exported', visit, { by: caller, about: caller.userId }))
  return { ...copy, exportedAt: now }
}

/**
 * Erases the user for good. Returns the name of a running trade instead, and then erases nothing.
 * @throws UserRefusal, QueueFull
 */
export async function deleteUser(
  parts: UserParts,
  caller: Caller,
  given: { readonly password: string; readonly totp?: string | undefined },
  visit: Visit,
): Promise<{ readonly runningTrade: string } | null> {
  const user = await userOf(parts, caller)
  await proveBoth(parts, user, given, visit)
  const now = parts.clock.now()
  const audit = auditEntry(now, 'account-deleted', visit, { by: caller, about: user.id })
  const removal = await parts.users.erase(user.id, audit)
  if (removal === 'unknown') throw new UserRefusal('unauthorized')
  if (removal !== 'removed') return removal
  parts.bearers.forget(caller.sessionId)
  return null
}
