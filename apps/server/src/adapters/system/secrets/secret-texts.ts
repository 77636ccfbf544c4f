import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Randomness } from '../../../app/ports/users/secrets.ts'
import type { Keys, KeyVersion } from '../keys/key-ring.ts'

/** SHA-256 of a text, hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text)

export const newId = (): string => randomBytes(16).toString('base64url')

/** The system's randomness. Fingerprints are keyed, so that nobody can guess the stored ones from a copy. */
export function systemRandomness(keys: Keys): Randomness {
  const useOf = (kind: string) => (kind === 'device' ? 'devices' : 'attempts')
  const under = ({ key }: KeyVersion, kind: string, text: string) =>
    createHmac('sha256', key).update(`${kind}\0${text}`).digest()
  return {
    newId,
    newSecret: () => randomBytes(32).toString('base64url'),
    fingerprint: (kind, text) => under(keys.current(useOf(kind)), kind, text),
    fingerprints(kind, text) {
      const [current, ...others] = keys.accepted(useOf(kind))
      return [under(current, kind, text), ...others.map((one) => under(one, kind, text))]
    },
  }
}
