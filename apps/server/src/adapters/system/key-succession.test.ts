import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KeyRefusal, makeKeyRing, readKeyRing, replaceKeyRing } from './key-ring.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-ring-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const fresh = () => join(folder, `${++files}.key`)
const NOW = 1_700_000_000_000

test('[SEC-15] a later key that is damaged is refused', () => {
  const key = 'ab'.repeat(32)
  for (const later of [key, `${key} soon`, `${key.slice(2)} 1700000000000`, `${key.toUpperCase()} 1700000000000`]) {
    const damaged = fresh()
    writeFileSync(damaged, `${key}\n${later}\n`, { mode: 0o600 })
    expect(() => readKeyRing(damaged)).toThrow(KeyRefusal)
  }
})

test('[SEC-41] a new key seals from now on, the old ones open, and everything else stays as it was', () => {
  const path = fresh()
  const first = makeKeyRing(path)
  replaceKeyRing(path, first.succeeded(NOW))
  const second = readKeyRing(path)
  expect(second?.id).toBe(first.id)
  expect(second?.key('pepper')).toEqual(first.key('pepper'))
  expect(second?.sealing.id).not.toBe(first.sealing.id)
  expect(second?.sealingBy(first.sealing.id)?.derive()).toEqual(first.sealing.derive())
  expect(second?.sealingBy('0000000000000000')).toBeNull()
  expect(readFileSync(path, 'latin1').split('\n')[0]).toMatch(/^[\da-f]{64}$/)
})

test('[SEC-41] an old key goes when nothing needs it and it was superseded long enough ago; the first and the newest stay', () => {
  const first = makeKeyRing(fresh())
  const third = first
    .succeeded(NOW)
    .succeeded(NOW + 1_000)
    .succeeded(NOW + 2_000)
  const second = first.succeeded(NOW)
  expect(second.without(() => false, NOW + 9_000).text).toBe(second.text)
  const ids = (ring: typeof first) => ring.text.split('\n').length - 1
  expect(ids(third)).toBe(4)
  expect(ids(third.without(() => false, NOW + 9_000))).toBe(2)
  expect(third.without(() => false, NOW + 9_000).sealing.id).toBe(third.sealing.id)
  // A key that was superseded a moment ago is kept.
  expect(ids(third.without(() => false, NOW + 1_500))).toBe(3)
  expect(ids(third.without(() => true, NOW + 9_000))).toBe(4)
})
