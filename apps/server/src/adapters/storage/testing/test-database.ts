import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { afterAll, inject } from 'vitest'
import { Database } from '../database/database.ts'

export type TestDatabase = {
  readonly owner: ClientConfig
  readonly app: ClientConfig
  /** As the server works with it. */
  readonly database: Database
  /** One statement of the owner. */
  readonly query: (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>
}

/** The address of a database, as DATABASE_URL takes it; a socket's folder stands where the host does. */
export function databaseUrlOf({ host = '', port, user, password, database }: ClientConfig): string {
  const place = `${encodeURIComponent(host)}${port === undefined ? '' : `:${port}`}`
  return `postgres://${user}:${encodeURIComponent(String(password))}@${place}/${database}`
}

/** An empty, migrated database of this file's own; it is gone after the file. To be called outside of tests, or in one. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const { owner, app, template } = inject('testPostgres')
  const name = `makas_test_${randomBytes(6).toString('hex')}`
  await asked(owner, `create database ${escapeIdentifier(name)} template ${template} strategy file_copy`)
  // Deadlocks are looked for after a second; tests that make them need not wait for it.
  await asked(owner, `alter database ${escapeIdentifier(name)} set deadlock_timeout = '20ms'`)
  const config = { ...owner, database: name }
  const database = new Database({ connection: { ...app, database: name }, onLost: () => undefined })
  const client = new Client(config)
  // A test may end every connection of its database.
  client.on('error', () => undefined)
  await client.connect()
  afterAll(async () => {
    await client.end()
    await database.end()
    await asked(owner, `drop database ${escapeIdentifier(name)} with (force)`)
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
