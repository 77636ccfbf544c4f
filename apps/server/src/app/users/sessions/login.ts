import type { Sharer } from '../../ports/system/fair-queue.ts'
import type { Audience, User } from '../../ports/users/users.ts'
import { auditEntry } from '../audit-entry.ts'
import { emailKey } from '../email-key.ts'
import { isRightCode } from '../right-code.ts'
import { admitGuess, clearGuesses, countFailure, type Guess } from '../throttle.ts'
import { type UserParts, UserRefusal, type Visit } from '../user-parts.ts'
import { knownDevice } from './known-device.ts'
import { openSession, type SignedIn } from './open-session.ts'

export type Credentials = { readonly email: string; readonly password: string; readonly totp?: string | undefined }

/** Failures since the last login from which on a login is marked (security.md 22). */
const MARKED_AFTER = 3

/**
 * Signs a user in. An unknown address, a wrong password and a disabled user give one answer in equal time
 * (security.md 19). Only logins within the hashing limit reach the database (security.md 4). `deviceText`: what
 * `rememberedDevice` made at an earlier login on this device.
 * @throws UserRefusal, QueueFull
 */
export function login(
  parts: UserParts,
  audience: Audience,
  credentials: Credentials,
  visit: Visit,
  deviceText: string | null = null,
): Promise<SignedIn> {
  const guess = guessAt(audience, credentials.email)
  const device = knownDevice(parts.randomness, deviceText, guess)
  const by = { key: visit.subscriber, rank: device === null ? 'stranger' : 'user' } as const
  return parts.hashing.admit(by, () => admitted(parts, audience, credentials, visit, { ...guess, device }, by))
}

export const guessAt = (audience: Audience, email: string): Guess => ({
  what: `login-${audience}`,
  key: emailKey(email),
})

async function admitted(
  parts: UserParts,
  audience: Audience,
  { password, totp }: Credentials,
  visit: Visit,
  guess: Guess,
  by: Sharer,
): Promise<SignedIn> {
  const { users, hashing, clock } = parts
  await admitGuess(parts, guess, visit)
  const user = await users.byEmail(audience, guess.key)
  const { isRight, isOutdated } = await hashing.verify(password, user?.password ?? null, by)
  if (user === null || !isRight || !user.isActive) {
    await fail(parts, user, visit)
    throw new UserRefusal('invalid-credentials')
  }
  if (user.totp !== null) {
    if (totp === undefined) {
      // Somebody knows the user's password: the user should read of it.
      await users.note(auditEntry(clock.now(), 'login-code-wanted', visit, { about: user.id }))
      throw new UserRefusal('totp-required')
    }
    if (!(await isRightCode(parts, user, totp))) {
      await fail(parts, user, visit, { password_right: true })
      throw new UserRefusal('totp-wrong')
    }
  }
  await clearGuesses(parts, guess)
  const current = isOutdated ? await rehashed(parts, user, password, by) : user
  const after = user.failedLogins
  const detail = {
    ...(after >= MARKED_AFTER ? { after_failures: after } : {}),
    ...(guess.device === null ? { new_device: true } : {}),
  }
  const caller = { audience, userId: user.id }
  const audit = auditEntry(clock.now(), 'login', visit, { by: caller, about: user.id, detail })
  return openSession(parts, current, visit, audit)
}

/** The user after its unchanged password was rehashed at today's cost (security.md 3). */
async function rehashed({ users, hashing }: UserParts, user: User, password: string, by: Sharer): Promise<User> {
  const fresh = await hashing.hash(password, by)
  if (await users.rehash(user.id, user.password, fresh)) return { ...user, password: fresh }
  // A parallel login rehashed first, or somebody changed the password.
  const now = await users.byId(user.id)
  const isStillRight = now !== null && (await hashing.verify(password, now.password, by)).isRight
  return isStillRight ? now : user
}

async function fail(parts: UserParts, user: User | null, visit: Visit, detail = {}): Promise<void> {
  const about = user?.id ?? null
  await parts.users.noteFailure(about, auditEntry(parts.clock.now(), 'login-failed', visit, { about, detail }))
  await countFailure(parts, visit)
}
