import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableName } from 'drizzle-orm'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { makeKeyRing } from '../../system/keys/key-file.ts'
import { restoreBackup } from '../copies/restore.ts'
import { APP_ROLE } from '../own-postgres/own-postgres.ts'
import * as audit from '../schema/audit.ts'
import * as keys from '../schema/exchange-keys.ts'
import * as market from '../schema/market.ts'
import * as operation from '../schema/operation.ts'
import * as paper from '../schema/paper.ts'
import * as views from '../schema/saved-views.ts'
import * as support from '../schema/support.ts'
import { TABLES } from '../schema/tables.ts'
import * as handling from '../schema/ticket-handling.ts'
import * as trades from '../schema/trades.ts'
import * as users from '../schema/users.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { copyBefore } from '../upkeep/nightly-copies.ts'
import { NotMigrated, SchemaRefusal } from './failures.ts'
import { expectSchema, MIGRATIONS, migrationsIn, prepareSchema } from './migrate.ts'

const { owner, app, query } = await makeTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'makas-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const role = { name: APP_ROLE, password: String(app.password) }

async function refused(config: ClientConfig, statement: string): Promise<unknown> {
  const client = new Client(config)
  await client.connect()
  try {
    await client.query(statement)
    return 'allowed'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end()
  }
}

test('the migrations make the schema, and every table of it is in the list that copies are made of', async () => {
  const schema = {
    ...users,
    ...audit,
    ...keys,
    ...market,
    ...operation,
    ...paper,
    ...support,
    ...handling,
    ...trades,
    ...views,
  }
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
  const newest = String(journal.entries.length - 1).padStart(4, '0')
  const snapshot = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', `${newest}_snapshot.json`), 'utf8'))
  expect(await generateMigration(snapshot, generateDrizzleJson(schema))).toEqual([])
  const rows = await query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
  expect(rows.map(({ name }) => name).sort()).toEqual(TABLES.map(getTableName).sort())
})

test('a table stands after the tables that it refers to', async () => {
  const order = TABLES.map((table) => getTableName(table))
  const links = await query(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`,
  )
  expect(links.length).toBeGreaterThan(5)
  for (const { from, to } of links) expect(order.indexOf(String(to))).toBeLessThan(order.indexOf(String(from)))
})

test('[SEC-54] the role that the server works as changes rows, not tables, and of the audit log nothing', async () => {
  expect(await refused(app, 'create table t (n int)')).toBe('42501')
  expect(await refused(app, 'alter table users add column n int')).toBe('42501')
  expect(await refused(app, 'drop table users')).toBe('42501')
  expect(await refused(app, 'truncate users')).toBe('42501')
  expect(await refused(app, 'create role someone')).toBe('42501')
  expect(await refused(app, `copy users to program 'true'`)).toBe('42501')
  for (const table of ['audit_log', 'destructions']) {
    expect(await refused(app, `delete from ${table}`)).toBe('42501')
    expect(await refused(app, `update ${table} set at = now()`)).toBe('42501')
    expect(await refused(app, `select * from ${table}`)).toBe('allowed')
  }
  expect(await refused(app, 'delete from users')).toBe('allowed')
})

test('a database without ICU collations, which the search folds by, is refused in words', async () => {
  const { owner: config, query: ask } = await makeTestDatabase()
  await ask('drop schema drizzle cascade')
  await ask('drop schema public cascade')
  await ask('create schema public')
  await ask(`delete from pg_collation where collname = 'und-x-icu'`)
  await expect(prepareSchema(config, role)).rejects.toThrow('the database knows no ICU collations')
})

const STEPS = ['create table first (n int)', 'create table second (n int)', 'insert into first values (7)']

/** A folder with the migrations, and further ones as a later version has them. */
function laterVersion(name: string, ...further: readonly string[]): string {
  const later = join(folder, name)
  cpSync(MIGRATIONS, later, { recursive: true })
  const path = join(later, 'meta', '_journal.json')
  const { entries, ...journal } = JSON.parse(readFileSync(path, 'utf8'))
  const added = further.map((text, at) => {
    const tag = `9999_${name}_${at}`
    writeFileSync(join(later, `${tag}.sql`), text)
    return { ...entries.at(-1), idx: entries.length + at, when: LATER + at, tag }
  })
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...entries, ...added] }))
  return later
}
/** Number of the first further migration, and the time of it, epoch ms. */
const NEXT = String(migrationsIn().length).padStart(4, '0')
const LATER = Date.parse('2100-01-01T00:00:00Z')

/** A further migration of several steps, which stands still after the step that the database's setting names. */
const slowOne = () =>
  STEPS.flatMap((step, at) => [
    step,
    `select pg_sleep(case current_setting('makas.held', true) when '${at}' then 600 else 0 end), 'after step ${at}'`,
  ]).join(';\n--> statement-breakpoint\n')

test('[S8] killed in any step a migration leaves what was there, and the next start completes it', async () => {
  const slow = laterVersion('slow', slowOne())
  await query(`insert into settings values ('before', '1', now())`)
  for (const at of STEPS.keys()) {
    await query(`alter database ${owner.database} set makas.held = '${at}'`)
    const killed = prepareSchema(owner, role, slow).then(
      () => 'completed',
      () => 'killed',
    )
    const there = `select pid from pg_stat_activity where datname = current_database()
      and query like '%after step ${at}%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await query(there)).length, { interval: 5 }).toBe(1)
    await query(`select pg_terminate_backend(pid) from (${there}) found`)
    expect(await killed).toBe('killed')
    expect(
      await query(
        `select to_regclass('first') as first, to_regclass('second') as second, count(*)::int as kept from settings`,
      ),
    ).toEqual([{ first: null, second: null, kept: 1 }])
  }
  await query(`alter database ${owner.database} reset makas.held`)
  // Of two starts at once one migrates, and the other finds the schema up to date.
  expect(await Promise.all([prepareSchema(owner, role, slow), prepareSchema(owner, role, slow)])).toHaveLength(2)
  expect(
    await query(
      `select (select n from first) as first, to_regclass('second') is not null as second, count(*)::int as kept from settings`,
    ),
  ).toEqual([{ first: 7, second: true, kept: 1 }])
})

