import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { besideData } from '../adapters/system/keys/beside-data.ts'
import { warnOfKeyBesideData } from './warn-of-key-beside-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-beside-'))
const dataDir = join(folder, 'data')
mkdirSync(dataDir)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder on another file system; Linux has one in memory. */
const OTHER = '/dev/shm'
const hasOther = existsSync(OTHER) && statSync(OTHER).dev !== statSync(folder).dev

test('key file and copies on the file system of the data are found, also where they are not made yet', () => {
  const masterKeyFile = join(dataDir, 'master.key')
  const places = { dataDir, masterKeyFile, backupDir: join(folder, 'not', 'yet', 'made') }
  expect(besideData(places)).toEqual(['key', 'copies'])
  writeFileSync(masterKeyFile, '', { mode: 0o600 })
  expect(besideData(places)).toEqual(['key', 'copies'])
})

test.runIf(hasOther)('places on another file system are not named in the warning', () => {
  const told: unknown[] = []
  const log = (level: string, event: string, facts: object) => told.push([level, event, facts])
  const here = { dataDir, masterKeyFile: join(folder, 'master.key'), backupDir: join(OTHER, 'makas-copies') }
  warnOfKeyBesideData(here, log)
  warnOfKeyBesideData({ ...here, masterKeyFile: join(OTHER, 'makas-key', 'master.key') }, log)
  expect(told).toEqual([['warn', 'key-beside-data', { settings: ['MASTER_KEY_FILE'] }]])
})
