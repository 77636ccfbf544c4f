import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import type { KeyRing, SealingKey } from '../../system/keys/key-ring.ts'
import { openDataKey, sealDataKey, Unopened } from './cipher.ts'

/**
 * Seals a record's data key under a further key-encryption key; the sealed values do not change (security.md 41). Null
 * for a record that does not open.
 */
export function resealKey(
  place: KeyPlace,
  sealed: SealedKey,
  ring: KeyRing,
  sealing: SealingKey,
): Pick<SealedKey, 'sealedDataKey' | 'keyId'> | null {
  let dataKey: Buffer
  try {
    dataKey = openDataKey(place, sealed, ring)
  } catch (error) {
    if (error instanceof Unopened) return null
    throw error
  }
  try {
    return sealDataKey(place, dataKey, sealing)
  } finally {
    dataKey.fill(0)
  }
}
