import type { Account, Audience, NewPassword } from '../ports/accounts/accounts.ts'
import type { Sharer } from '../ports/system/fair-queue.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import type { Caller } from './bearer-check.ts'
import { emailKey } from './email-key.ts'
import { accountOf, provePasswordToChange } from './proof.ts'
import { personOf, strangerAt } from './sharers.ts'
import { isFitForAdmin, isWeakPassword, type OwnWords } from './weak-password.ts'

const MINUTE = 60_000
export const ONE_TIME_MS = 15 * MINUTE

/**
 * Changes the password of a caller who proves the old one, and ends every other session (security.md 12). A repeat of
 * the last change does nothing. @throws AccountRefusal, QueueFull
 */
export async function changePassword(
  parts: AccountParts,
  caller: Caller,
  given: { readonly current: string; readonly next: string },
  visit: Visit,
): Promise<void> {
  const account = await accountOf(parts, caller)
  if (!(await provePasswordToChange(parts, account, given, visit))) return
  const change = await newPassword(parts, account.role, account, given.next, personOf(account.id))
  const audit = auditEntry(parts.clock.now(), 'password-changed', visit, { by: caller, about: account.id })
  const ended = await parts.accounts.changePassword(account.id, account.password, change, caller.sessionId, audit)
  // A parallel change was quicker: the shown password is no longer the current one.
  if (ended === null) throw new AccountRefusal('proof-wrong')
  for (const one of ended) parts.bearers.forget(one)
}

/** Hashes a new password and rates it; refuses a weak one of an admin. @throws AccountRefusal, QueueFull */
export async function newPassword(
  { hashing, common }: AccountParts,
  role: Audience,
  words: OwnWords,
  password: string,
  by: Sharer,
): Promise<NewPassword> {
  if (role === 'admin' && !isFitForAdmin(password, words, common)) throw new AccountRefusal('password-weak')
  return { password: await hashing.hash(password, by), isWeak: isWeakPassword(password, words, common) }
}

export type ResetAddress = { readonly role: Audience; readonly token: string }

/** One-time tokens for a new password, one for each account of the address: a person may be user and admin. */
export async function beginReset(parts: AccountParts, email: string): Promise<readonly ResetAddress[]> {
  const { accounts, oneTime, randomness, clock } = parts
  const made: ResetAddress[] = []
  for (const role of ['user', 'admin'] as const) {
    const account = await accounts.byEmail(role, emailKey(email))
    if (account === null) continue
    const token = randomness.newSecret()
    const now = clock.now()
    const audit = auditEntry(now, 'password-reset-begun', null, { by: 'system', about: account.id })
    const hash = randomness.fingerprint('one-time', token)
    await oneTime.add({ purpose: 'password-reset', hash, userId: account.id, expiresAt: now + ONE_TIME_MS }, audit)
    made.push({ role, token })
  }
  return made
}

/** Sets a new password with the token of a one-time address; every session ends. @throws AccountRefusal, QueueFull */
export async function resetPassword(
  parts: AccountParts,
  { token, password }: { readonly token: string; readonly password: string },
  visit: Visit,
): Promise<void> {
  const { oneTime, randomness, clock } = parts
  const hashes = randomness.fingerprints('one-time', token)
  const account = await accountOfToken(parts, hashes)
  const change = await newPassword(parts, account.role, account, password, strangerAt(visit))
  const now = clock.now()
  const audit = auditEntry(now, 'password-reset', visit, { about: account.id })
  const isDone = await oneTime.reset(hashes, account.id, change, audit)
  if (!isDone) throw new AccountRefusal('token-invalid')
}

async function accountOfToken(
  { oneTime, accounts, clock }: AccountParts,
  hashes: readonly Uint8Array[],
): Promise<Account> {
  const found = await oneTime.find('password-reset', hashes, clock.now())
  const account = found?.userId == null ? null : await accounts.byId(found.userId)
  if (account === null) throw new AccountRefusal('token-invalid')
  return account
}
