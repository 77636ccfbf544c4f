import { createHmac } from 'node:crypto'

const DEFAULT_WINDOW_MS = 5_000
const AHEAD_MS = 1_000

/** Authentication headers of a signed call. The receive window stays text, since it is signed as sent. */
export interface SignedHeaders {
  readonly apiKey: string
  readonly timestamp: string
  readonly recvWindow: string
}

/**
 * Hex of HMAC-SHA256 over timestamp, key, receive window and payload (docs: integration guidance). The payload is a
 * GET's query or a POST's body, byte for byte.
 */
export function signatureOf(secret: string, { timestamp, apiKey, recvWindow }: SignedHeaders, payload: string): string {
  return createHmac('sha256', secret).update(`${timestamp}${apiKey}${recvWindow}${payload}`).digest('hex')
}

/** `server - recvWindow <= timestamp < server + 1000`; null where a value is not a number. */
export function isTimely({ timestamp, recvWindow }: SignedHeaders, serverMs: number): boolean | null {
  if (!/^\d{1,15}$/.test(timestamp) || !/^\d{0,9}$/.test(recvWindow)) return null
  const windowMs = recvWindow === '' ? DEFAULT_WINDOW_MS : Number(recvWindow)
  const sentMs = Number(timestamp)
  return sentMs >= serverMs - windowMs && sentMs < serverMs + AHEAD_MS
}
