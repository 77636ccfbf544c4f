import { createHash, createHmac } from 'node:crypto'

/**
 * Base64 of HMAC-SHA512, under the decoded secret, over the path and the SHA-256 of nonce and body (docs: REST
 * authentication). `body`: as sent. It holds the nonce, which is hashed before the body too.
 */
export function signatureOf(secret: string, path: string, nonce: string, body: string): string {
  const digest = createHash('sha256').update(`${nonce}${body}`).digest()
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(path).update(digest).digest('base64')
}

/** A nonce, an unsigned number of 64 bits; null for any other text. */
export function nonceOf(text: string): bigint | null {
  if (!/^\d{1,20}$/.test(text)) return null
  const nonce = BigInt(text)
  return nonce < 2n ** 64n ? nonce : null
}
