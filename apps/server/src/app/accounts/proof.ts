import type { Account } from '../ports/accounts.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import type { Caller } from './bearer-check.ts'
import { isRightCode } from './right-code.ts'
import { PROVEN_MS } from './session-limits.ts'
import { admitGuess, clearGuesses, countFailure } from './throttle.ts'

/** As long as the site sends a call that was not answered under the same name. */
const SAME_CHANGE_MS = 120_000

type Given = { readonly password?: string | undefined; readonly totp?: string | undefined }

/** The account behind a session; it may have gone since. @throws AccountRefusal */
export async function accountOf({ accounts }: AccountParts, { accountId }: Caller): Promise<Account> {
  const account = await accounts.byId(accountId)
  if (account === null) throw new AccountRefusal('unauthorized')
  return account
}

/**
 * Password or code again, which holds for ten minutes (security.md 47). A wrong one never ends the session.
 * @throws AccountRefusal, HashingBusy
 */
export async function prove(
  parts: AccountParts,
  caller: Caller,
  { password, totp }: Given,
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

/** The password, and the code too where the account has one. @throws AccountRefusal, HashingBusy */
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
 * The current password before it is changed. False: the next one is in force already, because the same change was made
 * a moment ago and its answer did not arrive. @throws AccountRefusal, HashingBusy
 */
export async function provePasswordToChange(
  parts: AccountParts,
  account: Account,
  given: { readonly current: string; readonly next: string },
  visit: Visit,
): Promise<boolean> {
  const isRecent = parts.clock.now() - account.passwordChangedAt < SAME_CHANGE_MS
  let isCurrent = false
  await guess(parts, account, visit, async () => {
    isCurrent = await isPassword(parts, account, given.current)
    return isCurrent || (isRecent && (await isPassword(parts, account, given.next)))
  })
  return isCurrent
}

/** Accounts with a second factor show it again before what cannot be taken back. @throws AccountRefusal */
export function wantProof(caller: Caller, now: number): void {
  if (caller.hasTotp) wantFreshProof(caller, now)
}

/**
 * The same of every account, for what would lock its owner out: whoever holds a stolen token has no password.
 * @throws AccountRefusal
 */
export function wantFreshProof({ provenAt }: Caller, now: number): void {
  if (provenAt === null || now - provenAt > PROVEN_MS) throw new AccountRefusal('proof-required')
}

async function isPassword({ hashing }: AccountParts, account: Account, password: string): Promise<boolean> {
  return (await hashing.verify(password, account.password)).isRight
}

/** Whoever holds a stolen token guesses no faster than at the login. */
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
