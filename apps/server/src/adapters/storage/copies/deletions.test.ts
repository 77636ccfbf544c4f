import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { difference } from '../../../app/admin/admin-line.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import type { UserChange } from '../../../app/ports/users/user-records.ts'
import { auditEntry } from '../../../app/users/audit-entry.ts'
import { keyStore } from '../keys/key-store.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { TWO_YEARS_MS } from '../upkeep/retention-rules.ts'
import { totpStore } from '../users/totp-store.ts'
import { userRecordStore } from '../users/user-record-store.ts'
import { userStore } from '../users/user-store.ts'
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
  await userStore(() => source.database).erase(leaver, auditEntry(NOW, 'account-deleted', null, { about: leaver }))
  // The last pass of a server that is stopped.
  await notes.stop()
  const deletions = readDeletions(place) ?? []
  expect(deletions.map(({ what, id }) => `${what} ${id}`).sort()).toEqual(
    [`account ${leaver}`, 'key given-up', 'key key-of-leaver'].sort(),
  )
  expect(statSync(join(place, DELETIONS)).mode & 0o777).toBe(0o600)

  const target = await makeTestDatabase()
  const reading = readingOf(null, NOW + 1, deletions)
  expect(await restoreBackup(target.owner, copy, reading)).toMatchObject({
    notRevived: { keys: 2, users: 1 },
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

test('[SEC-81] what was changed, used up or taken away since a copy is not brought back with it, and nobody is logged in', async () => {
  const source = await makeTestDatabase()
  const { database, query } = source
  const place = join(folder, 'changed')
  const names = ['same', 'before', 'password', 'factor', 'code', 'off', 'on-again', 'plain', 'paid'] as const
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, await addUser(source))
  const id = (name: (typeof names)[number]) => ids.get(name) ?? ''
  const users = userStore(() => database)
  const totp = totpStore(() => database)
  const userRecords = userRecordStore(
    () => database,
    () => false,
  )
  const audit = (action: string, name: (typeof names)[number], at: number) =>
    auditEntry(at, action, null, { by: 'system', about: id(name) })
  const changePassword = (name: 'before' | 'password', at: number) => {
    const change = { password: { hash: `${name}-new`, pepperId: 'pepper' }, isWeak: false }
    const from = { hash: 'hash', pepperId: 'pepper' }
    return users.changePassword(id(name), from, change, 'this-session', audit('password-changed', name, at))
  }
  const setUser = (name: (typeof names)[number], change: UserChange, at: number) =>
    userRecords.change(id(name), change, null, at, {
      changed: (before, after) => ({
        ...audit('user-changed', name, at),
        detail: difference(
          { is_active: before.isActive, is_premium: before.isPremium },
          { is_active: after.isActive, is_premium: after.isPremium },
        ),
      }),
      seen: audit('user-read', name, at),
    })
  const secret = { bytes: Buffer.from('secret'), keyId: 'k' }
  const confirm = async (name: 'factor' | 'code', at: number) => {
    await totp.begin(id(name), secret, at)
    const codes = ['one', 'two'].map((code) => ({ id: `${name}-${code}-${at}`, code, hash: code }))
    await totp.confirm(id(name), secret, 1, codes, at, audit('totp-on', name, at))
  }
  await changePassword('before', NOW - 5_000)
  await confirm('factor', NOW - 4_000)
  await confirm('code', NOW - 4_000)
  await setUser('plain', { isPremium: true }, NOW - 3_000)
  await setUser('paid', { isPremium: true }, NOW - 3_000)
  for (const name of names) {
    await query(
      `insert into sessions (id, user_id, audience, refresh_hash, refreshed_at, created_at, last_seen_at, expires_at)
        values ($1, $1, 'user', decode(md5($1), 'hex'), now(), now(), now(), now() + interval '7 days')`,
      [id(name)],
    )
  }
  await query(
    `insert into one_time_tokens values ('\\x01', 'password-reset', $1, now(), now() + interval '15 minutes', null)`,
    [id('same')],
  )
  await query(
    `insert into idempotency_keys values ('visitor', 'POST /api/auth/register', 'k', '\\x00', 201, $1, now())`,
    [id('same')],
  )
  const copy = join(folder, 'changed.copy')
  await writeBackup(source.owner, copy, NOW, null)

  await changePassword('password', NOW + 1_000)
  await totp.remove(id('factor'), false, audit('totp-off', 'factor', NOW + 1_000))
  await confirm('factor', NOW + 2_000)
  await totp.useRecoveryCode(id('code'), ['one'], NOW + 1_000)
  await setUser('off', { isActive: false }, NOW + 1_000)
  await setUser('on-again', { isActive: false }, NOW + 1_000)
  await setUser('on-again', { isActive: true }, NOW + 2_000)
  await setUser('plain', { isPremium: false }, NOW + 1_000)
  await notesOf(source, place).stop()
  const text = readFileSync(join(place, DELETIONS), 'utf8')
  for (const [what, name] of [
    ['password', 'password'],
    ['second-factor', 'factor'],
    ['disabled', 'off'],
    ['enabled', 'on-again'],
    ['premium-off', 'plain'],
  ] as const)
    expect(text).toContain(`${what} ${id(name)} `)
  expect(text).toContain('code code-one-')
  // Another pass finds nothing that is not listed.
  const { ino } = statSync(join(place, DELETIONS))
  await notesOf(source, place).stop()
  expect(statSync(join(place, DELETIONS)).ino).toBe(ino)

  const target = await makeTestDatabase()
  const deletions = readDeletions(place) ?? []
  const reading = readingOf(null, NOW + 9_000, deletions)
  const { notRevived, audit: chain } = await restoreBackup(target.owner, copy, reading)
  expect(notRevived).toEqual({
    ...{ sessions: names.length, addresses: 1, keys: 0, users: 0 },
    ...{ passwords: 2, disabled: 1, premium: 1 },
  })
  expect(chain?.kind).toBe('intact')
  const opens = await target.query(
    `select id, password_hash as hash, is_active as active, is_premium as premium, totp_secret is not null as factor from users`,
  )
  const usual = { hash: 'hash', active: true, premium: false, factor: false }
  const wanted = {
    same: usual,
    before: { ...usual, hash: 'before-new' },
    password: { ...usual, hash: '' },
    factor: { ...usual, hash: '' },
    code: { ...usual, factor: true },
    off: { ...usual, active: false },
    'on-again': usual,
    plain: usual,
    paid: { ...usual, premium: true },
  }
  expect(Object.fromEntries(opens.map(({ id: one, ...rest }) => [one, rest]))).toEqual(
    Object.fromEntries(names.map((name) => [id(name), wanted[name]])),
  )
  expect(await target.query('select 1 from sessions where ended_at is null')).toEqual([])
  expect(await target.query('select 1 from one_time_tokens where used_at is null')).toEqual([])
  expect(await target.query('select 1 from idempotency_keys')).toEqual([])
  expect(
    await target.query('select code_hash as code, used_at is null as good from recovery_codes order by 1'),
  ).toEqual([
    { code: 'one', good: false },
    { code: 'two', good: true },
  ])
  expect(await totpStore(() => target.database).useRecoveryCode(id('code'), ['one'], NOW + 10_000)).toBe(false)
  const lines = await target.query(`select action, subject_id as id from audit_log where detail->>'why' = 'restored'`)
  expect(lines.map(({ action, id: one }) => `${action} ${one}`).sort()).toEqual(
    [
      ...[`password-voided ${id('password')}`, `password-voided ${id('factor')}`],
      ...[`user-changed ${id('off')}`, `user-changed ${id('plain')}`],
    ].sort(),
  )
})

test('what the list has stays beside an empty database, for as long as the audit log would tell of it', async () => {
  const place = join(folder, 'older')
  const old = { what: 'account', id: 'forgotten', time: NOW - TWO_YEARS_MS - 1 } as const
  const known = { what: 'account', id: 'known-before', time: NOW - TWO_YEARS_MS + 1 } as const
  addDeletions(place, [old, known], null)
  const fresh = await makeTestDatabase()
  await notesOf(fresh, place).stop()
  expect(readDeletions(place)).toHaveLength(2)
  const user = await addUser(fresh)
  await userStore(() => fresh.database).erase(user, auditEntry(NOW, 'account-deleted', null, { about: user }))
  await notesOf(fresh, place).stop()
  expect(readDeletions(place)).toEqual([known, { what: 'account', id: user, time: NOW }])
})

test('[SEC-82] a clock that is years ahead takes nothing out of the list that the audit log still tells', async () => {
  const place = join(folder, 'ahead')
  const storage = await makeTestDatabase()
  const users = userStore(() => storage.database)
  const erase = async (at: number) => {
    const user = await addUser(storage)
    await users.erase(user, auditEntry(at, 'account-deleted', null, { about: user }))
    return user
  }
  const first = await erase(NOW)
  await notesOf(storage, place).stop()
  const ahead = notesOf(storage, place)
  ahead.time.now = NOW + 3 * TWO_YEARS_MS
  const second = await erase(ahead.time.now)
  await ahead.stop()
  expect(readDeletions(place)?.map(({ id }) => id)).toEqual([first, second])
})

test('a list that is damaged is never overwritten: it is refused with its line, and alarms once', async () => {
  const place = join(folder, 'damaged')
  addDeletions(place, [{ what: 'key', id: 'a', time: NOW }], null)
  const text = `${readFileSync(join(place, DELETIONS), 'utf8')}key b\n`
  writeFileSync(join(place, DELETIONS), text)
  expect(() => readDeletions(place)).toThrow(`${DELETIONS} is damaged in line 2`)
  const storage = await makeTestDatabase()
  const user = await addUser(storage)
  await userStore(() => storage.database).erase(user, auditEntry(NOW, 'account-deleted', null, { about: user }))
  const notes = notesOf(storage, place)
  await notes.pass()
  await notes.pass()
  expect(notes.alarms).toEqual([
    ['deletions-not-noted', { reason: expect.stringContaining('is damaged in line 2'), alarm: true }],
  ])
  expect(readFileSync(join(place, DELETIONS), 'utf8')).toBe(text)
})

test('a list that was taken away is written anew, back to before the oldest copy; a list that another process wrote stays', async () => {
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
  addDeletions(place, [{ what: 'key', id: 'by-another', time: NOW }], null)
  const { ino } = statSync(join(place, DELETIONS))
  await notes.pass()
  await notes.pass()
  expect(statSync(join(place, DELETIONS)).ino).toBe(ino)
  expect(ids()).toContain('by-another')
  expect(notes.alarms).toEqual([])
})

test('a database that is away for a moment is no alarm, a database that never answers is one', async () => {
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
