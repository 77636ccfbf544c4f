import type { Account, Audience } from '../ports/accounts/accounts.ts'
import type { Sharer } from '../ports/system/fair-queue.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import { emailKey } from './email-key.ts'
import { knownDevice } from './known-device.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { isRightCode } from './right-code.ts'
import { admitGuess, clearGuesses, countFailure, type Guess } from './throttle.ts'

export type Credentials = { readonly email: string; readonly password: string; readonly totp?: string | undefined }

/** Failures since the last login from which on a login is marked (security.md 22). */
const MARKED_AFTER = 3

/**
 * Signs a person in. An unknown address, a wrong password and a disabled account give one answer in equal time
 * (security.md 19). Only logins within the hashing limit reach the database (security.md 4). `deviceText`: what
 * `rememberedDevice` made at an earlier login on this device.
 * @throws AccountRefusal, QueueFull
 */
export function login(
  parts: AccountParts,
  audience: Audience,
  credentials: Credentials,
  visit: Visit,
  deviceText: string | null = null,
): Promise<SignedIn> {
  const guess = guessAt(audience, credentials.email)
  const device = knownDevice(parts.randomness, deviceText, guess)
  const by = { key: visit.subscriber, rank: device === null ? 'stranger' : 'person' } as const
  return parts.hashing.admit(by, () => admitted(parts, audience, credentials, visit, { ...guess, device }, by))
}

export const guessAt = (audience: Audience, email: string): Guess => ({
  what: `login-${audience}`,
  key: emailKey(email),
})

async function admitted(
  parts: AccountParts,
  audience: Audience,
  { password, totp }: Credentials,
  visit: Visit,
  guess: Guess,
  by: Sharer,
): Promise<SignedIn> {
  const { accounts, hashing, clock } = parts
  await admitGuess(parts, guess, visit)
  const account = await accounts.byEmail(audience, guess.key)
  const { isRight, isOutdated } = await hashing.verify(password, account?.password ?? null, by)
  if (account === null || !isRight || !account.isActive) {
    await fail(parts, account, visit)
    throw new AccountRefusal('invalid-credentials')
  }
  if (account.totp !== null) {
    if (totp === undefined) {
      // Somebody knows the right password of the account: its owner should read of it.
      await accounts.note(auditEntry(clock.now(), 'login-code-wanted', visit, { about: account.id }))
      throw new AccountRefusal('totp-required')
    }
    if (!(await isRightCode(parts, account, totp))) {
      await fail(parts, account, visit, { password_right: true })
      throw new AccountRefusal('totp-wrong')
    }
  }
  await clearGuesses(parts, guess)
  const current = isOutdated ? await rehashed(parts, account, password, by) : account
  const after = account.failedLogins
  const detail = {
    ...(after >= MARKED_AFTER ? { after_failures: after } : {}),
    ...(guess.device === null ? { new_device: true } : {}),
  }
  const caller = { audience, accountId: account.id }
  const audit = auditEntry(clock.now(), 'login', visit, { by: caller, about: account.id, detail })
  return openSession(parts, current, visit, audit)
}

/** The account after its unchanged password was rehashed at today's cost (security.md 3). */
async function rehashed(
  { accounts, hashing }: AccountParts,
  account: Account,
  password: string,
  by: Sharer,
): Promise<Account> {
  const fresh = await hashing.hash(password, by)
  if (await accounts.rehash(account.id, account.password, fresh)) return { ...account, password: fresh }
  // A parallel login rehashed first, or somebody changed the password.
  const now = await accounts.byId(account.id)
  const isStillRight = now !== null && (await hashing.verify(password, now.password, by)).isRight
  return isStillRight ? now : account
}

async function fail(parts: AccountParts, account: Account | null, visit: Visit, detail = {}): Promise<void> {
  const about = account?.id ?? null
  await parts.accounts.noteFailure(about, auditEntry(parts.clock.now(), 'login-failed', visit, { about, detail }))
  await countFailure(parts, visit)
}
