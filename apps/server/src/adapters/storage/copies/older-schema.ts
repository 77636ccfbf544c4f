import { getTableName } from 'drizzle-orm'
import { type Client, escapeIdentifier } from 'pg'
import { applyMigrations, migrationsIn } from '../database/migrate.ts'
import { TABLES } from '../schema/tables.ts'

/**
 * Makes the tables anew as the first migrations left them, in a transaction of the caller and without rows. The
 * returned function brings the tables up to date: an older copy in them takes all steps that its own database would
 * have taken.
 */
export async function goBackTo(client: Client, migrations: number): Promise<() => Promise<void>> {
  const all = migrationsIn()
  const { rows: rights } = await client.query<{ grant: string }>(`
    select format('grant %s on public.%I to %I', string_agg(privilege_type, ', '), table_name, grantee) as grant
    from information_schema.role_table_grants
    where table_schema = 'public' and grantee not in (current_user, 'PUBLIC') group by table_name, grantee`)
  for (const table of TABLES.map(getTableName))
    await client.query(`drop table public.${escapeIdentifier(table)} cascade`)
  await client.query('delete from drizzle.makas_migrations')
  await client.query('delete from drizzle.__drizzle_migrations')
  await applyMigrations(client, all.slice(0, migrations))
  return async () => {
    await applyMigrations(client, all.slice(migrations))
    for (const { grant } of rights) await client.query(grant)
  }
}
