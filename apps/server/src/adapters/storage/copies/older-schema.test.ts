import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { KeyRing } from '../../system/keys/key-ring.ts'
import { MIGRATIONS, prepareSchema } from '../database/migrate.ts'
import { APP_ROLE } from '../own-postgres/own-postgres.ts'
import { TABLES } from '../schema/tables.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-older-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const NOW = Date.parse('2026-11-21T00:00:30Z')
const KEY = new KeyRing(Buffer.alloc(32, 1)).copyKey(0)
const ROLE = { name: APP_ROLE, password: null }

type Journal = { readonly entries: readonly object[] }
const JOURNAL = join('meta', '_journal.json')
const journal = JSON.parse(readFileSync(join(MIGRATIONS, JOURNAL), 'utf8')) as Journal

/** A folder with the first migrations alone, as an earlier version has them. */
function firstMigrations(count: number): string {
  const older = join(folder, `first-${count}`)
  cpSync(MIGRATIONS, older, { recursive: true })
  writeFileSync(join(older, JOURNAL), JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return older
}

/** A database as a version with the first migrations alone left it, with people and their tickets. */
async function olderDatabase(count: number): Promise<TestDatabase> {
  const of = await makeTestDatabase()
  for (const table of TABLES.map(getTableName)) await of.query(`drop table "${table}" cascade`)
  await of.query('drop schema drizzle cascade')
  await prepareSchema(of.owner, ROLE, firstMigrations(count)).catch((error: unknown) => {
    // That version grants rights on its own tables only.
    if (!String(error).includes('does not exist')) throw error
  })
  for (let nth = 0; nth < 3; nth++) {
    await of.query(
      `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id,
        password_changed_at, created_at, updated_at)
        values ($1, 'user', $1, $1, 'İpek', 'Işık', 'h', 'p', now(), now(), now())`,
      [`user-${nth}`],
    )
    await of.query(
      `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
        values ($1, $2, 'Param nerede', 'Çekim İşlemi', 'genel', 'low', 'open', now(), now())`,
      [`ticket-${nth}`, `user-${nth}`],
    )
    await of.query(
      `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
        values ($1, $1, $2, false, 'İpek', 'Merhaba', now())`,
      [`ticket-${nth}`, `user-${nth}`],
    )
  }
  return of
}

async function contents({ query }: TestDatabase): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const name of TABLES.map(getTableName))
    all[name] = await query(`select t::text as row from "${name}" t order by 1`)
  return all
}

/** Columns, defaults, constraints, indexes and rights. */
const shape = ({ query }: TestDatabase) =>
  query(`select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '') as part
      from information_schema.columns where table_schema = 'public'
    union select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union select indexdef from pg_indexes where schemaname = 'public'
    union select table_name || ' ' || grantee || ' ' || privilege_type from information_schema.role_table_grants
      where table_schema = 'public'
    union select hash || created_at from drizzle.__drizzle_migrations order by 1`)

test('[S9] a copy of an older version is restored as its own database would be after the upgrade', async () => {
  const newest = journal.entries.length
  for (const count of [4, 9, 11, newest - 1]) {
    const source = await olderDatabase(count)
    const copy = join(folder, `${count}.copy`)
    await writeBackup(source.owner, copy, NOW, KEY)
    await prepareSchema(source.owner, ROLE)
    const target = await makeTestDatabase()
    const before = await shape(target)
    const reading = readingOf(KEY, NOW)
    expect(await restoreBackup(target.owner, copy, reading)).toMatchObject({ audit: { kind: 'intact' } })
    expect([count, await contents(target)]).toEqual([count, await contents(source)])
    expect(await target.query('select count(*)::int as tickets from tickets')).toEqual([{ tickets: 3 }])
    expect([count, await shape(target)]).toEqual([count, before])
    // The server's role works on with the tables.
    await target.database.run((statements) => statements.execute('select count(*) from tickets'))
  }
})
