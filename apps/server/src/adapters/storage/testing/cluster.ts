import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { createSystemClock } from '../../system/system-clock.ts'
import { prepareSchema } from '../database/migrate.ts'
import { APP_ROLE, OwnPostgres } from '../own-postgres/own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with a migrated database that is the template of the tests' own. */
    readonly testPostgres: { readonly owner: ClientConfig; readonly app: ClientConfig; readonly template: string }
  }
}

const TEMPLATE = 'makas_test_template'
/** Faster settings, since test data need not survive a power cut. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/** vitest's globalSetup: one cluster a run; TEST_DATABASE_URL (of a superuser) uses an external server instead. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const { owner, app, stop } =
    url === undefined ? await ownCluster() : { ...somebodys(url), stop: async () => undefined }
  const admin = new Client(owner)
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await prepareSchema({ ...owner, database: TEMPLATE }, { name: APP_ROLE, password: String(app.password) })
  provide('testPostgres', { owner, app, template: TEMPLATE })
  return async () => {
    const left = await databasesLeft(owner)
    await stop()
    if (left > 0) throw new Error(`${left} test databases were left behind, and with each its connections`)
  }
}

async function databasesLeft(owner: ClientConfig): Promise<number> {
  const client = new Client(owner)
  await client.connect()
  const { rowCount } = await client.query("select from pg_database where datname ~ '^makas_test_[0-9a-f]'")
  await client.end()
  return rowCount ?? 0
}

async function ownCluster() {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-cluster-'))
  const postgres = new OwnPostgres({ dataDir, clock: createSystemClock(), log: () => undefined, settings: QUICK })
  await postgres.start()
  return {
    owner: postgres.connection('owner'),
    app: postgres.connection('app'),
    stop: async () => {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function somebodys(url: string): { owner: ClientConfig; app: ClientConfig } {
  const { hostname, port, username, password, pathname } = new URL(url)
  const place = { host: decodeURIComponent(hostname), port: Number(port || 5432), database: pathname.slice(1) }
  return {
    owner: { ...place, user: decodeURIComponent(username), password: decodeURIComponent(password) },
    app: { ...place, user: APP_ROLE, password: 'only-for-tests' },
  }
}
