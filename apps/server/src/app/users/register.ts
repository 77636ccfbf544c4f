import { StorageFailure } from '../ports/system/storage.ts'
import type { SignUpKey } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { cleanEmail, emailKey } from './email-key.ts'
import { openSession, type SignedIn } from './sessions/open-session.ts'
import { strangerAt } from './sharers.ts'
import { admitSignUp } from './throttle.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'
import { isWeakPassword } from './weak-password.ts'

export type SignUp = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** Version of the information notice that was shown before the form was sent (security.md 72). */
  readonly notice_version?: string | undefined
}

/** How long the idempotency key of a sign-up holds, ms. */
const REPEATED_WITHIN_MS = 24 * 3_600_000

/**
 * Creates a user and signs it in. A taken address costs as much work and answers only "failed" (security.md 20).
 * @throws UserRefusal, QueueFull
 */
export async function register(parts: UserParts, signUp: SignUp, key: string | null, visit: Visit): Promise<SignedIn> {
  await admitSignUp(parts, visit)
  const { users, hashing, randomness, clock, common } = parts
  const { firstName, lastName, phoneNumber: phone } = signUp
  const email = cleanEmail(signUp.email)
  const bodyHashes = randomness.fingerprints('sign-up', JSON.stringify([email, firstName, lastName, phone]))
  const once = key === null ? null : { key, bodyHashes }
  const before = await repeated(parts, once, signUp.password, visit)
  if (before !== null) return before
  const password = await hashing.hash(signUp.password, strangerAt(visit))
  const now = clock.now()
  const id = randomness.newId()
  const by = { audience: 'user', userId: id } as const
  const isPasswordWeak = isWeakPassword(signUp.password, { email, firstName, lastName, phone }, common)
  const user = {
    id,
    role: 'user',
    email,
    firstName,
    lastName,
    phone,
    password,
    isPasswordWeak,
    createdAt: now,
  } as const
  const noticeVersion = signUp.notice_version ?? null
  try {
    await users.create(
      { ...user, emailKey: emailKey(email), noticeVersion },
      auditEntry(now, 'registered', visit, { by, about: id }),
      once,
    )
  } catch (error) {
    if (!(error instanceof StorageFailure && error.kind === 'duplicate')) throw error
    const meanwhile = await repeated(parts, once, signUp.password, visit)
    if (meanwhile === null) throw new UserRefusal('registration-failed')
    return meanwhile
  }
  const fresh = { isActive: true, isPremium: false, plan: 'free', totp: null, pendingTotp: null } as const
  const notice = noticeVersion === null ? null : { version: noticeVersion, shownAt: now }
  return openSession(
    parts,
    { ...user, ...fresh, notice, passwordChangedAt: now, lastLoginAt: null, failedLogins: 0 },
    visit,
    auditEntry(now, 'login', visit, { by, about: id, detail: { with: 'registration' } }),
  )
}

/**
 * The user that an earlier sending of this sign-up made, after its password is verified; null where there was no
 * earlier sending.
 */
async function repeated(
  parts: UserParts,
  once: SignUpKey | null,
  password: string,
  visit: Visit,
): Promise<SignedIn | null> {
  const { users, hashing, clock } = parts
  const found = once === null ? null : await users.signUpUnder(once.key, clock.now() - REPEATED_WITHIN_MS)
  if (once === null || found === null) return null
  const isSame = once.bodyHashes.some((hash) => hash.every((byte, at) => byte === found.bodyHash[at]))
  const user = isSame ? await users.byId(found.userId) : null
  const { isRight } = await hashing.verify(password, user?.password ?? null, strangerAt(visit))
  if (user === null || !isRight || !user.isActive || user.totp !== null) throw new UserRefusal('idempotency-mismatch')
  const by = { audience: 'user', userId: user.id } as const
  const detail = { with: 'registration', again: true }
  return openSession(parts, user, visit, auditEntry(clock.now(), 'login', visit, { by, about: user.id, detail }))
}
