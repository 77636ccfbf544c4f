import type { RestVerdict } from './dialect.ts'

/** Without a Retry-After: long enough for any one-minute window to have passed. */
const TOO_MANY_MS = 60_000
/** The shortest documented ban (Binance 418). */
const BANNED_MS = 120_000

/** What a status alone says, on every exchange. */
export function verdictOf(status: number): RestVerdict {
  if (status >= 200 && status < 300) return { kind: 'fine' }
  if (status === 429) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  if (status === 418) return { kind: 'limited', reason: 'banned', holdMs: BANNED_MS }
  return { kind: 'failed' }
}
