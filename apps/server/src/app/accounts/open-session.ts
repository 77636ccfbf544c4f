import type { Account, MaskedKey } from '../ports/accounts.ts'
import type { AuditEntry } from '../ports/audit-log.ts'
import type { AccountParts, Visit } from './account-parts.ts'
import { MOST_SESSIONS, SESSION_LIMITS } from './session-limits.ts'

/** What a renewal gives: a token that scripts hold, and, unless another tab has it, the next secret of the cookie. */
export type Renewal = {
  readonly accessToken: string
  readonly lifetimeMs: number
  readonly secret: { readonly value: string; readonly keptMs: number } | null
}

/** A login, with what is told of the account: as it was before it. */
export type SignedIn = Renewal & { readonly account: Account; readonly keys: readonly MaskedKey[] }

/** Starts a session of an account that has just proven itself. */
export async function openSession(
  parts: AccountParts,
  account: Account,
  visit: Visit,
  audit: AuditEntry,
): Promise<SignedIn> {
  const { sessions, randomness, tokens, clock, accounts } = parts
  const now = clock.now()
  const { tokenMs, absoluteMs } = SESSION_LIMITS[account.role]
  const id = randomness.newId()
  const secret = randomness.newSecret()
  const session = {
    id,
    userId: account.id,
    audience: account.role,
    createdAt: now,
    lastSeenAt: now,
    refreshedAt: now,
    expiresAt: now + absoluteMs,
    provenAt: now,
    endedAt: null,
  }
  const hash = randomness.fingerprint('refresh', secret)
  const ended = await sessions.open(session, hash, visit.address, MOST_SESSIONS, audit)
  for (const one of ended) parts.bearers.forget(one)
  return {
    accessToken: await tokens.sign(account.role, { accountId: account.id, sessionId: id }, now, tokenMs),
    lifetimeMs: tokenMs,
    secret: { value: secret, keptMs: absoluteMs },
    account,
    keys: account.role === 'user' ? await accounts.maskedKeys(account.id) : [],
  }
}
