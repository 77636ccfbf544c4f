import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { type AppRole, prepareRoles, type Separation } from './roles.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Advisory lock under which one process migrates at a time, on any machine; no other code uses this number. */
const LOCK = 4_620_917
/** PostgreSQL 15, as `server_version_num`. */
const OLDEST_SERVER = 150_000

/** The schema cannot be brought to this version; the message is a sentence for the operator. */
export class SchemaRefusal extends Error {}

/**
 * Brings the schema of a database up to date in one transaction: a process that is killed half-way leaves the old
 * schema. Roles come afterwards, since rights are granted on existing tables.
 */
export async function prepareSchema(owner: ClientConfig, role: AppRole, folder = MIGRATIONS): Promise<Separation> {
  const client = new Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    if (Number(rows[0]?.version) < OLDEST_SERVER) throw new SchemaRefusal('the database is older than PostgreSQL 15')
    await refuseWithoutIcu(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await refuseNewer(client, folder)
    await migrate(drizzle(client), { migrationsFolder: folder })
    return await prepareRoles(client, role)
  } finally {
    // Ends the connection, and the lock with it.
    await client.end()
  }
}

/** Refuses a server without ICU, by which search folds capitals: the database's locale may know only ASCII. */
async function refuseWithoutIcu(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regcollation('"und-x-icu"')::text as found`)
  if ((rows[0]?.found ?? null) === null) throw new SchemaRefusal('the database knows no ICU collations')
}

/** The number of migrations that a database has had; null where it has no tables of ours. */
export async function appliedMigrations(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as found`,
  )
  if (rows[0]?.found === null) return null
  const applied = await client.query<{ done: number }>('select count(*)::int as done from drizzle.__drizzle_migrations')
  return applied.rows[0]?.done ?? null
}

/** Refuses the schema of a newer version: we must not write to its tables. */
async function refuseNewer(client: Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as found`,
  )
  if (rows[0]?.found === null) return
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const newest = Number(applied.rows[0]?.newest ?? 0)
  if (newest > newestMigration(folder)) {
    throw new SchemaRefusal('the database was written by a newer version of Makas: run that one, or restore a copy')
  }
}

function newestMigration(folder: string): number {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    readonly entries: readonly { readonly when: number }[]
  }
  return Math.max(...journal.entries.map(({ when }) => when))
}
