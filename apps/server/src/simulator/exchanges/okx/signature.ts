import { createHmac } from 'node:crypto'

const SKEW_MS = 30_000

/**
 * Base64 of HMAC-SHA256 over timestamp, method, path with its query, and body, each as sent (docs: REST
 * authentication).
 */
export function signatureOf(secret: string, timestamp: string, method: string, target: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}${method}${target}${body}`).digest('base64')
}

/** Epoch ms of `2020-12-08T09:08:57.715Z`, or of epoch seconds; null for other text. */
export function timeOf(timestamp: string): number | null {
  if (/^\d{10}(\.\d{1,3})?$/.test(timestamp)) return Number(timestamp) * 1000
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(timestamp)) return null
  const ms = Date.parse(timestamp)
  return Number.isNaN(ms) ? null : ms
}

/** A request may be at most 30 s old, or 30 s ahead. */
export const isTimely = (sentMs: number, serverMs: number): boolean => Math.abs(serverMs - sentMs) <= SKEW_MS
