import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { AppLogin } from './address.ts'
import { NotMigrated, SchemaRefusal } from './failures.ts'
import { prepareRoles } from './roles.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Advisory lock under which one process migrates at a time, on any machine; no other code uses this number. */
const LOCK = 4_620_917
/** PostgreSQL 15, as `server_version_num`. */
const OLDEST_SERVER = 150_000
/**
 * Index of the last migration of Makas 0.4.0, which refuses whatever is newer in Drizzle's own table. That table lists
 * the migrations up to this one, and the migrations with which 0.4.0 cannot work. Our table lists all.
 */
const LAST_OF_0_4 = 14
/** Time for which a migration waits for one table's lock: later statements on the table wait as long. */
const LOCK_WITHIN_MS = 2_000
const LOCK_TRIES = 5
const STATEMENT_WITHIN_MS = 900_000
const LOCK_NOT_AVAILABLE = '55P03'
const NOT_ALLOWED = '42501'

/** Makes a copy of the database before the migration of this number (0000 …) changes it. @throws where it cannot. */
export type CopyFirst = (owner: ClientConfig, migration: string) => Promise<void>

/** `worksFrom`: versions that have the migration of this time, epoch ms, work on the schema after this step; 0: all. */
export type SchemaStep = MigrationMeta & { readonly worksFrom: number }

/** First line of a migration that removes something; the number names the migration since which nothing uses it. */
const CONTRACTS = /^\s*-- contracts(?: since (\d{4}))?: /

/** The migrations of a folder, oldest first. */
export function migrationsIn(folder = MIGRATIONS): readonly SchemaStep[] {
  const all = readMigrationFiles({ migrationsFolder: folder })
  return all.map((one, at) => {
    const declared = CONTRACTS.exec(one.sql[0] ?? '')
    if (declared === null && at > LAST_OF_0_4) return { ...one, worksFrom: 0 }
    const since = declared?.[1] === undefined ? undefined : all[Number(declared[1])]
    return { ...one, worksFrom: (since ?? one).folderMillis }
  })
}

/**
 * Brings the schema of a database up to date in one transaction: a process that is killed half-way leaves the old
 * schema. `copyFirst` runs before tables that are there change. Rights come afterwards, since they are granted on
 * existing tables; the schema of a newer version with which this version works keeps the rights that the newer version
 * granted. @throws SchemaRefusal where the schema cannot be brought up to date; NotMigrated where it cannot now.
 */
export async function prepareSchema(
  owner: ClientConfig,
  login: AppLogin,
  folder = MIGRATIONS,
  copyFirst: CopyFirst = async () => undefined,
): Promise<void> {
  await withClient(owner, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    if (Number(rows[0]?.version) < OLDEST_SERVER) throw new SchemaRefusal('the database is older than PostgreSQL 15')
    await refuseWithoutIcu(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const steps = migrationsIn(folder)
    const { applied, pending, isNewer } = await compare(client, steps)
    const [next] = pending
    if (next !== undefined) {
      if (applied > 0) await copyFirst(owner, String(steps.indexOf(next)).padStart(4, '0'))
      await migrateInOne(client, pending)
    }
    if (!isNewer) await prepareRoles(client, login)
  })
}

/**
 * Checks whether this version works on the schema, as a login that changes no schema. `remedy` tells the operator how
 * to change it. @throws NotMigrated where migrations are missing; SchemaRefusal where a newer version removed what this
 * version uses.
 */
export async function expectSchema(login: ClientConfig, remedy: string): Promise<void> {
  const lacking = await withClient(login, async (client) => {
    const { applied, pending } = await compare(client, migrationsIn())
    if (pending.length === 0) return null
    return applied === 0 ? 'there are no tables of Makas yet' : 'the tables are those of an earlier version'
  }).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === NOT_ALLOWED) return 'the login has no rights on the tables yet'
    throw error
  })
  if (lacking !== null) throw new NotMigrated(`${lacking}: ${remedy}`)
}

