import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableName } from 'drizzle-orm'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { APP_ROLE } from '../own-postgres/own-postgres.ts'
import * as accounts from '../schema/accounts.ts'
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
import { makeTestDatabase } from '../testing/test-database.ts'
import { prepareSchema, SchemaRefusal } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
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
    ...accounts,
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

test('a table stands after those that it refers to', async () => {
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

test("[SEC-54] on somebody's server the same role is put on by the connection", async () => {
  const separation = await prepareSchema(owner, { name: 'makas_app_url', password: null })
  expect(separation).toEqual({ kind: 'separate' })
  const asApp = { ...owner, options: '-c role=makas_app_url' }
  expect(await refused(asApp, 'create table t (n int)')).toBe('42501')
  expect(await refused(asApp, 'delete from audit_log')).toBe('42501')
  expect(await refused(asApp, 'delete from users')).toBe('allowed')
  await query('drop owned by makas_app_url')
  await query('drop role makas_app_url')
})

test('where roles cannot be made it says so, and works as the one that it has', async () => {
  const { owner: config, query: ask } = await makeTestDatabase()
  await ask(`create role plain login password 'x' nosuperuser nocreaterole`)
  await ask(`alter database "${config.database}" owner to plain`)
  await ask('drop schema drizzle cascade')
  await ask('drop schema public cascade')
  await ask('create schema public authorization plain')
  const plain = { ...config, user: 'plain', password: 'x' }
  expect(await prepareSchema(plain, { name: 'never_made', password: null })).toEqual({
    kind: 'same',
    why: 'not allowed to make a role',
  })
  expect(await refused(plain, 'select * from users')).toBe('allowed')
  await ask('reassign owned by plain to current_user')
  await ask('drop owned by plain')
  await ask('drop role plain')
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

/** The migrations and a further one of several steps, which sleeps after each. */
function withSlowOne(): string {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const entry = { ...journal.entries.at(-1), idx: journal.entries.length, when: Date.now(), tag: '9999_slow' }
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  const steps = STEPS.flatMap((step, at) => [step, `select pg_sleep(0.3), 'after step ${at}'`])
  writeFileSync(join(folder, '9999_slow.sql'), steps.join(';\n--> statement-breakpoint\n'))
  return folder
}

test('[S8] killed in any step a migration leaves what was there, and the next start completes it', async () => {
  const slow = withSlowOne()
  await query(`insert into settings values ('before', '1', now())`)
  for (const at of STEPS.keys()) {
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
  // Of two starts at once one migrates, and the other finds the schema up to date.
  expect(await Promise.all([prepareSchema(owner, role, slow), prepareSchema(owner, role, slow)])).toHaveLength(2)
  expect(
    await query(
      `select (select n from first) as first, to_regclass('second') is not null as second, count(*)::int as kept from settings`,
    ),
  ).toEqual([{ first: 7, second: true, kept: 1 }])
})

test('[L4] a database that a newer version wrote is refused', async () => {
  await expect(prepareSchema(owner, role)).rejects.toThrow(SchemaRefusal)
})
