import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seal, unseal } from '../secrets/sealed.ts'
import { makeKeyRing, readKeyRing } from './key-file.ts'
import { KeyRefusal, KeyRing, type KeyUse } from './key-ring.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const USES: readonly KeyUse[] = ['user-tokens', 'admin-tokens', 'pepper', 'totp', 'attempts', 'exchange-keys', 'copies']

test('[SEC-15] a new key file is ours alone, whole, and never in place of another', () => {
  const path = join(folder, 'master.key')
  expect(readKeyRing(path)).toBeNull()
  const made = makeKeyRing(path)
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([
    0o600,
    expect.stringMatching(/^[\da-f]{64}\n$/),
  ])
  expect(readKeyRing(path)?.id).toBe(made.id)
  expect(makeKeyRing(path).id).toBe(made.id)
  expect(readdirSync(folder)).toEqual(['master.key'])
})

test('[SEC-15] a file that others can read, or that holds no key, is refused', () => {
  const path = join(folder, 'other.key')
  for (const text of ['', 'changeme', 'a'.repeat(63), `${'g'.repeat(64)}\n`]) {
    writeFileSync(path, text, { mode: 0o600 })
    expect(() => readKeyRing(path)).toThrow(KeyRefusal)
  }
  writeFileSync(path, `${'a1'.repeat(32)}\n`)
  for (const mode of [0o644, 0o640, 0o604, 0o660]) {
    chmodSync(path, mode)
    expect(() => readKeyRing(path)).toThrow(KeyRefusal)
  }
  chmodSync(path, 0o600)
  expect(readKeyRing(path)).not.toBeNull()
})

test('[SEC-16] each use has a key of its own, the same each time, and none tells another', () => {
  const ring = new KeyRing(Buffer.alloc(32, 7))
  const keys = USES.map((use) => ring.current(use, 0).key.toString('hex'))
  expect(new Set([...keys, ring.id, Buffer.alloc(32, 7).toString('hex')]).size).toBe(USES.length + 2)
  expect(new KeyRing(Buffer.alloc(32, 7)).current('pepper', 0).key.toString('hex')).toBe(keys[2])
  expect(new KeyRing(Buffer.alloc(32, 8)).current('pepper', 0).key.toString('hex')).not.toBe(keys[2])
})

test('what is sealed opens with its key and for what it was sealed, and not once a byte is changed', () => {
  const key = Buffer.alloc(32, 1)
  const sealed = seal(key, 'users|1', Buffer.from('secret'))
  expect(unseal(key, 'users|1', sealed).toString()).toBe('secret')
  expect(sealed.equals(seal(key, 'users|1', Buffer.from('secret')))).toBe(false)
  expect(() => unseal(key, 'users|2', sealed)).toThrow()
  expect(() => unseal(Buffer.alloc(32, 2), 'users|1', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, 'users|1', changed)).toThrow()
  }
})
