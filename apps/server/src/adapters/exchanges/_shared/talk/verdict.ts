import type { RestVerdict } from './dialect.ts'

/** Without a Retry-After: long enough for any one-minute window to have passed. */
const TOO_MANY_MS = 60_000
/** The shortest documented ban (Binance 418). */
const BANNED_MS = 120_000
/** Where we stand does not change by asking; a host that was moved is noticed within that time. */
const REGION_MS = 600_000
/** How the exchanges, and the networks before them, say that they serve nobody from our country. */
const REGION = /restricted location|your country|regulatory restrictions|not available in your (?:region|jurisdiction)/i

/** What a status and the first words of a refusal say, on every exchange. */
export function verdictOf(status: number, bodyStart: string): RestVerdict {
  if (status >= 200 && status < 300) return { kind: 'fine' }
  if (status === 451 || (status === 403 && REGION.test(bodyStart))) {
    return { kind: 'limited', reason: 'region-refused', holdMs: REGION_MS }
  }
  if (status === 429) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  if (status === 418) return { kind: 'limited', reason: 'banned', holdMs: BANNED_MS }
  return { kind: 'failed' }
}
