import type { Audience } from '../ports/accounts/accounts.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import type { Caller } from './bearer-check.ts'
import { emailKey } from './email-key.ts'
import { accountOf, proveBoth, wantFreshProof } from './proof.ts'

/**
 * Makes a new secret, which is in use once a code of it is confirmed. @throws AccountRefusal where a secret is in use
 */
export async function beginTotp(parts: AccountParts, caller: Caller): Promise<{ secret: string; address: string }> {
  wantFreshProof(caller, parts.clock.now())
  const account = await accountOf(parts, caller)
  const { sealed, secret, address } = parts.codes.newSecret(account.id, account.email)
  if (!(await parts.totp.begin(account.id, sealed, parts.clock.now()))) throw new AccountRefusal('conflict')
  return { secret, address }
}

/** Switches the second factor on; returns the recovery codes, which are shown only here. @throws AccountRefusal */
export async function confirmTotp(
  parts: AccountParts,
  caller: Caller,
  code: string,
  visit: Visit,
): Promise<readonly string[]> {
  const { codes, totp, clock, bearers } = parts
  const recovery = codes.newRecoveryCodes()
  const confirm = async (sealedBefore: string | null): Promise<boolean> => {
    const { id, pendingTotp } = await accountOf(parts, caller)
    if (pendingTotp === null || pendingTotp.keyId === sealedBefore) return false
    const step = codes.stepOf(id, pendingTotp, code)
    if (step === null) throw new AccountRefusal('proof-wrong')
    const now = clock.now()
    const audit = auditEntry(now, 'totp-on', visit, { by: caller, about: id })
    // Where it fails, the secret may have been sealed under another key since it was read.
    return (await totp.confirm(id, pendingTotp, step, recovery, now, audit)) || confirm(pendingTotp.keyId)
  }
  if (!(await confirm(null))) throw new AccountRefusal('conflict')
  bearers.forget(caller.sessionId)
  return recovery.map((one) => one.code)
}

/** Switches the second factor off, after password and code. @throws AccountRefusal, QueueFull */
export async function removeTotp(
  parts: AccountParts,
  caller: Caller,
  given: { readonly password: string; readonly totp: string },
  visit: Visit,
): Promise<void> {
  const account = await accountOf(parts, caller)
  if (account.totp === null) throw new AccountRefusal('conflict')
  await proveBoth(parts, account, given, visit)
  const audit = auditEntry(parts.clock.now(), 'totp-off', visit, { by: caller, about: account.id })
  await parts.totp.remove(account.id, false, audit)
  parts.bearers.forget(caller.sessionId)
}

/**
 * Switches off the second factor of somebody who lost phone and recovery codes, and ends every session: a lost phone
 * may be logged in. Returns the number of ended sessions. The operator must have identified the person who asks.
 */
export async function removeLostTotp(
  { accounts, totp, clock }: AccountParts,
  role: Audience,
  email: string,
): Promise<number | 'no-account' | 'not-on'> {
  const account = await accounts.byEmail(role, emailKey(email))
  if (account === null) return 'no-account'
  if (account.totp === null) return 'not-on'
  const audit = auditEntry(clock.now(), 'totp-off', null, { by: 'system', about: account.id })
  return (await totp.remove(account.id, true, audit)).length
}
