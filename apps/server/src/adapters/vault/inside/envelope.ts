import { randomBytes } from 'node:crypto'
import type { KeyMaterial, KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import type { KeyRing, SealingKey } from '../../system/keys/key-ring.ts'
import { seal } from '../../system/secrets/sealed.ts'
import { boundTo, type Field, FORMAT_VERSION, KEY_BYTES, open, openDataKey, sealDataKey } from './cipher.ts'

/** Seals a key for one record, under a key-encryption key. */
export function sealKey(place: KeyPlace, material: KeyMaterial, sealing: SealingKey): SealedKey {
  const dataKey = randomBytes(KEY_BYTES)
  const sealed = (field: Field, text: string) => {
    const bytes = Buffer.from(text, 'utf8')
    try {
      return seal(dataKey, boundTo(place, field), bytes)
    } finally {
      bytes.fill(0)
    }
  }
  try {
    return {
      sealedKey: sealed('api-key', material.apiKey),
      sealedSecret: sealed('secret', material.secret),
      sealedPassphrase: material.passphrase === null ? null : sealed('passphrase', material.passphrase),
      ...sealDataKey(place, dataKey, sealing),
      formatVersion: FORMAT_VERSION,
    }
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens a key to plain text, for one call.
 * @throws Unopened
 */
export function openKey(place: KeyPlace, sealed: SealedKey, ring: KeyRing): KeyMaterial {
  const dataKey = openDataKey(place, sealed, ring)
  const opened = (field: Field, bytes: Uint8Array) => {
    const plain = open(dataKey, bytes, boundTo(place, field))
    try {
      return plain.toString('utf8')
    } finally {
      plain.fill(0)
    }
  }
  try {
    return {
      apiKey: opened('api-key', sealed.sealedKey),
      secret: opened('secret', sealed.sealedSecret),
      passphrase: sealed.sealedPassphrase === null ? null : opened('passphrase', sealed.sealedPassphrase),
    }
  } finally {
    dataKey.fill(0)
  }
}
