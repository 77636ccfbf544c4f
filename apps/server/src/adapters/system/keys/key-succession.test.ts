import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeKeyRing, readKeyRing, replaceKeyRing } from './key-file.ts'
import { KEY_USES, KeyRefusal, KeyRing, type KeyUse, type KeyVersion } from './key-ring.ts'

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

test('[SEC-41] a new key seals from its moment on, former keys open, and keys of other purposes stay', () => {
  const path = fresh()
  const first = makeKeyRing(path)
  replaceKeyRing(path, first.succeeded(NOW, ['exchange-keys']))
  const second = readKeyRing(path)
  if (second === null) throw new Error('the key file is gone')
  expect(second.id).toBe(first.id)
  expect(second.current('pepper', NOW)).toEqual(first.current('pepper', NOW))
  expect(second.sealing(NOW - 1).id).toBe(first.sealing(NOW).id)
  expect(second.sealing(NOW).id).not.toBe(first.sealing(NOW).id)
  expect(second.sealingBy(first.sealing(NOW).id)?.derive()).toEqual(first.sealing(NOW).derive())
  expect(second.sealingBy('0000000000000000')).toBeNull()
  // No line is left from which other keys follow.
  expect(readFileSync(path, 'utf8')).not.toContain(first.text.trim())
})

test('[SEC-41] a file of before keys had purposes opens what its later keys sealed', () => {
  const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const path = fresh()
  writeFileSync(path, `${one}\n${two} ${NOW}\n`, { mode: 0o600 })
  const ring = readKeyRing(path)
  const alone = (key: string) => new KeyRing(Buffer.from(key, 'hex'))
  expect(ring?.current('totp', NOW)).toEqual(alone(one).current('totp', NOW))
  expect(ring?.sealing(NOW - 1)).toMatchObject({ id: alone(one).id })
  expect(ring?.sealing(NOW).id).toBe(alone(two).id)
  expect(ring?.sealing(NOW).derive()).toEqual(alone(two).sealing(0).derive())
})

test('[SEC-89] what a former key made is taken as long as it lives', () => {
  const first = makeKeyRing(fresh())
  const both = first.succeeded(NOW)
  const MINUTE = 60_000
  const taken = (use: KeyUse, now: number) => both.accepted(use, now).map(({ version }) => version)
  // Announced, then in use.
  expect([taken('user-tokens', NOW - 1), taken('user-tokens', NOW)]).toEqual([
    [1, 2],
    [2, 1],
  ])
  for (const use of ['user-tokens', 'admin-tokens'] as const) {
    expect(taken(use, NOW + 20 * MINUTE - 1)).toEqual([2, 1])
    expect(taken(use, NOW + 20 * MINUTE)).toEqual([2])
  }
  const DAY = 24 * 60 * MINUTE
  expect([taken('attempts', NOW + 7 * DAY), taken('attempts', NOW + 8 * DAY)]).toEqual([[2, 1], [2]])
  expect(taken('pepper', NOW + 999 * DAY)).toEqual([2, 1])
})

test('[SEC-41] a former key goes when nothing needs it and older copies do not; after a leak at once', () => {
  const first = makeKeyRing(fresh())
  const both = first.succeeded(NOW)
  const DAY = 86_400_000
  const spent = (now: number, isLeak: boolean, isNeeded = (_: KeyVersion) => false) =>
    both.spent(now, isLeak, isNeeded).map(({ use }) => use)
  expect(spent(NOW + 14 * DAY - 1, false)).toEqual([])
  // The key of the audit log is announced only, and marks of devices are taken for half a year.
  const kept = ['audit-log', 'devices']
  expect(spent(NOW + 14 * DAY, false)).toEqual(KEY_USES.filter((use) => !kept.includes(use)))
  expect(spent(NOW + 14 * DAY, false, ({ use }) => use === 'pepper')).not.toContain('pepper')
  expect(spent(NOW - 1, true)).toEqual([])
  // Nobody makes a session of the hash of its secret.
  expect(spent(NOW, true)).toEqual(KEY_USES.filter((use) => use !== 'audit-log' && use !== 'attempts'))
  expect(both.without(both.spent(NOW, true, () => false)).of('copies')).toHaveLength(1)
})
