import { createHmac } from 'node:crypto'

const DEFAULT_WINDOW_MS = 5_000
const MAX_WINDOW_MS = 60_000
/** Digits from which a timestamp is in microseconds. */
const MICRO_DIGITS = 16
const AHEAD_MS = 1_000

/**
 * The signed payload (docs: request security): the query directly followed by the body, both as sent, without
 * `signature`.
 */
export function signedPayload(search: string, body: string): string {
  const without = (text: string) =>
    text
      .split('&')
      .filter((part) => !part.startsWith('signature='))
      .join('&')
  return without(search) + without(body)
}

/** HMAC-SHA256 in hex. Non-ASCII text must be percent-encoded before signing (enforced since January 2026). */
export function isSignedBy(secret: string, payload: string, signature: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  if (!/^[\x00-\x7f]*$/.test(payload)) return false
  // The letters of a hex signature may have either case.
  return createHmac('sha256', secret).update(payload).digest('hex') === signature.toLowerCase()
}

export type Timing = 'good' | 'ahead' | 'late' | 'window-too-long' | 'malformed'

/** `timestamp < server + 1000 && server - timestamp <= recvWindow`, as the documents write it. */
export function timingOf(timestamp: string, recvWindow: string | null, serverMs: number): Timing {
  if (!/^\d{1,17}$/.test(timestamp)) return 'malformed'
  if (recvWindow !== null && !/^\d{1,9}(\.\d{1,3})?$/.test(recvWindow)) return 'malformed'
  const windowMs = recvWindow === null ? DEFAULT_WINDOW_MS : Number(recvWindow)
  if (windowMs > MAX_WINDOW_MS) return 'window-too-long'
  const sentMs = timestamp.length >= MICRO_DIGITS ? Number(timestamp) / 1000 : Number(timestamp)
  if (sentMs >= serverMs + AHEAD_MS) return 'ahead'
  return serverMs - sentMs <= windowMs ? 'good' : 'late'
}
