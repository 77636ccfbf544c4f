import type { AuditEntry } from '../../ports/users/audit-log.ts'
import type { Randomness } from '../../ports/users/secrets.ts'
import type { MaskedKey, User } from '../../ports/users/users.ts'
import { type UserParts, UserRefusal, type Visit } from '../user-parts.ts'
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

/** Result of a login, with the user as it was before the login. */
export type SignedIn = Renewal & { readonly user: User; readonly keys: readonly MaskedKey[] }

/**
 * Opens a session after the password was verified.
 * @throws UserRefusal where the password was changed, or the user deleted or disabled, since
 */
export async function openSession(parts: UserParts, user: User, visit: Visit, audit: AuditEntry): Promise<SignedIn> {
  const { sessions, randomness, tokens, clock, users } = parts
  const now = clock.now()
  const { tokenMs, absoluteMs } = SESSION_LIMITS[user.role]
  const id = randomness.newId()
  const secret = newRenewalSecret(randomness, id)
  const session = {
    id,
    userId: user.id,
    audience: user.role,
    createdAt: now,
    lastSeenAt: now,
    refreshedAt: now,
    expiresAt: now + absoluteMs,
    provenAt: now,
    endedAt: null,
  }
  const hash = randomness.fingerprint('refresh', secret)
  const from = { address: visit.address, ...deviceOf(visit.userAgent) }
  const ended = await sessions.open(session, user.password, hash, from, MOST_SESSIONS, audit)
  if (ended === null) throw new UserRefusal('invalid-credentials')
  for (const one of ended) parts.bearers.forget(one)
  return {
    accessToken: await tokens.sign(user.role, { userId: user.id, sessionId: id }, now, tokenMs),
    lifetimeMs: tokenMs,
    secret: { value: secret, keptMs: absoluteMs },
    user,
    keys: user.role === 'user' ? await users.maskedKeys(user.id) : [],
  }
}
