import type { Account, MaskedKey } from '../ports/accounts/accounts.ts'
import type { AuditEntry } from '../ports/accounts/audit-log.ts'
import type { Randomness } from '../ports/accounts/secrets.ts'
import { type AccountParts, AccountRefusal, type Visit } from './account-parts.ts'
import { deviceOf } from './device-of.ts'
import { MOST_SESSIONS, SESSION_LIMITS } from './session-limits.ts'

/**
 * Result of a renewal: the access token, which scripts hold, and the next secret of the cookie, unless another tab
 * received it.
 */
export type Renewal = {
  readonly accessToken: string
  readonly lifetimeMs: number
  readonly secret: { readonly value: string; readonly keptMs: number } | null
}

/**
 * The next secret of a renewal cookie. It carries its session's id: only the newest two secrets are stored, and an
 * older one must be distinguished from a stranger's (security.md 24).
 */
export const newRenewalSecret = ({ newSecret }: Randomness, sessionId: string): string => `${sessionId}.${newSecret()}`

/** The session id that a secret carries; null where it carries no id. */
export const sessionNamedIn = (secret: string): string | null => /^([\w-]{22})\.[\w-]{43}$/.exec(secret)?.[1] ?? null

/** Result of a login, with the account as it was before the login. */
export type SignedIn = Renewal & { readonly account: Account; readonly keys: readonly MaskedKey[] }

/**
 * Opens a session after the password was verified.
 * @throws AccountRefusal where the password was changed, or the account deleted or disabled, since
 */
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
  const secret = newRenewalSecret(randomness, id)
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
  const from = { address: visit.address, ...deviceOf(visit.userAgent) }
  const ended = await sessions.open(session, account.password, hash, from, MOST_SESSIONS, audit)
  if (ended === null) throw new AccountRefusal('invalid-credentials')
  for (const one of ended) parts.bearers.forget(one)
  return {
    accessToken: await tokens.sign(account.role, { accountId: account.id, sessionId: id }, now, tokenMs),
    lifetimeMs: tokenMs,
    secret: { value: secret, keptMs: absoluteMs },
    account,
    keys: account.role === 'user' ? await accounts.maskedKeys(account.id) : [],
  }
}
