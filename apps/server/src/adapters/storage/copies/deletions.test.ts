import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { auditEntry } from '../../../app/accounts/audit-entry.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { accountStore } from '../accounts/account-store.ts'
import { keyStore } from '../keys/key-store.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { TWO_YEARS_MS } from '../upkeep/retention-rules.ts'
import { writeBackup } from './backup.ts'
import { DeletionNotes } from './deletion-notes.ts'
import { addDeletions, DELETIONS, readDeletions } from './deletions.ts'
import { restoreBackup } from './restore.ts'

const NOW = Date.parse('2026-11-21T00:00:30Z')
const folder = mkdtempSync(join(tmpdir(), 'makas-deletions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addKey = ({ query }: TestDatabase, userId: string, id: string) =>
  query(
    `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
      sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
    values ($1, $2, 'okx', false, 'OKX', '••••', '\\x01', '\\x01', '\\x01', 'k', 1, 'connected', '{}', now(), now())`,
    [id, userId],
  )

/** Notes of a database's deletions, with a clock that a test moves: `pass` runs the timer that is due. */
function notesOf({ database }: Pick<TestDatabase, 'database'>, place: string) {
  const due: (() => void)[] = []
  const time = { now: NOW }
  const alarms: unknown[] = []
  const after = (_ms: number, run: () => void) => {
    due.push(run)
    return { cancel: () => undefined }
  }
  const notes = new DeletionNotes({
    database: () => database,
    folder: place,
    clock: { now: () => time.now, after },
    log: (_level, event, data) => alarms.push([event, data]),
  })
  notes.start()
  const pass = async () => {
    due.shift()?.()
    await expect.poll(() => due.length).toBe(1)
  }
  return { pass, stop: () => notes.stop(), alarms, time }
}

test('keys and accounts that were deleted since a copy are deleted again where it is restored, all else comes back', async () => {
  const source = await makeTestDatabase()
  const place = join(folder, 'copies')
  const notes = notesOf(source, place)
  await notes.pass()
  expect(readDeletions(place)).toEqual([])
  const [leaver, stayer] = [await addUser(source), await addUser(source)]
  await addKey(source, leaver, 'key-of-leaver')
  await addKey(source, stayer, 'given-up')
  const copy = join(folder, 'copy.gz')
  await writeBackup(source.owner, copy, NOW, null)

  await keyStore(() => source.database).remove(stayer, 'given-up', auditEntry(NOW, 'key-deleted', null))
  await notes.pass()
  await accountStore(() => source.database).erase(leaver, auditEntry(NOW, 'account-deleted', null, { about: leaver }))
  // The last pass of a server that is stopped.
  await notes.stop()
  const deletions = readDeletions(place) ?? []
  expect(deletions.map(({ what, id }) => `${what} ${id}`).sort()).toEqual(
    [`account ${leaver}`, 'key given-up', 'key key-of-leaver'].sort(),
  )
  expect(statSync(join(place, DELETIONS)).mode & 0o777).toBe(0o600)

  const target = await makeTestDatabase()
  const reading = { key: null, takesPlain: true, isOurs: () => true, deletions, now: NOW + 1 }
  expect(await restoreBackup(target.owner, copy, reading)).toMatchObject({
    deletedAgain: { keys: 2, accounts: 1 },
    audit: { kind: 'intact', lines: 3 },
  })
  expect(await target.query('select id from users')).toEqual([{ id: stayer }])
  expect(await target.query('select 1 from exchange_keys')).toEqual([])
  expect(await target.query('select id from deleted_keys order by id')).toEqual([
    { id: 'given-up' },
    { id: 'key-of-leaver' },
  ])
  expect(await target.query("select subject_id from audit_log where action = 'account-deleted'")).toEqual([
    { subject_id: leaver },
  ])
  expect(notes.alarms).toEqual([])
})

test('what the list has stays beside an empty database, for as long as the audit log would tell of it', async () => {
  const place = join(folder, 'older')
  const old = { what: 'account', id: 'forgotten', at: NOW - TWO_YEARS_MS - 1 } as const
  const known = { what: 'account', id: 'known-before', at: NOW - TWO_YEARS_MS + 1 } as const
  addDeletions(place, [old, known], NOW - TWO_YEARS_MS)
  const fresh = await makeTestDatabase()
  await notesOf(fresh, place).stop()
  expect(readDeletions(place)).toHaveLength(2)
  const user = await addUser(fresh)
  await accountStore(() => fresh.database).erase(user, auditEntry(NOW, 'account-deleted', null, { about: user }))
  await notesOf(fresh, place).stop()
  expect(readDeletions(place)).toEqual([known, { what: 'account', id: user, at: NOW }])
})

test('a list that is damaged is never overwritten: it is refused with its line, and alarms once', async () => {
  const place = join(folder, 'damaged')
  addDeletions(place, [{ what: 'key', id: 'a', at: NOW }], NOW)
  const text = `${readFileSync(join(place, DELETIONS), 'utf8')}key b\n`
  writeFileSync(join(place, DELETIONS), text)
  expect(() => readDeletions(place)).toThrow(`${DELETIONS} is damaged in line 2`)
  const storage = await makeTestDatabase()
  const user = await addUser(storage)
  await accountStore(() => storage.database).erase(user, auditEntry(NOW, 'account-deleted', null, { about: user }))
  const notes = notesOf(storage, place)
  await notes.pass()
  await notes.pass()
  expect(notes.alarms).toEqual([
    ['deletions-not-noted', { reason: expect.stringContaining('is damaged in line 2'), alarm: true }],
  ])
  expect(readFileSync(join(place, DELETIONS), 'utf8')).toBe(text)
})

test('a list that was taken away is written anew, back to before the oldest copy; one that another wrote is left so', async () => {
  const place = join(folder, 'moved')
  const storage = await makeTestDatabase()
  const keys = keyStore(() => storage.database)
  const user = await addUser(storage)
  const DAY_MS = 86_400_000
  for (const [id, daysAgo] of [
    ['nineteen', 19],
    ['eleven', 11],
    ['today', 0],
  ] as const) {
    await addKey(storage, user, id)
    await keys.remove(user, id, auditEntry(NOW - daysAgo * DAY_MS, 'key-deleted', null))
  }
  const ids = () => readDeletions(place)?.map(({ id }) => id) ?? null
  const notes = notesOf(storage, place)
  await notes.pass()
  expect(ids()).toEqual(['today'])
  rmSync(join(place, DELETIONS))
  // Nobody copied for ten days: the copy that is left is of before the key of eleven days ago.
  writeFileSync(join(place, 'makas-20261109T000000Z.copy'), '')
  await notes.pass()
  expect(ids()?.sort()).toEqual(['eleven', 'today'])
  addDeletions(place, [{ what: 'key', id: 'by-another', at: NOW }], NOW)
  const { ino } = statSync(join(place, DELETIONS))
  await notes.pass()
  await notes.pass()
  expect(statSync(join(place, DELETIONS)).ino).toBe(ino)
  expect(ids()).toContain('by-another')
  expect(notes.alarms).toEqual([])
})

test('a database that is away for a moment is no alarm here, one that never answers is', async () => {
  const isAway = () => Promise.reject(new StorageFailure('unavailable', 'statement timeout'))
  const notes = notesOf({ database: { run: isAway } as unknown as TestDatabase['database'] }, join(folder, 'away'))
  await notes.pass()
  notes.time.now += 299_000
  await notes.pass()
  expect(notes.alarms).toEqual([])
  notes.time.now += 2_000
  await notes.pass()
  await notes.pass()
  expect(notes.alarms).toEqual([['deletions-not-noted', { reason: 'statement timeout', alarm: true }]])
})
