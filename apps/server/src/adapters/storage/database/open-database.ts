import { Client, type ClientConfig, DatabaseError } from 'pg'
import { APP_ROLE, type OwnPostgres } from '../own-postgres/own-postgres.ts'
import { type AppLogin, atAddress, atAddressAs } from './address.ts'
import { SchemaRefusal } from './failures.ts'
import { type CopyFirst, expectSchema, MIGRATIONS, prepareSchema, withClient } from './migrate.ts'
import { loginOf, OF_THE_OPERATOR } from './roles.ts'

export type Addresses = {
  /** Address of the server's login, or of the owner where there is no other. */
  readonly databaseUrl: string
  /** Address of the owner of the tables, or null. */
  readonly databaseOwnerUrl: string | null
}

/** A database with the tables of this version. `owner`: null where only the login's address is known. */
export type OpenDatabase = { readonly login: ClientConfig; readonly owner: ClientConfig | null }

/** Migrates our own PostgreSQL, by a connection of its owner. @throws NotMigrated; SchemaRefusal. */
export async function openOwn(own: OwnPostgres, copyFirst?: CopyFirst): Promise<OpenDatabase> {
  const [owner, login] = [own.connection('owner'), own.connection('app')]
  await prepareSchema(owner, { name: APP_ROLE, password: String(login.password) }, MIGRATIONS, copyFirst)
  return { login, owner }
}

/**
 * Opens an external database for the server. With the login's address it changes no table. With the owner's address
 * alone it migrates by a connection of the owner, and works as a login of this installation. @throws NotMigrated until
 * the tables are brought to this version; SchemaRefusal.
 */
export async function openSomebodys(addresses: Addresses, copyFirst?: CopyFirst): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl } = addresses
  const given = atAddress(databaseUrl)
  if (databaseOwnerUrl === null && (await mayMigrate(given))) return migrateSomebodys(addresses, copyFirst)
  await expectSchema(given, 'run npm run migrate, with the address of their owner as DATABASE_OWNER_URL')
  return { login: given, owner: databaseOwnerUrl === null ? null : atAddress(databaseOwnerUrl) }
}

/** Prepares an external database for a command: migrates wherever it knows the owner. @throws as `openSomebodys` */
export async function prepareSomebodys(addresses: Addresses, copyFirst?: CopyFirst): Promise<OpenDatabase> {
  return addresses.databaseOwnerUrl === null
    ? openSomebodys(addresses, copyFirst)
    : migrateSomebodys(addresses, copyFirst)
}

async function migrateSomebodys(addresses: Addresses, copyFirst?: CopyFirst): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl } = addresses
  const { user = '', password: given, database = '' } = new Client(atAddress(databaseUrl))
  const password = given ?? null
  const login: AppLogin = databaseOwnerUrl === null ? loginOf(database, password) : { name: user, password }
  const owner = atAddress(databaseOwnerUrl ?? databaseUrl)
  await prepareSchema(owner, login, MIGRATIONS, copyFirst)
  if (databaseOwnerUrl !== null) return { login: atAddress(databaseUrl), owner }
  const ours = atAddressAs(login, databaseUrl)
  await refuseUnlessLetIn(ours, login.name)
  return { login: ours, owner }
}

/** Refuses where the new login may not connect, as behind a pooler that knows the owner alone. */
async function refuseUnlessLetIn(login: ClientConfig, name: string): Promise<void> {
  try {
    await withClient(login, async () => undefined)
  } catch (error) {
    if (!(error instanceof DatabaseError) || !error.code?.startsWith('28')) throw error
    throw new SchemaRefusal(`the database does not let the login ${name} in (${error.code}): ${OF_THE_OPERATOR}`)
  }
}

/** Whether the login owns the tables or, while there are no tables, may make them. */
const mayMigrate = (login: ClientConfig): Promise<boolean> =>
  withClient(login, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(`
      select coalesce((select pg_has_role(session_user, relowner, 'member') from pg_class
          where relname = 'audit_log' and relnamespace = (select oid from pg_namespace where nspname = 'public')),
        has_database_privilege(session_user, current_database(), 'create')) as may`)
    return rows[0]?.may === true
  })
