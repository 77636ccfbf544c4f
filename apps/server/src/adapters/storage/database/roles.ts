import { getTableName } from 'drizzle-orm'
import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { auditLog, destructions } from '../schema/audit.ts'
import { TABLES } from '../schema/tables.ts'

/** The role that the server works as; without a password connections of the owner take it by their `role` option. */
export type AppRole = { readonly name: string; readonly password: string | null }

/** Whether the server works as a role that cannot change tables; the start log names the reason where not. */
export type Separation = { readonly kind: 'separate' } | { readonly kind: 'same'; readonly why: string }

/** Tables whose rows the server adds and reads, but never changes or removes (security.md 67). */
const APPEND_ONLY = new Set<string>([auditLog, destructions].map(getTableName))

/** Grants rows of our tables, and no DDL (security.md 54). Repeated at every start, so that new tables are granted. */
export async function prepareRoles(client: Client, { name, password }: AppRole): Promise<Separation> {
  const role = escapeIdentifier(name)
  try {
    await client.query('begin')
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
    if (rowCount === 0) await client.query(`create role ${role} nologin`)
    if (password !== null) await client.query(`alter role ${role} login password ${escapeLiteral(password)}`)
    else await client.query(`grant ${role} to current_user`)
    await client.query(`grant usage on schema public to ${role}`)
    for (const table of TABLES.map(getTableName)) {
      const target = `public.${escapeIdentifier(table)}`
      await client.query(`revoke all on ${target} from ${role}`)
      const rights = APPEND_ONLY.has(table) ? 'select, insert' : 'select, insert, update, delete'
      await client.query(`grant ${rights} on ${target} to ${role}`)
    }
    await client.query('commit')
    return { kind: 'separate' }
  } catch (error) {
    await client.query('rollback')
    // On an external server we may not be allowed to make roles.
    if (error instanceof DatabaseError && error.code === '42501')
      return { kind: 'same', why: 'not allowed to make a role' }
    throw error
  }
}
