import type { Account } from '../ports/accounts/accounts.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import type { Caller } from './bearer-check.ts'
import { isWithin } from './is-within.ts'
import { isRightCode } from './right-code.ts'
import { PROVEN_MS } from './session-limits.ts'
import { personOf } from './sharers.ts'
import { admitGuess, clearGuesses, countFailure } from './throttle.ts'

/**
 * Window in which a repeated change counts as one, ms: the site repeats an unanswered call under one idempotency key
 * for that long.
 */
const SAME_CHANGE_MS = 120_000

/** What an account proves itself with: password, code of the second factor, or both. */
type Proof = { readonly password?: string | undefined; readonly totp?: string | undefined }

/** The account behind a session. @throws AccountRefusal where it was deleted */
export async function accountOf({ accounts }: AccountParts, { accountId }: Caller): Promise<Account> {
  const account = await accounts.byId(accountId)
  if (account === null) throw new AccountRefusal('unauthorized')
  return account
}

/**
 * Verifies password or code again, which counts for ten minutes (security.md 47). A wrong proof never ends the session.
 * @throws AccountRefusal, QueueFull
 */
export async function prove(
  parts: AccountParts,
  caller: Caller,
  { password, totp }: Proof,
  visit: Visit,
): Promise<void> {
  const account = await accountOf(parts, caller)
  if (password === undefined && totp === undefined) throw new AccountRefusal('proof-wrong')
  await guess(parts, account, visit, async () => {
    if (password !== undefined && !(await isPassword(parts, account, password))) return false
    return totp === undefined || isRightCode(parts, account, totp)
  })
  await parts.sessions.prove(caller.sessionId, parts.clock.now())
  parts.bearers.forget(caller.sessionId)
}

/** Verifies the password, and the code where the account has a second factor. @throws AccountRefusal, QueueFull */
export async function proveBoth(
  parts: AccountParts,
  account: Account,
  { password, totp }: { readonly password: string; readonly totp?: string | undefined },
  visit: Visit,
): Promise<void> {
  if (account.totp !== null && totp === undefined) throw new AccountRefusal('proof-required')
  await guess(parts, account, visit, async () => {
    if (!(await isPassword(parts, account, password))) return false
    return account.totp === null || isRightCode(parts, account, totp ?? '')
  })
}

/**
 * Verifies the current password before a change of it. False: the new password is in force already, since the change
 * was made a moment ago and its answer was lost. @throws AccountRefusal, QueueFull
 */
export async function provePasswordToChange(
  parts: AccountParts,
  account: Account,
  given: { readonly current: string; readonly next: string },
  visit: Visit,
): Promise<boolean> {
  const isRecent = isWithin(account.passwordChangedAt, parts.clock.now(), SAME_CHANGE_MS)
  let isCurrent = false
  await guess(parts, account, visit, async () => {
    isCurrent = await isPassword(parts, account, given.current)
    return isCurrent || (isRecent && (await isPassword(parts, account, given.next)))
  })
  return isCurrent
}

/** Requires a recent proof of accounts with a second factor, before irreversible actions. @throws AccountRefusal */
export function wantProof(caller: Caller, now: number): void {
  if (caller.hasTotp) wantFreshProof(caller, now)
}

/**
 * Requires a recent proof of every account, before actions that could lock its owner out: a stolen token comes without
 * the password.
 * @throws AccountRefusal
 */
export function wantFreshProof({ provenAt }: Caller, now: number): void {
  if (provenAt === null || !isWithin(provenAt, now, PROVEN_MS)) throw new AccountRefusal('proof-required')
}

async function isPassword({ hashing }: AccountParts, account: Account, password: string): Promise<boolean> {
  return (await hashing.verify(password, account.password, personOf(account.id))).isRight
}

/** Counts the attempt as the login does, so that a stolen token allows no faster guessing. */
async function guess(
  parts: AccountParts,
  account: Account,
  visit: Visit,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const subject = { what: 'proof', key: account.id } as const
  await admitGuess(parts, subject, visit)
  if (await isRight()) return clearGuesses(parts, subject)
  const audit = auditEntry(parts.clock.now(), 'proof-failed', visit, { about: account.id })
  await parts.accounts.noteFailure(account.id, audit)
  await countFailure(parts, visit)
  throw new AccountRefusal('proof-wrong')
}
