import { expect, test } from 'vitest'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { KeyRing } from '../../system/keys/key-ring.ts'
import { Unopened } from './cipher.ts'
import { openKey, sealKey } from './envelope.ts'
import { resealKey } from './reseal.ts'

const PLACE: KeyPlace = {
  exchange: 'okx',
  isTestnet: false,
  isDemo: false,
  recordId: 'q3Jx0q0c2m1fQf8v7V4b9A',
  userId: 'Zk3l0aXb1C2d3E4f5G6h7I',
}
const MATERIAL = { apiKey: 'b7d1e2f0-1111-4222-8333-944455556666', secret: 'S3CRET-of-a-test', passphrase: 'çok gizli' }
const ring = new KeyRing(Buffer.alloc(32, 7))
const NOW = 1_700_000_000_000
const sealing = ring.sealing(0)

test('[SEC-39] what was sealed opens in its place, and nothing of it can be seen from outside', () => {
  const sealed = sealKey(PLACE, MATERIAL, sealing)
  expect(openKey(PLACE, sealed, ring)).toEqual(MATERIAL)
  expect(openKey(PLACE, sealKey(PLACE, { ...MATERIAL, passphrase: null }, sealing), ring).passphrase).toBeNull()
  const all = Buffer.concat([sealed.sealedKey, sealed.sealedSecret, sealed.sealedPassphrase ?? Buffer.alloc(0)])
  for (const text of Object.values(MATERIAL)) expect(all.includes(Buffer.from(text))).toBe(false)
  // Each record has its own data key, each field its own nonce: the same key sealed twice has no bytes in common.
  const again = sealKey(PLACE, MATERIAL, sealing)
  for (const field of ['sealedKey', 'sealedSecret', 'sealedPassphrase', 'sealedDataKey'] as const)
    expect(again[field]).not.toEqual(sealed[field])
  const nonces = [sealed.sealedKey, sealed.sealedSecret, sealed.sealedDataKey].map((one) =>
    Buffer.from(one.subarray(0, 12)).toString('hex'),
  )
  expect(new Set(nonces).size).toBe(3)
})

const ELSEWHERE: readonly (readonly [string, Partial<KeyPlace>])[] = [
  ['another record', { recordId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['another user', { userId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['another exchange', { exchange: 'bybit' }],
  ['the test network', { isTestnet: true }],
  ['the demo market', { isDemo: true }],
]
test.each(ELSEWHERE)('[SEC-40] a record that was copied to %s does not open', (_, place) => {
  const sealed = sealKey(PLACE, MATERIAL, sealing)
  expect(() => openKey({ ...PLACE, ...place }, sealed, ring)).toThrow(Unopened)
  expect(resealKey({ ...PLACE, ...place }, sealed, ring, sealing)).toBeNull()
})

test('[SEC-40] fields that were swapped, changed or cut off do not open', () => {
  const sealed = sealKey(PLACE, MATERIAL, sealing)
  const other = sealKey(PLACE, MATERIAL, sealing)
  const broken: SealedKey[] = [
    { ...sealed, sealedKey: sealed.sealedSecret, sealedSecret: sealed.sealedKey },
    { ...sealed, sealedDataKey: other.sealedDataKey },
    { ...sealed, sealedSecret: other.sealedSecret },
    { ...sealed, formatVersion: 2 },
    { ...sealed, keyId: '0000000000000000' },
    { ...sealed, sealedDataKey: sealed.sealedKey },
  ]
  for (const field of ['sealedKey', 'sealedSecret', 'sealedPassphrase', 'sealedDataKey'] as const) {
    const bytes = Buffer.from(sealed[field] ?? [])
    for (const place of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      broken.push({ ...sealed, [field]: changed })
    }
    for (const length of [0, 11, 27, bytes.length - 1]) broken.push({ ...sealed, [field]: bytes.subarray(0, length) })
  }
  for (const one of broken) expect(() => openKey(PLACE, one, ring)).toThrow(Unopened)
  expect(openKey(PLACE, sealed, ring)).toEqual(MATERIAL)
})

test('[SEC-41] under a new key the record is the same, and the old key is no longer needed', () => {
  const sealed = sealKey(PLACE, MATERIAL, sealing)
  const both = ring.succeeded(NOW)
  expect(openKey(PLACE, sealed, both)).toEqual(MATERIAL)
  const resealed: SealedKey = { ...sealed, ...resealKey(PLACE, sealed, both, both.sealing(NOW)) }
  expect(resealed.keyId).toBe(both.sealing(NOW).id)
  expect(resealed.keyId).not.toBe(sealed.keyId)
  expect(resealed.sealedSecret).toEqual(sealed.sealedSecret)
  expect(openKey(PLACE, resealed, both)).toEqual(MATERIAL)
  expect(() => openKey(PLACE, resealed, ring)).toThrow(Unopened)
})
