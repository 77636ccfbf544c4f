import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import type { KeyRing, SealingKey } from '../../system/keys/key-ring.ts'
import { seal, unseal } from '../../system/secrets/sealed.ts'

/** Version of the sealed form; any change of the code below needs the next number. */
export const FORMAT_VERSION = 1
export const KEY_BYTES = 32
/**
 * A record that was changed or moved, or sealed with a key that we do not have. The error has nothing of the record.
 */
export class Unopened extends Error {}

export type Field = 'api-key' | 'secret' | 'passphrase' | 'data-key'

/** Associated data of a sealed value (security.md 40): copied elsewhere it does not open. Ids have no bar. */
export const boundTo = ({ recordId, userId, exchange, isTestnet, isDemo }: KeyPlace, field: Field): string => {
  const world = isDemo ? 'demo' : isTestnet ? 'test' : 'live'
  return [FORMAT_VERSION, 'exchange_keys', recordId, userId, `${exchange}/${world}`, field].join('|')
}

/**
 * Opens the data key of a record.
 * @throws Unopened
 */
export function openDataKey(
  place: KeyPlace,
  { sealedDataKey, keyId, formatVersion }: SealedKey,
  ring: KeyRing,
): Buffer {
  const master = ring.sealingBy(keyId)
  if (master === null) throw new Unopened('its key-encryption key is gone')
  if (formatVersion !== FORMAT_VERSION) throw new Unopened('its format is unknown')
  const dataKey = withKek(master, (kek) => open(kek, sealedDataKey, boundTo(place, 'data-key')))
  if (dataKey.length !== KEY_BYTES) throw new Unopened('its data key is damaged')
  return dataKey
}

export const sealDataKey = (
  place: KeyPlace,
  dataKey: Buffer,
  sealing: SealingKey,
): Pick<SealedKey, 'sealedDataKey' | 'keyId'> => ({
  sealedDataKey: withKek(sealing, (kek) => seal(kek, boundTo(place, 'data-key'), dataKey)),
  keyId: sealing.id,
})

/** Derives the key-encryption key for one use and erases it. */
function withKek<T>({ derive }: SealingKey, use: (kek: Buffer) => T): T {
  const kek = derive()
  try {
    return use(kek)
  } finally {
    kek.fill(0)
  }
}

/** Opens a sealed value. @throws Unopened */
export function open(key: Buffer, sealed: Uint8Array, bound: string): Buffer {
  try {
    return unseal(key, bound, sealed)
  } catch {
    throw new Unopened('it was changed or cut off, or belongs elsewhere')
  }
}
