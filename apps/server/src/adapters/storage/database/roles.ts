import { createHash, createHmac } from 'node:crypto'
import { getTableName, sql } from 'drizzle-orm'
import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { auditLog, destructions } from '../schema/audit.ts'
import { TABLES } from '../schema/tables.ts'
import type { AppLogin } from './address.ts'
import type { Database } from './database.ts'
import { SchemaRefusal } from './failures.ts'

/** Tables whose rows the server adds and reads, but never changes or removes (security.md 67). */
const APPEND_ONLY = new Set<string>([auditLog, destructions].map(getTableName))
const NOT_ALLOWED = '42501'
/** What the operator does where the server has no login that it can work as. */
export const OF_THE_OPERATOR =
  "make the server a login without further rights, and give its address as DATABASE_URL and the owner's to npm run migrate as DATABASE_OWNER_URL"
/** PostgreSQL cuts longer names off. */
const LONGEST_NAME = 63

/**
 * The login of the installation in a database of which only the owner's address is known. All processes derive the same
 * password from the owner's password; null where the owner has none, as behind a trusted socket.
 */
export function loginOf(database: string, ownerPassword: string | null): AppLogin {
  const plain = `makas_app_${database}`
  const short = createHash('sha256').update(database).digest('hex').slice(0, 32)
  const name = Buffer.byteLength(plain) > LONGEST_NAME ? `makas_app_${short}` : plain
  if (ownerPassword === null) return { name, password: null }
  return { name, password: createHmac('sha256', ownerPassword).update(`makas login ${name}`).digest('base64url') }
}

/** Grants rows of our tables, and no DDL (security.md 54). Repeated at every start, so that new tables are granted. */
export async function prepareRoles(client: Client, { name, password }: AppLogin): Promise<void> {
  const role = escapeIdentifier(name)
  const secret = password === null ? '' : `password ${escapeLiteral(password)}`
  try {
    await client.query('begin')
    const { rows } = await client.query<{ isOwner: boolean }>(
      'select $1 in (session_user::text, current_user::text) as "isOwner"',
      [name],
    )
    // The grants below would take the owner's own rights away.
    if (rows[0]?.isOwner)
      throw new SchemaRefusal(`DATABASE_URL is the address of the owner ${name}: ${OF_THE_OPERATOR}`)
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
    if (rowCount === 0) await client.query(`create role ${role} login ${secret}`)
    else await setPassword(client, role, secret)
    await client.query('revoke create on schema public from public')
    await client.query(`grant usage on schema public, drizzle to ${role}`)
    await client.query(`grant select on drizzle.makas_migrations, drizzle.__drizzle_migrations to ${role}`)
    for (const table of TABLES.map(getTableName)) {
      const target = `public.${escapeIdentifier(table)}`
      await client.query(`revoke all on ${target} from ${role}`)
      const rights = APPEND_ONLY.has(table) ? 'select, insert' : 'select, insert, update, delete'
      await client.query(`grant ${rights} on ${target} to ${role}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    // An external server may not allow us to make roles.
    if (!(error instanceof DatabaseError) || error.code !== NOT_ALLOWED) throw error
    throw new SchemaRefusal(
      `the owner of the tables may not make the login ${name}, as which the server works: ${OF_THE_OPERATOR}`,
    )
  }
}

/** A login that somebody else made keeps its password. */
async function setPassword(client: Client, role: string, secret: string): Promise<void> {
  await client.query('savepoint unchanged')
  try {
    await client.query(`alter role ${role} login ${secret}`)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NOT_ALLOWED) throw error
    await client.query('rollback to unchanged')
  }
}

/** Rights of the login itself: what a session can set its role back to, whatever role it works as. */
const RIGHTS = sql`
  select rolname as login, array_remove(array[
    case when rolsuper then 'is a superuser' end,
    case when rolcreaterole or rolcreatedb or rolreplication or rolbypassrls then 'has an attribute of its own' end,
    case when exists (select from pg_auth_members where member = pg_roles.oid) then 'is a member of a role' end,
    case when has_database_privilege(rolname, current_database(), 'create')
      or has_schema_privilege(rolname, 'public', 'create') then 'may make tables' end,
    case when exists (select from pg_class where relowner = pg_roles.oid) then 'owns tables' end,
    case when has_table_privilege(rolname, 'public.audit_log', 'update, delete, truncate')
      then 'may change the audit log' end], null) as beyond
  from pg_roles where rolname = session_user`

/**
 * Refuses a pool whose login has rights that the server does not need: an injected statement would have them too, since
 * a session may go back to its login at any time.
 */
export async function refuseRights(database: Database): Promise<void> {
  const { rows } = await database.run((statements) =>
    statements.execute<{ login: string; beyond: readonly string[] }>(RIGHTS),
  )
  const [{ login, beyond } = { login: '', beyond: ['is not known'] }] = rows
  if (beyond.length === 0) return
  throw new SchemaRefusal(`the login ${login} of DATABASE_URL ${beyond.join(', ')}: ${OF_THE_OPERATOR}`)
}
