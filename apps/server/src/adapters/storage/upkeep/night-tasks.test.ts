import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { NightTask } from '../../../app/ports/system/night-task.ts'
import { KeyRing } from '../../system/keys/key-ring.ts'
import { addAuditLine, verifyAuditLog } from '../audit/audit-log.ts'
import { restoreBackup } from '../copies/restore.ts'
import { Database, type Statements } from '../database/database.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase, TEST_AUDIT_KEY, type TestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { hasHeads } from './audit-heads.ts'
import { lookAtAudit } from './audit-look.ts'
import { noteMoment } from './moments.ts'
import { nightTasks } from './night-tasks.ts'
import { oldestCopy } from './nightly-copies.ts'
import { retention } from './retention.ts'
import { CLOCKS_AGREED } from './retention-guard.ts'

const DAY = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T00:00:30Z')
const KEY = new KeyRing(Buffer.alloc(32, 1)).copyKey(0)
const ago = (days: number) => new Date(NOW - days * DAY)
const folder = mkdtempSync(join(tmpdir(), 'makas-nights-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storage = await makeTestDatabase()
const { query } = storage
const alarms: unknown[] = []
/** The clock of the database, which goes with that of the test's nights. */
let databaseNow = NOW
const witnesses = { exchangeOffsets: () => [], databaseNow: async () => databaseNow }
const tasksOf = ({ database, app, owner }: TestDatabase, backupDir: string) =>
  nightTasks({
    database: () => database,
    login: () => app,
    owner: () => owner,
    backupDir,
    copyKey: () => KEY,
    auditKey: () => TEST_AUDIT_KEY,
    ...witnesses,
    log: (_level, event, data) => alarms.push([event, data]),
  })
const [auditCheck, copies, destroying] = tasksOf(storage, join(folder, 'copies')) as [NightTask, NightTask, NightTask]

/** Does retention in a night that a night came before. */
async function destroyAt(now: number, { task = destroying, of = storage } = {}) {
  databaseNow = now
  await noteMoment(of.database, CLOCKS_AGREED, now - DAY)
  return task.run(now)
}

async function audited(count: number, daysAgo: number, of = storage): Promise<void> {
  for (let at = 0; at < count; at++) {
    await of.database.transact((statements) =>
      addAuditLine(statements, {
        time: NOW - daysAgo * DAY,
        actor: { kind: 'system' },
        action: 'tested',
        subject: null,
        detail: { daysAgo },
        address: '203.0.113.7',
        requestId: null,
      }),
    )
  }
}
const counted = async (text: string) => Number((await query(`select count(*)::int as rows from ${text}`))[0]?.rows)
const verdict = () => storage.database.run((statements) => verifyAuditLog(statements))

test('[S9] a copy a night, of which the newest seven stay, and each can be restored', async () => {
  expect(await copies.lastDone(NOW)).toBeNull()
  const place = join(folder, 'copies')
  writeFileSync(join(place, 'mine.gz'), 'not ours')
  writeFileSync(join(place, 'makas-20261101T000001Z.copy.part-1'), 'cut off')
  // Of an earlier version.
  writeFileSync(join(place, 'makas-20261101T000002Z.copy.gz'), 'plain')
  await addUser(storage)
  for (let night = 9; night >= 0; night--) await copies.run(NOW - night * DAY)
  expect(await copies.lastDone(NOW)).toBe(NOW)
  const names = readdirSync(place).sort()
  expect(names).toHaveLength(8)
  expect(names.slice(0, 2)).toEqual(['makas-20261115T000030Z.copy', 'makas-20261116T000030Z.copy'])
  expect([names.at(-2), names.at(-1)]).toEqual(['makas-20261121T000030Z.copy', 'mine.gz'])
  expect(statSync(join(place, names[0] ?? '')).mode & 0o777).toBe(0o600)
  expect(statSync(place).mode & 0o777).toBe(0o700)
  // A copy named by a clock that was ahead is not the newest, and does not displace others.
  await copies.run(NOW + 400 * DAY)
  expect(await copies.lastDone(NOW)).toBe(NOW)
  await copies.run(NOW + 3_600_000)
  expect(readdirSync(place).sort().slice(-4, -2)).toEqual([
    'makas-20261121T000030Z.copy',
    'makas-20261121T010030Z.copy',
  ])
  const target = await makeTestDatabase()
  const reading = readingOf(KEY, NOW)
  await restoreBackup(target.owner, join(place, names.at(-2) ?? ''), reading)
  expect(await target.query('select count(*)::int as users from users')).toEqual([{ users: 1 }])
})

test('[S9] where no copy can be written that is a failure, and nothing half is left', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const [, blocked] = tasksOf(storage, join(file, 'copies')) as [NightTask, NightTask]
  await expect(blocked.run(NOW)).rejects.toThrow()
  expect(existsSync(join(file, 'copies'))).toBe(false)
})

test('[SEC-91] copies from before migrations stay for two weeks, and what is deleted is noted for them too', async () => {
  const place = join(folder, 'upgraded')
  const of = await makeTestDatabase()
  const [, copy] = tasksOf(of, place) as [NightTask, NightTask]
  expect(oldestCopy(place, NOW)).toBeNull()
  mkdirSync(place)
  const [old, young] = ['makas-before-0015-20261106T235959Z.copy', 'makas-before-0016-20261110T120000Z.copy'] as const
  const part = 'makas-before-0016-20261110T110000Z.copy.part-7'
  for (const name of [old, young, part]) writeFileSync(join(place, name), '')
  // A copy from before a migration is no copy of a night.
  expect(await copy.lastDone(NOW)).toBeNull()
  expect(oldestCopy(place, NOW)).toBe(Date.parse('2026-11-06T23:59:59Z'))
  await copy.run(NOW)
  expect(readdirSync(place).sort()).toEqual(['makas-20261121T000030Z.copy', young])
  expect(oldestCopy(place, NOW)).toBe(Date.parse('2026-11-10T12:00:00Z'))
})

test('[SEC-75] what is older than it may be kept is destroyed, the rest stays, and that is recorded', async () => {
  const old = await addUser(storage)
  const session = (id: string, created: number, ended: number | null, expires: number) =>
    query(
      `insert into sessions (id, user_id, audience, refresh_hash, refreshed_at, created_at, last_seen_at, expires_at, ended_at, end_reason)
        values ($1, $2, 'user', decode($1, 'escape'), $3, $3, $3, $4, $5, case when $5::timestamptz is null then null else 'logout' end)`,
      [id, old, ago(created), ago(expires), ended === null ? null : ago(ended)],
    )
  await session('ended-31', 32, 31, -1)
  await session('expired-31', 40, null, 31)
  await session('ended-29', 36, 29, 29)
  await session('open', 1, null, -6)
  const ticket = (id: string, closed: number | null) =>
    query(
      `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at, closed_at)
        values ($1, $2, 'Başlık', 'Metin', 'genel', 'low', $3, $4, $4, $5)`,
      [id, old, closed === null ? 'open' : 'closed', ago(800), closed === null ? null : ago(closed)],
    )
  for (let at = 0; at < 25; at++) await ticket(`closed-732-${at}`, 732)
  await ticket('closed-730', 730)
  await ticket('open-for-long', null)
  for (const days of [29, 32]) {
    await ticket(`left-${days}`, days)
    await query('update tickets set user_id = null where id = $1', [`left-${days}`])
  }
  for (const [id, days] of [
    ['old', 3],
    ['new', 1],
  ] as const) {
    await query(`insert into attempts values (decode($1, 'escape'), 'login', 1, $2, $2, null)`, [id, ago(days)])
    await query(`insert into idempotency_keys values ('elif', 'POST /x', $1, '\\x00', 201, '{}', $2)`, [
      id,
      new Date(ago(days / 2).getTime() - 60_000 * (days - 2)),
    ])
    await query(`insert into one_time_tokens values (decode($1, 'escape'), 'password-reset', null, $2, $2, null)`, [
      id,
      ago(days - 1.5),
    ])
  }
  expect(await destroying.lastDone(NOW)).toBeNull()
  const done = await destroyAt(NOW, {
    task: retention({ auditKey: () => TEST_AUDIT_KEY, owner: () => storage.owner, piece: 10, ...witnesses }),
  })
  expect(done).toEqual({
    attempts: 1,
    'one-time-tokens': 1,
    'idempotency-keys': 1,
    sessions: 2,
    'closed-tickets': 25,
    'tickets-of-deleted-accounts': 1,
  })
  expect(await destroying.lastDone(NOW)).toBe(NOW)
  expect((await query('select id from sessions order by id')).map(({ id }) => id)).toEqual(['ended-29', 'open'])
  expect((await query('select id from tickets order by id')).map(({ id }) => id)).toEqual([
    'closed-730',
    'left-29',
    'open-for-long',
  ])
  for (const table of ['attempts', 'idempotency_keys', 'one_time_tokens'])
    expect([table, await counted(table)]).toEqual([table, 1])
  const records = await query('select kind, rows, before from destructions order by kind')
  expect(records).toHaveLength(6)
  expect(records[1]).toEqual({ kind: 'closed-tickets', rows: 25, before: ago(731) })
  expect(await destroyAt(NOW)).toEqual({})
})

test('[SEC-83] each night the head of an intact audit log is told, and written beside the copies', async () => {
  const [check] = tasksOf(await makeTestDatabase(), join(folder, 'heads')) as [NightTask]
  expect(hasHeads(join(folder, 'heads'))).toBe(false)
  const { head } = (await check.run(NOW)) as { head: string }
  await check.run(NOW + DAY)
  const [first, second] = [NOW, NOW + DAY].map((at) => `${new Date(at).toISOString()} ${head}\n`)
  expect(readFileSync(join(folder, 'heads', 'makas-audit-heads.txt'), 'utf8')).toBe(`${first}${second}`)
  expect(hasHeads(join(folder, 'heads'))).toBe(true)
})

test('[SEC-67] [SEC-75] the audit log loses its oldest lines, its chain goes on, and it is never emptied', async () => {
  await audited(25, 740)
  await audited(5, 10)
  const before = await counted('audit_log')
  expect(
    await destroyAt(NOW, {
      task: retention({ auditKey: () => TEST_AUDIT_KEY, owner: () => storage.owner, piece: 10, ...witnesses }),
    }),
  ).toEqual({
    'audit-log': 25,
  })
  expect(await counted('audit_log')).toBe(before - 25)
  expect(await verdict()).toMatchObject({ kind: 'intact', lines: before - 25 })
  await audited(2, 0)
  expect(await verdict()).toMatchObject({ kind: 'intact' })
  // Ten years later the newest line stays, or the next would begin another chain; so does the record before it.
  const later = NOW + 3_650 * DAY
  await destroyAt(later)
  expect(await counted('audit_log')).toBe(1)
  await destroyAt(later + 1_100 * DAY)
  expect((await query('select kind from destructions')).map(({ kind }) => kind)).toContain('audit-log')
  await audited(1, 0)
  // Both users of these tests did not log in for too long: the erasure of each left a line.
  expect(await verdict()).toMatchObject({ kind: 'intact', lines: 4 })
  await query('delete from destructions')
})

test('[SEC-67] the daily look at the audit log tells of a line that was changed, cut off or replaced', async () => {
  const other = await makeTestDatabase()
  await audited(3, 1, other)
  const [check] = tasksOf(other, folder) as [NightTask]
  expect(await check.lastDone(NOW)).toBeNull()
  expect(await check.run(NOW)).toMatchObject({ kind: 'intact', lines: 3 })
  expect([await check.lastDone(NOW), alarms]).toEqual([NOW, []])
  // Without its last lines the rest of the chain is still intact in itself.
  await audited(2, 0, other)
  await check.run(NOW)
  await other.query('delete from audit_log where seq = 5')
  await check.run(NOW)
  expect(alarms.splice(0)).toEqual([['audit-chain-broken', { seq: 5, why: 'missing', alarm: true }]])
  await audited(1, 1, other)
  await check.run(NOW)
  expect(alarms.splice(0)).toEqual([['audit-chain-broken', { seq: 5, why: 'changed', alarm: true }]])
  await other.query('delete from audit_log where seq = 5')
  await other.query(`delete from settings where name = 'audit-head'`)
  await other.query(`update audit_log set address = '203.0.113.8' where seq = 2`)
  await check.run(NOW)
  expect(alarms).toEqual([['audit-chain-broken', { seq: 2, why: 'changed', alarm: true }]])
  expect(auditCheck.name).toBe('audit-check')
})

/** A database in which `meanwhile` runs once, after the first statement of a look at the audit log. */
class InterruptedDatabase extends Database {
  readonly #meanwhile: () => Promise<unknown>
  #isDone = false

  constructor({ app }: TestDatabase, meanwhile: () => Promise<unknown>) {
    super({ auditKey: () => TEST_AUDIT_KEY, connection: app, onLost: () => undefined })
    this.#meanwhile = meanwhile
  }

  override run<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return super.run((statements) => work(this.#interrupted(statements)))
  }

  override snapshot<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return super.snapshot((statements) => work(this.#interrupted(statements)))
  }

  #interrupted(statements: Statements): Statements {
    const execute = async (query: SQL) => {
      const result = await statements.execute(query)
      if (!this.#isDone) {
        this.#isDone = true
        await this.#meanwhile()
      }
      return result
    }
    return new Proxy(statements, { get: (all, name) => (name === 'execute' ? execute : Reflect.get(all, name)) })
  }
}

test('a look at the audit log during retention or another look is of one moment, and forgets no later line', async () => {
  const of = await makeTestDatabase()
  const [, , destroy] = tasksOf(of, join(folder, 'none')) as [NightTask, NightTask, NightTask]
  await audited(3, 3 * 365, of)
  await audited(2, 1, of)
  const during = new InterruptedDatabase(of, async () => {
    await destroyAt(NOW, { task: destroy, of })
    await audited(1, 0, of)
    expect(await lookAtAudit(of.database, NOW)).toMatchObject({ kind: 'intact', lines: 3 })
  })
  expect(await lookAtAudit(during, NOW)).toMatchObject({ kind: 'intact', lines: 5 })
  await during.end()
  // The line of the look that ended first is known, so that its loss is noticed.
  await of.query('delete from audit_log where seq = 6')
  expect(await lookAtAudit(of.database, NOW)).toMatchObject({ kind: 'broken', seq: 6, why: 'missing' })
})

test('[SEC-75] an account that nobody used for two years ends 30 days after the note; a person who comes back stays', async () => {
  const [unused, back, admin, young] = [
    await addUser(storage),
    await addUser(storage),
    await addUser(storage),
    await addUser(storage),
  ]
  await query(`update users set created_at = $1 where id = any($2)`, [ago(900), [unused, back, admin]])
  await query(`update users set last_login_at = $1 where id = any($2)`, [ago(732), [unused, back]])
  await query(`update users set role = 'admin' where id = $1`, [admin])
  await query(`update users set last_login_at = $1 where id = $2`, [ago(1), young])
  await query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
      values ('of-unused', $1, 'Başlık', 'Metin', 'genel', 'low', 'open', now(), now())`,
    [unused],
  )
  const noticed = async () =>
    (await query('select id from users where unused_notice_at is not null order by id')).map(({ id }) => id)
  const there = async () =>
    (await query('select id from users where id = any($1) order by id', [[unused, back, admin, young]])).map(
      ({ id }) => id,
    )
  expect(await destroyAt(NOW)).toEqual({})
  expect(await noticed()).toEqual([unused, back])
  await query(`update users set last_login_at = $1 where id = $2`, [new Date(NOW + DAY), back])
  await destroyAt(NOW + 29 * DAY)
  expect([await noticed(), await there()]).toEqual([[unused], [unused, back, admin, young]])
  expect(await destroyAt(NOW + 31 * DAY)).toMatchObject({ 'unused-accounts': 1 })
  expect(await there()).toEqual([back, admin, young])
  expect(await query(`select user_id from tickets where id = 'of-unused'`)).toEqual([{ user_id: null }])
  const [line] = await query(`select actor_kind, detail from audit_log where subject_id = $1`, [unused])
  expect(line).toEqual({ actor_kind: 'system', detail: { why: 'unused' } })
})

test('a login during the erasure of unused accounts keeps its account', async () => {
  const id = await addUser(storage)
  await query(`update users set created_at = $1, last_login_at = $1, unused_notice_at = $2 where id = $3`, [
    ago(800),
    ago(40),
    id,
  ])
  // The last line is of this night.
  await audited(1, 0)
  let erasing: Promise<unknown> = Promise.resolve()
  await storage.database.transact(async (statements) => {
    await statements.execute(
      sql`update users set last_login_at = ${new Date(NOW)}, unused_notice_at = null where id = ${id}`,
    )
    erasing = destroyAt(NOW)
    await expect
      .poll(() =>
        query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1)
  })
  expect(await erasing).not.toHaveProperty('unused-accounts')
  expect(await query('select unused_notice_at from users where id = $1', [id])).toEqual([{ unused_notice_at: null }])
})
