import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { type AppRole, prepareRoles, type Separation } from './roles.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** One process migrates at a time, whatever machine it runs on; the number is ours alone. */
const LOCK = 4_620_917
const OLDEST_SERVER = 150_000

/** The schema cannot be brought to what this version needs, in a sentence. */
export class SchemaRefusal extends Error {}

/**
 * Brings the schema of a database up to date, in one transaction: one that is killed half-way leaves what was there
 * before. The roles come after it, as they are granted what there is.
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
    // Ends the lock with the connection.
    await client.end()
  }
}

/** Search folds capitals by ICU: what the database was made for knows none beyond ASCII, or the Turkish ones. */
async function refuseWithoutIcu(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regcollation('"und-x-icu"')::text as found`)
  if ((rows[0]?.found ?? null) === null) throw new SchemaRefusal('the database knows no ICU collations')
}

/** A newer version's tables are not ours to write to. */
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