/** Runs `work` on a connection of its own; its end also ends its transaction and its locks. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  // A lost connection fails the next statement; an unheard 'error' event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Refuses a server without ICU, by which search folds capitals: the database's locale may know only ASCII. */
async function refuseWithoutIcu(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regcollation('"und-x-icu"')::text as found`)
  if ((rows[0]?.found ?? null) === null) throw new SchemaRefusal('the database knows no ICU collations')
}

type Applied = { readonly createdAt: number; readonly worksFrom: number }

/** The migrations that a database has had; null where it has no tables of ours. */
async function appliedIn(client: Client): Promise<readonly Applied[] | null> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r'
      and relnamespace = (select oid from pg_namespace where nspname = 'drizzle')`,
  )
  const there = new Set(tables.map(({ name }) => name))
  if (!there.has('__drizzle_migrations')) return null
  const { rows } = await client.query<{ at: string; works_from: string }>(
    there.has('makas_migrations') ? APPLIED : APPLIED_BY_0_4,
  )
  return rows.map(({ at, works_from }) => ({ createdAt: Number(at), worksFrom: Number(works_from) }))
}
/** Until 0.4.0 nothing said with which versions a migration works: with the versions that have it. */
const APPLIED_BY_0_4 = 'select created_at as at, created_at as works_from from drizzle.__drizzle_migrations'
const APPLIED = `select created_at as at, works_from from drizzle.makas_migrations
  union all select created_at, created_at from drizzle.__drizzle_migrations
    where created_at not in (select created_at from drizzle.makas_migrations)`

/** The number of migrations that a database has had; null where it has no tables of ours. */
export const appliedMigrations = async (client: Client): Promise<number | null> =>
  (await appliedIn(client))?.length ?? null

/**
 * The number of migrations that a database has had, the migrations that it lacks, and whether it has unknown
 * migrations.
 */
async function compare(client: Client, steps: readonly SchemaStep[]) {
  const applied = (await appliedIn(client)) ?? []
  const newest = steps.at(-1)?.folderMillis ?? 0
  const newer = applied.filter(({ createdAt }) => createdAt > newest)
  if (newer.some(({ worksFrom }) => worksFrom > newest)) {
    throw new SchemaRefusal(
      'the database was written by a newer version of Makas, which removed what this one uses: run that one, or restore a copy',
    )
  }
  const had = new Set(applied.map(({ createdAt }) => createdAt))
  const pending = steps.filter(({ folderMillis }) => !had.has(folderMillis))
  return { applied: applied.length, pending, isNewer: newer.length > 0 }
}

/** Both limits in ms, until the transaction ends. */
const BOUNDS = `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`

async function migrateInOne(client: Client, pending: readonly SchemaStep[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await client.query(BOUNDS, [LOCK_WITHIN_MS, STATEMENT_WITHIN_MS])
      await applyMigrations(client, pending)
      await client.query('commit')
      return
    } catch (error) {
      // The end of the connection rolls back.
      if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      await client.query('rollback')
      if (tries === LOCK_TRIES) {
        throw new NotMigrated('others hold a table that the migration changes: nothing was changed, try again')
      }
    }
  }
}

/** Runs migrations in a transaction of the caller, and notes them. */
export async function applyMigrations(client: Client, steps: readonly SchemaStep[]): Promise<void> {
  await client.query(`create schema if not exists drizzle`)
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await client.query(`create table if not exists drizzle.makas_migrations
    (created_at bigint primary key, hash text not null, works_from bigint not null)`)
  await client.query(`insert into drizzle.makas_migrations (created_at, hash, works_from)
    select created_at, hash, created_at from drizzle.__drizzle_migrations on conflict do nothing`)
  const last = migrationsIn()[LAST_OF_0_4]?.folderMillis ?? 0
  for (const { sql, hash, folderMillis, worksFrom } of steps) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.makas_migrations (created_at, hash, works_from) values ($1, $2, $3)', [
      ...[folderMillis, hash, worksFrom],
    ])
    if (folderMillis > last && worksFrom <= last) continue
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      ...[hash, folderMillis],
    ])
  }
}
