import { StorageFailure } from '../ports/storage.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import { cleanEmail, emailKey } from './email-key.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { admitSignUp } from './throttle.ts'
import { isWeakPassword } from './weak-password.ts'

/** The information notice that the form links to before anything is sent (security.md 72). */
const NOTICE_VERSION = '2026-11'

export type SignUp = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
}

/**
 * A new account, signed in at once. An address that is taken costs as much work and says no more than "failed"
 * (security.md 20).
 * @throws AccountRefusal, HashingBusy
 */
export async function register(parts: AccountParts, signUp: SignUp, visit: Visit): Promise<SignedIn> {
  await admitSignUp(parts, visit)
  const { accounts, hashing, randomness, clock, common } = parts
  const { firstName, lastName, phoneNumber: phone } = signUp
  const email = cleanEmail(signUp.email)
  const password = await hashing.hash(signUp.password)
  const now = clock.now()
  const id = randomness.newId()
  const by = { audience: 'user', accountId: id } as const
  const isPasswordWeak = isWeakPassword(signUp.password, { email, firstName, lastName, phone }, common)
  const account = {
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
  try {
    await accounts.create(
      { ...account, emailKey: emailKey(email), noticeVersion: NOTICE_VERSION },
      auditEntry(now, 'registered', visit, { by, about: id }),
    )
  } catch (error) {
    if (error instanceof StorageFailure && error.kind === 'duplicate') throw new AccountRefusal('registration-failed')
    throw error
  }
  const fresh = { isActive: true, isPremium: false, plan: 'free', totp: null, pendingTotp: null } as const
  return openSession(
    parts,
    { ...account, ...fresh, lastLoginAt: null, failedLogins: 0 },
    visit,
    auditEntry(now, 'login', visit, { by, about: id, detail: { with: 'registration' } }),
  )
}
