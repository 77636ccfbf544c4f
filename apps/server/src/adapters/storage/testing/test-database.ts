import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { KeyRing, type KeyVersion } from '../../system/keys/key-ring.ts'
import { type AuditKey, Database } from '../database/database.ts'
import { loginOf } from '../database/roles.ts'
import { afterFile } from './after-file.ts'
import type {} from './cluster.ts'

export type TestDatabase = {
  readonly owner: ClientConfig
  readonly app: ClientConfig
  /** The database with the server's role. */
  readonly database: Database
  /** Runs a statement as the owner. */
  readonly query: (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>
}

/** Only ends what would never end: the time limits of the product have tests of their own. */
const PATIENT_MS = 300_000

/** The address of a database in the form of DATABASE_URL; a socket's folder takes the host's place. */
export function databaseUrlOf({ host = '', port, user, password, database }: ClientConfig): string {
  const place = `${encodeURIComponent(host)}${port === undefined ? '' : `:${port}`}`
  return `postgres://${user}:${encodeURIComponent(String(password))}@${place}/${database}`
}

export const TEST_AUDIT_KEY: readonly KeyVersion[] = new KeyRing(Buffer.alloc(32, 7)).of('audit-log')

/** Makes an empty, migrated database that is dropped after the test file. */
export async function makeTestDatabase(auditKey: AuditKey = () => TEST_AUDIT_KEY): Promise<TestDatabase> {
  const { owner, app, template } = inject('testPostgres')
  const name = `makas_test_${randomBytes(6).toString('hex')}`
  await asked(owner, `create database ${escapeIdentifier(name)} template ${template} strategy file_copy`)
  // PostgreSQL looks for deadlocks after a second by default; tests that make them wait for 20 ms.
  await asked(owner, `alter database ${escapeIdentifier(name)} set deadlock_timeout = '20ms'`)
  const config = { ...owner, database: name }
  const database = new Database({
    connection: { ...app, database: name },
    statementWithinMs: PATIENT_MS,
    connectWithinMs: PATIENT_MS,
    auditKey,
    onLost: () => undefined,
  })
  const client = new Client(config)
  // A test may end every connection of its database.
  client.on('error', () => undefined)
  await client.connect()
  afterFile(async () => {
    await client.end()
    await database.end()
    await asked(owner, `drop database ${escapeIdentifier(name)} with (force)`)
    // A server that was given the owner's address made a login of its own.
    await asked(owner, `drop role if exists ${escapeIdentifier(loginOf(name, null).name)}`)
  })
  return {
    owner: config,
    app: { ...app, database: name },
    database,
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
  }
}

async function asked(config: ClientConfig, statement: string): Promise<void> {
  const client = new Client(config)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
