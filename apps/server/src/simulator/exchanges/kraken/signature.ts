import { createHash, createHmac } from 'node:crypto'

/**
 * Base64 of HMAC-SHA512, under the decoded secret, over the path and SHA-256 of nonce and body (docs: REST authentication).
 * The body as it was sent; the nonce is in it, and comes before it once more.
 */
export function signatureOf(secret: string, path: string, nonce: string, body: string): string {
  const digest = createHash('sha256').update(`${nonce}${body}`).digest()
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(path).update(digest).digest('base64')
}

/** Nonces are unsigned numbers of 64 bits; null where it is none. */
export function nonceOf(text: string): bigint | null {
  if (!/^\d{1,20}$/.test(text)) return null
  const nonce = BigInt(text)
  return nonce < 2n ** 64n ? nonce : null
}
