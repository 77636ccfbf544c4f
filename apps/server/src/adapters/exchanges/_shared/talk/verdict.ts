import type { RestVerdict } from './dialect.ts'

/** Hold after a 429 without Retry-After, ms: any one-minute window has passed by then. */
const TOO_MANY_MS = 60_000
/** Hold after a 418 without Retry-After, ms: the shortest documented ban (Binance). */
const BANNED_MS = 120_000
/** Hold after a country refusal, ms: asking again does not help; a server that was moved is noticed within it. */
const REGION_MS = 600_000
/** Texts by which exchanges, and the networks before them, refuse a country. */
const REGION = /restricted location|your country|regulatory restrictions|not available in your (?:region|jurisdiction)/i

/** Judges a status and the beginning of its body by the rules common to all exchanges. */
export function verdictOf(status: number, bodyStart: string): RestVerdict {
  if (status >= 200 && status < 300) return { kind: 'fine' }
  if (status === 451 || (status === 403 && REGION.test(bodyStart))) {
    return { kind: 'limited', reason: 'region-refused', holdMs: REGION_MS }
  }
  if (status === 429) return { kind: 'limited', reason: 'too-many-requests', holdMs: TOO_MANY_MS }
  if (status === 418) return { kind: 'limited', reason: 'banned', holdMs: BANNED_MS }
  return { kind: 'failed' }
}
