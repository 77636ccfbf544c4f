import type { Account, Audience } from '../ports/accounts/accounts.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import { emailKey } from './email-key.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { isRightCode } from './right-code.ts'
import { admitGuess, clearGuesses, countFailure, type Guess } from './throttle.ts'

export type Credentials = { readonly email: string; readonly password: string; readonly totp?: string | undefined }

/** Failures since the last login from which on a login is marked (security.md 22). */
const MARKED_AFTER = 3

/**
 * Signs a person in. An unknown address, a wrong password and a disabled account give one answer in equal time
 * (security.md 19). Only logins within the hashing limit reach the database (security.md 4).
 * @throws AccountRefusal, HashingBusy
 */
export const login = (
  parts: AccountParts,
  audience: Audience,
  credentials: Credentials,
  visit: Visit,
): Promise<SignedIn> => parts.hashing.admit(() => admitted(parts, audience, credentials, visit))

async function admitted(
  parts: AccountParts,
  audience: Audience,
  { email, password, totp }: Credentials,
  visit: Visit,
): Promise<SignedIn> {
  const { accounts, hashing, clock } = parts
  const key = emailKey(email)
  const guess: Guess = { what: `login-${audience}`, key }
  await admitGuess(parts, guess, visit)
  const account = await accounts.byEmail(audience, key)
  const { isRight, isOutdated } = await hashing.verify(password, account?.password ?? null)
  if (account === null || !isRight || !account.isActive) {
    await fail(parts, account, visit)
    throw new AccountRefusal('invalid-credentials')
  }
  if (account.totp !== null) {
    if (totp === undefined) throw new AccountRefusal('totp-required')
    if (!(await isRightCode(parts, account, totp))) {
      await fail(parts, account, visit)
      throw new AccountRefusal('totp-wrong')
    }
  }
  await clearGuesses(parts, guess)
  const current = isOutdated ? await rehashed(parts, account, password) : account
  const after = account.failedLogins
  const detail = after >= MARKED_AFTER ? { after_failures: after } : {}
  const by = { audience, accountId: account.id }
  return openSession(parts, current, visit, auditEntry(clock.now(), 'login', visit, { by, about: account.id, detail }))
}

/** The account after its unchanged password was rehashed at today's cost (security.md 3). */
async function rehashed({ accounts, hashing }: AccountParts, account: Account, password: string): Promise<Account> {
  const fresh = await hashing.hash(password)
  if (await accounts.rehash(account.id, account.password, fresh)) return { ...account, password: fresh }
  // A parallel login rehashed first, or the password was changed.
  const now = await accounts.byId(account.id)
  const isStillRight = now !== null && (await hashing.verify(password, now.password)).isRight
  return isStillRight ? now : account
}

async function fail(parts: AccountParts, account: Account | null, visit: Visit): Promise<void> {
  const about = account?.id ?? null
  await parts.accounts.noteFailure(about, auditEntry(parts.clock.now(), 'login-failed', visit, { about }))
  await countFailure(parts, visit)
}
