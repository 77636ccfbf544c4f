import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createSystemClock } from '../../system/system-clock.ts'
import { OwnPostgres, type OwnPostgresOptions } from './own-postgres.ts'
import { placesIn } from './places.ts'
import { StartRefusal } from './start-refusal.ts'

const base = mkdtempSync(join(tmpdir(), 'makas-own-'))
const dataDir = join(base, 'data')
const running = new Set<OwnPostgres>()
const logged: string[] = []

afterAll(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(base, { recursive: true, force: true })
})

async function started(options: Partial<OwnPostgresOptions> = {}): Promise<OwnPostgres> {
  mkdirSync(options.dataDir ?? dataDir, { recursive: true, mode: 0o700 })
  const postgres = new OwnPostgres({
    dataDir,
    clock: createSystemClock(),
    log: (_level, event) => logged.push(event),
    ...options,
  })
  running.add(postgres)
  await postgres.start()
  return postgres
}

async function asked(postgres: OwnPostgres, text: string): Promise<unknown> {
  const client = new Client(postgres.connection('owner'))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const pidIn = (folder: string) => Number.parseInt(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8'), 10)

test('[S2] what is committed is on disk, and nobody reaches it but through a socket of ours', async () => {
  const postgres = await started()
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    expect(await asked(postgres, `select current_setting('${name}')`)).toBe('on')
  }
  expect(await asked(postgres, `select current_setting('listen_addresses')`)).toBe('')
  const { cluster, access, sockets, log } = placesIn(dataDir)
  for (const folder of [cluster, sockets]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const file of [access, log]) expect(statSync(file).mode & 0o777).toBe(0o600)
  const stranger = new Client({ ...postgres.connection('owner'), password: 'guessed' })
  stranger.on('error', () => undefined)
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  await asked(postgres, 'create table kept (n int)')
  await asked(postgres, 'insert into kept values (7)')
  await postgres.stop()
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})

/** What an operator's shell may hold of another server, each of which would keep ours from coming up or change it. */
const OF_ANOTHER_SERVER = {
  PGHOST: '127.0.0.1',
  PGPORT: '1',
  PGUSER: 'somebody',
  PGPASSWORD: 'guessed',
  PGDATABASE: 'none',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c default_transaction_read_only=on',
  PGREPLICATION: 'database',
  PGCLIENT_ENCODING: 'latin1',
  PGAPPNAME: 'psql',
}

test('variables of the environment that are about another PostgreSQL do not touch it', async ({ onTestFinished }) => {
  for (const [name, value] of Object.entries(OF_ANOTHER_SERVER)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const postgres = await started()
  expect(await asked(postgres, 'select current_database()')).toBe('makas')
  expect(await asked(postgres, `select current_setting('default_transaction_read_only')`)).toBe('off')
  expect(await asked(postgres, `select current_setting('application_name')`)).toBe('makas')
  const beside = new OwnPostgres({ dataDir, clock: createSystemClock(), log: () => undefined })
  await beside.join()
  expect(await asked(beside, 'select current_user')).toBe('makas_owner')
  await postgres.stop()
})

test('a PostgreSQL that outlived its server is adopted, and its rows are there', async () => {
  const first = await started()
  const pid = pidIn(dataDir)
  // As after a killed server: PostgreSQL is not stopped, and another start comes.
  const second = await started()
  expect(pidIn(dataDir)).toBe(pid)
  expect(await asked(second, 'select n from kept')).toBe(7)
  await second.stop()
  await first.stop()
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
})

test('it is started again when it is killed, and holds what was committed', async () => {
  const postgres = await started()
  const pid = pidIn(dataDir)
  await asked(postgres, 'insert into kept values (8)')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => asked(postgres, 'select sum(n)::int from kept').catch(String)).toBe(15)
  expect(pidIn(dataDir)).not.toBe(pid)
  expect(logged).toContain('database-lost')
  await postgres.stop()
})

test('a file that names a process that is no PostgreSQL does not keep it from starting', async () => {
  writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'pg')}\n1\n5432\n`)
  const postgres = await started()
  expect(pidIn(dataDir)).not.toBe(process.pid)
  await postgres.stop()
})

/** Bits of CAP_DAC_READ_SEARCH and CAP_DAC_OVERRIDE. */
const [READ_SEARCH, OVERRIDE] = [4n, 2n]

test.runIf(process.getuid?.() === 0)('as root it runs as nobody where there are no user namespaces', async () => {
  const postgres = await started({ runAs: 'setpriv' })
  expect(statSync(join(dataDir, 'pg')).uid).toBe(65_534)
  // The server writes nobody else's files where root here may give it the smaller capability.
  const sets = (of: number | string) => readFileSync(`/proc/${of}/status`, 'utf8')
  const mayGive = BigInt(`0x${/^CapPrm:\t(\w+)/m.exec(sets('self'))?.[1]}`)
  const given = (mayGive & READ_SEARCH) === 0n ? OVERRIDE : READ_SEARCH
  for (const [, name, bits] of sets(pidIn(dataDir)).matchAll(/^Cap(Inh|Prm|Eff|Amb):\t(\w+)/gm))
    expect([name, BigInt(`0x${bits}`)]).toEqual([name, given])
  expect(sets(pidIn(dataDir))).toMatch(/^NoNewPrivs:\t1$/m)
  expect(await asked(postgres, 'select sum(n)::int from kept')).toBe(15)
  await postgres.stop()
  const again = await started()
  expect(await asked(again, 'select sum(n)::int from kept')).toBe(15)
  await again.stop()
})

test('without its passwords, or with damaged passwords, it says what to do', async () => {
  const { access } = placesIn(dataDir)
  const text = readFileSync(access, 'utf8')
  rmSync(access)
  await expect(started()).rejects.toThrow(StartRefusal)
  writeFileSync(access, text.slice(0, 20))
  await expect(started()).rejects.toThrow(/damaged/)
  writeFileSync(access, text)
})

test('a PostgreSQL that ends whenever it is started says why within seconds', async () => {
  const { cluster } = placesIn(dataDir)
  renameSync(join(cluster, 'global'), join(cluster, 'aside'))
  const said: unknown[] = []
  const log: OwnPostgresOptions['log'] = (_level, event, data) => said.push([event, String(data.lastWords)])
  const postgres = new OwnPostgres({ dataDir, clock: createSystemClock(), log })
  const start = postgres.start().catch(() => undefined)
  await expect.poll(() => said).toEqual([['database-does-not-start', expect.stringContaining('global')]])
  await postgres.stop()
  await start
  renameSync(join(cluster, 'aside'), join(cluster, 'global'))
})

test('the path of a socket ends at 107 bytes: for a deeper folder it lies elsewhere, for us alone', () => {
  const deep = join(base, 'x'.repeat(100))
  const { sockets } = placesIn(deep)
  expect(sockets.startsWith(join(tmpdir(), 'makas-'))).toBe(true)
  expect(placesIn(dataDir).sockets).toBe(join(dataDir, 'pg-socket'))
})
