import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../../scripts/run-length.ts'
import { seededRandom } from '../../system/randomness.ts'
import { APP_ROLE } from '../own-postgres/own-postgres.ts'
import { databaseUrlOf, makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { prepareSchema } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
const MIGRATING = fileURLToPath(new URL('../testing/migrating.ts', import.meta.url))
const BREAKPOINT = '--> statement-breakpoint'
const HOUR_MS = 3_600_000
/** How long a step is held open, s: the process to be killed is dead by then. */
const HELD_S = 2

type Journal = { readonly entries: readonly { readonly tag: string; readonly when: number }[] }

const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')) as Journal
const stepsOf = (tag: string) => readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8').split(BREAKPOINT)

/** The migrations up to one, which sleeps after one of its steps. */
function foldersOf(place: string) {
  const upTo = (count: number): string => {
    const folder = join(place, String(count))
    cpSync(MIGRATIONS, folder, { recursive: true })
    const entries = journal.entries.slice(0, count)
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    return folder
  }
  const held = (count: number, step: number): string => {
    const folder = upTo(count)
    const tag = journal.entries[count - 1]?.tag ?? ''
    const steps = stepsOf(tag).toSpliced(step + 1, 0, `\nselect pg_sleep(${HELD_S}), 'held'\n`)
    writeFileSync(join(folder, `${tag}.sql`), steps.join(BREAKPOINT))
    return folder
  }
  return { upTo, held }
}

async function complete(owner: ClientConfig, migrationsFolder: string): Promise<void> {
  const client = new Client(owner)
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder })
  await client.end()
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))

test('[S8] a migration whose process is killed in any of its steps leaves what was there, and the next start completes it', {
  timeout: HOUR_MS,
}, async (context) => {
  const seed = seedFor('S8', 8)
  const random = seededRandom(seed)
  const place = mkdtempSync(join(tmpdir(), 'makas-killed-migrations-'))
  context.onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const { upTo, held } = foldersOf(place)
  const db = await makeTestDatabase()
  const { owner, query } = db
  await query('drop schema drizzle cascade')
  await query('drop schema public cascade')
  await query('create schema public')
  /** All tables with their columns, and the stored users. */
  const looked = async () => {
    const columns = await query(
      `select table_name || '.' || column_name || ' ' || data_type as one from information_schema.columns
       where table_schema = 'public' order by 1`,
    )
    const tables = await query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
    const kept = tables.some(({ name }) => name === 'users') ? await query('select id, email from users') : []
    return JSON.stringify([columns, kept])
  }
  let kills = 0
  let everyStep = 0
  for (const [at, { tag }] of journal.entries.entries()) {
    const steps = stepsOf(tag).length
    everyStep += steps
    const before = await looked()
    // The short run takes one step of the first migration and of the last two, since each step costs a process.
    const isLooked = isLongRun || at === 0 || at >= journal.entries.length - 2
    const places = isLongRun ? Array.from({ length: steps }, (_, step) => step) : [Math.floor(random() * steps)]
    for (const step of isLooked ? places : []) {
      const folder = held(at + 1, step)
      const child = spawn(process.execPath, [MIGRATING, databaseUrlOf(owner), APP_ROLE, folder], { stdio: 'inherit' })
      const end = ended(child)
      const holding = `select pid from pg_stat_activity where datname = current_database()
        and query like '%''held''%' and pid <> pg_backend_pid()`
      await expect.poll(async () => (await query(holding)).length, { interval: 10 }).toBe(1)
      child.kill('SIGKILL')
      await end
      kills++
      // The killed process's statement still runs, and a new start waits for its end: so does the test.
      await expect.poll(async () => (await query(holding)).length, { interval: 20 }).toBe(0)
      expect([tag, step, (await looked()) === before]).toEqual([tag, step, true])
    }
    // Rights are granted on the newest schema's tables, so earlier migrations are completed without roles.
    if (at < journal.entries.length - 1) await complete(owner, upTo(at + 1))
    else await prepareSchema(owner, { name: APP_ROLE, password: null })
    if (at === 0) await addUser(db)
    if (at > 0) expect(JSON.parse(await looked())[1]).toHaveLength(1)
  }
  const applied = await query('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(applied).toEqual([{ count: journal.entries.length }])
  recordFigure(context, {
    row: 'S8',
    wanted: 'killed in each step: re-run completes, old data readable',
    measured: `${kills} kills in ${kills} of ${everyStep} steps of ${journal.entries.length} migrations: tables and rows as before each, every next start completed it`,
    seed,
  })
})
