import type { Audience } from '../ports/users/users.ts'
import { auditEntry } from './audit-entry.ts'
import { emailKey } from './email-key.ts'
import { proveBoth, userOf, wantFreshProof } from './proof.ts'
import type { Caller } from './sessions/bearer-check.ts'
import { type UserParts, UserRefusal, type Visit } from './user-parts.ts'

/**
 * Makes a new secret, which is in use once a code of it is confirmed. @throws UserRefusal where a secret is in use
 */
export async function beginTotp(parts: UserParts, caller: Caller): Promise<{ secret: string; address: string }> {
  wantFreshProof(caller, parts.clock.now())
  const user = await userOf(parts, caller)
  const { sealed, secret, address } = parts.codes.newSecret(user.id, user.email)
  if (!(await parts.totp.begin(user.id, sealed, parts.clock.now()))) throw new UserRefusal('conflict')
  return { secret, address }
}

/** Switches the second factor on; returns the recovery codes, which are shown only here. @throws UserRefusal */
export async function confirmTotp(
  parts: UserParts,
  caller: Caller,
  code: string,
  visit: Visit,
): Promise<readonly string[]> {
  const { codes, totp, clock, bearers } = parts
  const recovery = codes.newRecoveryCodes()
  const confirm = async (sealedBefore: string | null): Promise<boolean> => {
    const { id, pendingTotp } = await userOf(parts, caller)
    if (pendingTotp === null || pendingTotp.keyId === sealedBefore) return false
    const step = codes.stepOf(id, pendingTotp, code)
    if (step === null) throw new UserRefusal('proof-wrong')
    const now = clock.now()
    const audit = auditEntry(now, 'totp-on', visit, { by: caller, about: id })
    // Where it fails, the secret may have been sealed under another key since it was read.
    return (await totp.confirm(id, pendingTotp, step, recovery, now, audit)) || confirm(pendingTotp.keyId)
  }
  if (!(await confirm(null))) throw new UserRefusal('conflict')
  bearers.forget(caller.sessionId)
  return recovery.map((one) => one.code)
}

/** Switches the second factor off, after password and code. @throws UserRefusal, QueueFull */
export async function removeTotp(
  parts: UserParts,
  caller: Caller,
  given: { readonly password: string; readonly totp: string },
  visit: Visit,
): Promise<void> {
  const user = await userOf(parts, caller)
  if (user.totp === null) throw new UserRefusal('conflict')
  await proveBoth(parts, user, given, visit)
  const audit = auditEntry(parts.clock.now(), 'totp-off', visit, { by: caller, about: user.id })
  await parts.totp.remove(user.id, false, audit)
  parts.bearers.forget(caller.sessionId)
}

/**
 * Switches off the second factor of somebody who lost phone and recovery codes, and ends every session: a lost phone
 * may be logged in. Returns the number of ended sessions. The operator must have identified the person who asks.
 */
export async function removeLostTotp(
  { users, totp, clock }: UserParts,
  role: Audience,
  email: string,
): Promise<number | 'no-account' | 'not-on'> {
  const user = await users.byEmail(role, emailKey(email))
  if (user === null) return 'no-account'
  if (user.totp === null) return 'not-on'
  const audit = auditEntry(clock.now(), 'totp-off', null, { by: 'system', about: user.id })
  return (await totp.remove(user.id, true, audit)).length
}
