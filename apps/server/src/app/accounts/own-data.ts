import type { Account, AccountCopy, MaskedKey } from '../ports/accounts/accounts.ts'
import type { AuditLineRead } from '../ports/accounts/audit-log.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { auditEntry } from './audit-entry.ts'
import type { Caller } from './bearer-check.ts'
import { accountOf, proveBoth, wantProof } from './proof.ts'

type WithKeys<T> = T & { readonly keys: readonly MaskedKey[] }

/** The signed-in account, with the fields that the login returned. @throws AccountRefusal */
export async function whoAmI(parts: AccountParts, caller: Caller): Promise<WithKeys<{ readonly account: Account }>> {
  const account = await parts.accounts.ofSession(caller.accountId, caller.sessionId)
  if (account === null) throw new AccountRefusal('unauthorized')
  const keys = account.role === 'user' ? await parts.accounts.maskedKeys(account.id) : []
  return { account, keys }
}

/** Events that a user is told of at once. */
const MOST_EVENTS = 50

/** The newest events of these kinds of the caller's account, newest first (security.md 96). */
export const listEvents = (
  { audit }: Pick<AccountParts, 'audit'>,
  { accountId }: Caller,
  kinds: readonly string[],
): Promise<readonly AuditLineRead[]> => audit.ofAccount(accountId, kinds, MOST_EVENTS)

/** All data of the caller's account, without secrets (security.md 74). @throws AccountRefusal */
export async function exportAccount(
  parts: AccountParts,
  caller: Caller,
  visit: Visit,
): Promise<AccountCopy & { readonly at: number }> {
  const { accounts, clock } = parts
  const now = clock.now()
  wantProof(caller, now)
  const copy = await accounts.copyOf(caller.accountId)
  await accounts.note(auditEntry(now, 'account-exported', visit, { by: caller, about: caller.accountId }))
  return { ...copy, at: now }
}

/**
 * Erases the account for good. Returns the name of a running trade instead, and then erases nothing.
 * @throws AccountRefusal, QueueFull
 */
export async function deleteAccount(
  parts: AccountParts,
  caller: Caller,
  given: { readonly password: string; readonly totp?: string | undefined },
  visit: Visit,
): Promise<{ readonly runningTrade: string } | null> {
  const account = await accountOf(parts, caller)
  await proveBoth(parts, account, given, visit)
  const now = parts.clock.now()
  const audit = auditEntry(now, 'account-deleted', visit, { by: caller, about: account.id })
  const removal = await parts.accounts.erase(account.id, audit)
  if (removal === 'unknown') throw new AccountRefusal('unauthorized')
  if (removal !== 'removed') return removal
  parts.bearers.forget(caller.sessionId)
  return null
}
