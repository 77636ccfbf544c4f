import { getTableName } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { type Client, escapeIdentifier } from 'pg'
import { MIGRATIONS } from '../database/migrate.ts'
import { TABLES } from '../schema/tables.ts'

/**
 * Makes the tables anew as the first migrations left them, in a transaction of the caller and without rows. The answer
 * brings them up to date: an older copy that lies in them takes all steps that its own database would have taken.
 */
export async function goBackTo(client: Client, migrations: number): Promise<() => Promise<void>> {
  const all = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  const { rows: rights } = await client.query<{ grant: string }>(`
    select format('grant %s on public.%I to %I', string_agg(privilege_type, ', '), table_name, grantee) as grant
    from information_schema.role_table_grants
    where table_schema = 'public' and grantee not in (current_user, 'PUBLIC') group by table_name, grantee`)
  for (const table of TABLES.map(getTableName))
    await client.query(`drop table public.${escapeIdentifier(table)} cascade`)
  await client.query('delete from drizzle.__drizzle_migrations')
  await migrateBy(client, all.slice(0, migrations))
  return async () => {
    await migrateBy(client, all.slice(migrations))
    for (const { grant } of rights) await client.query(grant)
  }
}

async function migrateBy(client: Client, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
