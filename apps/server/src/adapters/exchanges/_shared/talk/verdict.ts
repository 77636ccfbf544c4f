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

/** A Retry-After beyond this is taken for a mistake; Binance's longest ban is 3 days. */
const LONGEST_BAN_MS = 7 * 86_400_000

/** The end of a ban of that length, epoch ms. */
export const banEnd = (now: number, forMs: number): number => now + Math.min(LONGEST_BAN_MS, Math.max(1_000, forMs))

/** The end of a ban in Binance's body, epoch ms: "IP banned until 1659146400000." (its documents, Limits). */
const BANNED_UNTIL = /\bbanned until (\d{13})\b/

/**
 * Time until a limit ends, ms: the later of Retry-After (seconds or a date) and the time in the body. Null where
 * neither can be read.
 */
export function retryAfterMs(header: string | null, bodyStart: string, now: number): number | null {
  const told = BANNED_UNTIL.exec(bodyStart)?.[1]
  const ends = [
    header === null ? Number.NaN : endOf(header.trim(), now),
    told === undefined ? Number.NaN : Number(told),
  ]
  const known = ends.filter((end) => !Number.isNaN(end))
  return known.length === 0 ? null : Math.max(0, Math.max(...known) - now)
}

/** The time that a Retry-After names, epoch ms; NaN where it cannot be read. */
const endOf = (header: string, now: number) =>
  /^\d{1,9}$/.test(header) ? now + Number(header) * 1_000 : Date.parse(header)
