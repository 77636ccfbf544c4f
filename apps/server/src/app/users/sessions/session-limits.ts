import type { OpenSession } from '../../ports/users/sessions.ts'
import type { Audience } from '../../ports/users/users.ts'
import { isWithin } from '../is-within.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Lifetimes of tokens and sessions (security.md 23, 25). */
export const SESSION_LIMITS: Readonly<
  Record<Audience, { readonly tokenMs: number; readonly idleMs: number; readonly absoluteMs: number }>
> = {
  user: { tokenMs: 15 * MINUTE, idleMs: 24 * HOUR, absoluteMs: 7 * 24 * HOUR },
  admin: { tokenMs: 10 * MINUTE, idleMs: 30 * MINUTE, absoluteMs: 8 * HOUR },
}

/** Sessions of one user, at most; one more ends the oldest. */
export const MOST_SESSIONS = 10
/** How long a proof by password or code counts, ms (security.md 47). */
export const PROVEN_MS = 10 * MINUTE

/** Whether a session may still be used: not ended or expired, of an active user. */
export function isOpen(session: OpenSession, now: number): boolean {
  if (session.endedAt !== null || !session.isActive || session.role !== session.audience) return false
  return now < session.expiresAt && isWithin(session.lastSeenAt, now, SESSION_LIMITS[session.audience].idleMs - 1)
}
