import type { Sharer } from '../ports/system/fair-queue.ts'
import type { Audience, NewPassword, User } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { emailKey } from './email-key.ts'
import { provePasswordToChange, userOf } from './proof.ts'
import type { Caller } from './sessions/bearer-check.ts'
import { strangerAt, userSharer } from './sharers.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'
import { isFitForAdmin, isWeakPassword, type OwnWords } from './weak-password.ts'

const MINUTE = 60_000
export const ONE_TIME_MS = 15 * MINUTE

/**
 * Changes the password of a caller who proves the old one, and ends every other session (security.md 12). A repeat of
 * the last change does nothing. @throws UserRefusal, QueueFull
 */
export async function changePassword(
  parts: UserParts,
  caller: Caller,
  given: { readonly current: string; readonly next: string },
  visit: Visit,
): Promise<void> {
  const user = await userOf(parts, caller)
  if (!(await provePasswordToChange(parts, user, given, visit))) return
  const change = await newPassword(parts, user.role, user, given.next, userSharer(user.id))
  const audit = auditEntry(parts.clock.now(), 'password-changed', visit, { by: caller, about: user.id })
  const ended = await parts.users.changePassword(user.id, user.password, change, caller.sessionId, audit)
  // A parallel change was quicker: the shown password is no longer the current one.
  if (ended === null) throw new UserRefusal('proof-wrong')
  for (const one of ended) parts.bearers.forget(one)
}

/** Hashes a new password and rates it; refuses a weak one of an admin. @throws UserRefusal, QueueFull */
export async function newPassword(
  { hashing, common }: UserParts,
  role: Audience,
  words: OwnWords,
  password: string,
  by: Sharer,
): Promise<NewPassword> {
  if (role === 'admin' && !isFitForAdmin(password, words, common)) throw new UserRefusal('password-weak')
  return { password: await hashing.hash(password, by), isWeak: isWeakPassword(password, words, common) }
}

export type ResetAddress = { readonly role: Audience; readonly token: string }

/** One-time tokens for a new password, one for each user of the address: a person may be user and admin. */
export async function beginReset(parts: UserParts, email: string): Promise<readonly ResetAddress[]> {
  const { users, oneTime, randomness, clock } = parts
  const made: ResetAddress[] = []
  for (const role of ['user', 'admin'] as const) {
    const user = await users.byEmail(role, emailKey(email))
    if (user === null) continue
    const token = randomness.newSecret()
    const now = clock.now()
    const audit = auditEntry(now, 'password-reset-begun', null, { by: 'system', about: user.id })
    const hash = randomness.fingerprint('one-time', token)
    await oneTime.add({ purpose: 'password-reset', hash, userId: user.id, expiresAt: now + ONE_TIME_MS }, audit)
    made.push({ role, token })
  }
  return made
}

/** Sets a new password with the token of a one-time address; every session ends. @throws UserRefusal, QueueFull */
export async function resetPassword(
  parts: UserParts,
  { token, password }: { readonly token: string; readonly password: string },
  visit: Visit,
): Promise<void> {
  const { oneTime, randomness, clock } = parts
  const hashes = randomness.fingerprints('one-time', token)
  const user = await userOfToken(parts, hashes)
  const change = await newPassword(parts, user.role, user, password, strangerAt(visit))
  const now = clock.now()
  const audit = auditEntry(now, 'password-reset', visit, { about: user.id })
  const isDone = await oneTime.reset(hashes, user.id, change, audit)
  if (!isDone) throw new UserRefusal('token-invalid')
}

async function userOfToken({ oneTime, users, clock }: UserParts, hashes: readonly Uint8Array[]): Promise<User> {
  const found = await oneTime.find('password-reset', hashes, clock.now())
  const user = found?.userId == null ? null : await users.byId(found.userId)
  if (user === null) throw new UserRefusal('token-invalid')
  return user
}
