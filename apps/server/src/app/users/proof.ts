import type { User } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { isWithin } from './is-within.ts'
import { isRightCode } from './right-code.ts'
import type { Caller } from './sessions/bearer-check.ts'
import { PROVEN_MS } from './sessions/session-limits.ts'
import { userSharer } from './sharers.ts'
import { admitGuess, clearGuesses, countFailure } from './throttle.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'

/**
 * Window in which a repeated change counts as one, ms: the site repeats an unanswered call under one idempotency key
 * for that long.
 */
const SAME_CHANGE_MS = 120_000

/** What users prove with who they are: password, code of the second factor, or both. */
type Proof = { readonly password?: string | undefined; readonly totp?: string | undefined }

/** The user behind a session. @throws UserRefusal where it was deleted */
export async function userOf({ users }: UserParts, { userId }: Caller): Promise<User> {
  const user = await users.byId(userId)
  if (user === null) throw new UserRefusal('unauthorized')
  return user
}

/**
 * Verifies password or code again, which counts for ten minutes (security.md 47). A wrong proof never ends the session.
 * @throws UserRefusal, QueueFull
 */
export async function prove(parts: UserParts, caller: Caller, { password, totp }: Proof, visit: Visit): Promise<void> {
  const user = await userOf(parts, caller)
  if (password === undefined && totp === undefined) throw new UserRefusal('proof-wrong')
  await guess(parts, user, visit, async () => {
    if (password !== undefined && !(await isPassword(parts, user, password))) return false
    return totp === undefined || isRightCode(parts, user, totp)
  })
  await parts.sessions.prove(caller.sessionId, parts.clock.now())
  parts.bearers.forget(caller.sessionId)
}

/** Verifies the password, and the code where the user has a second factor. @throws UserRefusal, QueueFull */
export async function proveBoth(
  parts: UserParts,
  user: User,
  { password, totp }: { readonly password: string; readonly totp?: string | undefined },
  visit: Visit,
): Promise<void> {
  if (user.totp !== null && totp === undefined) throw new UserRefusal('proof-required')
  await guess(parts, user, visit, async () => {
    if (!(await isPassword(parts, user, password))) return false
    return user.totp === null || isRightCode(parts, user, totp ?? '')
  })
}

/**
 * Verifies the current password before a change of it. False: the new password is in force already, since the change
 * was made a moment ago and its answer was lost. @throws UserRefusal, QueueFull
 */
export async function provePasswordToChange(
  parts: UserParts,
  user: User,
  given: { readonly current: string; readonly next: string },
  visit: Visit,
): Promise<boolean> {
  const isRecent = isWithin(user.passwordChangedAt, parts.clock.now(), SAME_CHANGE_MS)
  let isCurrent = false
  await guess(parts, user, visit, async () => {
    isCurrent = await isPassword(parts, user, given.current)
    return isCurrent || (isRecent && (await isPassword(parts, user, given.next)))
  })
  return isCurrent
}

/** Requires a recent proof of users with a second factor, before irreversible actions. @throws UserRefusal */
export function wantProof(caller: Caller, now: number): void {
  if (caller.hasTotp) wantFreshProof(caller, now)
}

/**
 * Requires a recent proof of every user, before actions that could lock the user out: a stolen token comes without
 * the password.
 * @throws UserRefusal
 */
export function wantFreshProof({ provenAt }: Caller, now: number): void {
  if (provenAt === null || !isWithin(provenAt, now, PROVEN_MS)) throw new UserRefusal('proof-required')
}

async function isPassword({ hashing }: UserParts, user: User, password: string): Promise<boolean> {
  return (await hashing.verify(password, user.password, userSharer(user.id))).isRight
}

/** Counts the attempt as the login does, so that a stolen token allows no faster guessing. */
async function guess(parts: UserParts, user: User, visit: Visit, isRight: () => Promise<boolean>): Promise<void> {
  const subject = { what: 'proof', key: user.id } as const
  await admitGuess(parts, subject, visit)
  if (await isRight()) return clearGuesses(parts, subject)
  const audit = auditEntry(parts.clock.now(), 'proof-failed', visit, { about: user.id })
  await parts.users.noteFailure(user.id, audit)
  await countFailure(parts, visit)
  throw new UserRefusal('proof-wrong')
}
