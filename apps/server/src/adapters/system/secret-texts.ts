import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Randomness } from '../../app/ports/accounts/secrets.ts'

/** SHA-256 of a text, hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text)

export const newId = (): string => randomBytes(16).toString('base64url')

/** The system's randomness; fingerprints are keyed, so that stored ones cannot be guessed from a copy. */
export function systemRandomness(key: Buffer): Randomness {
  return {
    newId,
    newSecret: () => randomBytes(32).toString('base64url'),
    fingerprint: (kind, text) => createHmac('sha256', key).update(`${kind}\0${text}`).digest(),
  }
}