const ADDS = 'alter table users add column level integer not null default 3'
const TAKES = `-- contracts since ${NEXT}: nothing reads it since that version\nalter table settings drop column updated_at`

test('[L4] [SEC-91] a version works on the tables of a newer one until that takes away what it uses', async () => {
  const { owner: of, app: login, database, query: ask } = await makeTestDatabase()
  const [expanded, contracted] = [laterVersion('expands', ADDS), laterVersion('contracts', ADDS, TAKES)]
  const rights = () =>
    ask(`select count(*)::int as rights from information_schema.role_table_grants where grantee = 'makas_app'`)
  const before = await rights()
  await prepareSchema(of, role, expanded)
  // This version, at a start and as a login that changes nothing.
  await prepareSchema(of, role)
  await expectSchema(login, 'never said')
  await database.run((statements) => statements.execute(`insert into settings values ('old', '1', now())`))
  expect(await rights()).toEqual(before)
  expect(await ask('select count(*)::int as applied from drizzle.makas_migrations')).toEqual([
    { applied: migrationsIn().length + 1 },
  ])
  await prepareSchema(of, role, contracted)
  for (const start of [() => prepareSchema(of, role), () => expectSchema(login, 'never said')]) {
    const refused = expect(start()).rejects
    await refused.toThrow(SchemaRefusal)
    await refused.toThrow('removed what this one uses')
  }
  await prepareSchema(of, role, expanded)
})

test('[SEC-91] what 0.4.0 reads of a newer schema tells of it only where 0.4.0 does not work with it', async () => {
  const { owner: of, query: ask } = await makeTestDatabase()
  const newest = async () => (await ask('select max(created_at) as at from drizzle.__drizzle_migrations'))[0]?.at
  const last = String(migrationsIn()[14]?.folderMillis)
  expect(await newest()).toBe(last)
  await prepareSchema(of, role, laterVersion('adds', ADDS))
  expect(await newest()).toBe(last)
  await prepareSchema(of, role, laterVersion('takes', ADDS, TAKES))
  expect(await newest()).toBe(String(LATER + 1))
})

test('[SEC-91] before tables that are there change a copy is made, or they stay as they are', async () => {
  const { owner: of, query: ask } = await makeTestDatabase()
  const place = join(folder, 'copies')
  const masterKeyFile = join(folder, 'master.key')
  const told: unknown[] = []
  const clock = { now: () => Date.parse('2026-11-28T12:00:00Z'), after: () => ({ cancel: () => undefined }) }
  const copyFirst = copyBefore({ backupDir: place, masterKeyFile, clock, log: (...line) => told.push(line) })
  const later = laterVersion('copied', ADDS)
  const hasChanged = async () =>
    (await ask(`select 1 from information_schema.columns where table_name = 'users' and column_name = 'level'`))
      .length > 0
  const refused = expect(prepareSchema(of, role, later, copyFirst)).rejects
  await refused.toThrow(NotMigrated)
  await refused.toThrow(/no copy of them can be made before: .*there is no key file.*--without-copy/)
  const { copies: keys } = makeKeyRing(masterKeyFile)
  writeFileSync(place, 'no folder')
  await expect(prepareSchema(of, role, later, copyFirst)).rejects.toThrow(/no copy of them can be made before: E/)
  rmSync(place)
  expect([await hasChanged(), told]).toEqual([false, []])
  mkdirSync(place)
  // Of a try that did not succeed.
  writeFileSync(join(place, `makas-before-${NEXT}-20261128T110000Z.copy`), '')
  await ask(`insert into settings values ('kept', '1', now())`)
  await prepareSchema(of, role, later, copyFirst)
  const file = `makas-before-${NEXT}-20261128T120000Z.copy`
  expect([await hasChanged(), readdirSync(place)]).toEqual([true, [file]])
  expect(told).toEqual([['info', 'database-copied', { file, rows: 1 }]])
  await prepareSchema(of, role, later, copyFirst)
  expect(told).toHaveLength(1)
  const target = await makeTestDatabase()
  await restoreBackup(target.owner, join(place, file), readingOf(keys.at(-1) ?? null, clock.now()))
  expect(await target.query(`select value from settings where name = 'kept'`)).toEqual([{ value: 1 }])
  // A first migration has nothing to copy.
  await target.query('drop schema drizzle cascade')
  await target.query('drop schema public cascade')
  await target.query('create schema public')
  await prepareSchema(target.owner, role, MIGRATIONS, () => expect.unreachable('copied'))
})

test('[SEC-91] a migration waits for no lock and no statement without an end', async () => {
  const { owner: of, query: ask } = await makeTestDatabase()
  const bounds = `insert into settings select 'bounds', to_json(array[current_setting('lock_timeout'),
    current_setting('statement_timeout')]), now()`
  const held = `do $$ begin raise exception using errcode = '55P03'; end $$`
  const refused = expect(prepareSchema(of, role, laterVersion('held', `${ADDS};\n${held}`))).rejects
  await refused.toThrow(NotMigrated)
  await refused.toThrow('nothing was changed, try again')
  await prepareSchema(of, role, laterVersion('bounded', bounds))
  expect(await ask(`select value from settings where name = 'bounds'`)).toEqual([{ value: ['2s', '15min'] }])
})
