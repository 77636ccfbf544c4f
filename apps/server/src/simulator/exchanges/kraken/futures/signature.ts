import { createHash, createHmac } from 'node:crypto'

/** Base64 of HMAC-SHA512, under the decoded secret, over the text's SHA-256 (docs: futures authentication). */
export function signatureOf(secret: string, text: string): string {
  const digest = createHash('sha256').update(text).digest()
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(digest).digest('base64')
}

/**
 * The text to sign of a REST call: the parameters as sent, the nonce where there is one, and the path without
 * `/derivatives`.
 */
export const signedText = (params: string, nonce: string, path: string): string =>
  `${params}${nonce}${path.replace(/^\/derivatives/, '')}`
