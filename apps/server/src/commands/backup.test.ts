import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shardOf } from '@makas/domain'
import { afterAll, expect, test } from 'vitest'
import { readDeletions } from '../adapters/storage/copies/deletions.ts'
import { builtInArticles } from '../adapters/storage/help/built-in-articles.ts'
import { endPostgres } from '../adapters/storage/testing/end-postgres.ts'
import { databaseUrlOf, makeTestDatabase } from '../adapters/storage/testing/test-database.ts'
import { addUser } from '../adapters/storage/testing/users.ts'
import { makeKeyRing } from '../adapters/system/keys/key-file.ts'
import { ServerProcess } from '../http/testing/server-process.ts'
import { eventually } from '../http/testing/test-server.ts'
import { ELIF, send, sendCookie, signUp } from '../http/testing/user-server.ts'
import { run as admin } from './admin.ts'
import { run as auditVerify } from './audit-verify.ts'
import { run as backup } from './backup.ts'
import { run as migrate } from './migrate.ts'
import { run as restore } from './restore.ts'
import { runAsPerson, runInProcess } from './testing/run-in-process.ts'

const { owner, query } = await makeTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'makas-commands-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'makas.copy')
afterAll(() => {
  endPostgres(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

const COMMANDS = { admin, backup, migrate, restore, 'audit-verify': auditVerify }

/** Runs a command in this process; returns its exit code and its output. */
async function run(name: keyof typeof COMMANDS, args: readonly string[], settings: Record<string, string>) {
  const { status, said } = await runInProcess(COMMANDS[name], args, { DATA_DIR: dataDir, ...settings })
  return { status, said }
}

const SOMEBODYS = { DATABASE_URL: databaseUrlOf(owner) }

test("[S9] a copy of somebody's server is restored into our own, which a command starts and stops by itself", async () => {
  const asPerson = (name: string, args: readonly string[], settings: Record<string, string>) =>
    runAsPerson(name, args, { DATA_DIR: dataDir, ...settings })
  await query(`insert into settings values ('planted', '"x"', now())`)
  expect(await run('backup', [file], SOMEBODYS)).toEqual({
    status: 1,
    said: `${dataDir}/master.key: there is no key file to encrypt a copy with; --plain writes a plain copy`,
  })
  mkdirSync(dataDir, { mode: 0o700 })
  const { id } = makeKeyRing(join(dataDir, 'master.key'))
  expect(await run('backup', [file], {})).toEqual({ status: 1, said: `there is no database in ${dataDir} yet` })
  expect(asPerson('backup', [file], SOMEBODYS)).toMatchObject({
    status: 0,
    said: `1 rows are in ${file}, encrypted with the key ${id}; the key file (MASTER_KEY_FILE) is not: keep it elsewhere`,
  })
  expect(asPerson('restore', [file], {})).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^1 rows are restored/),
  })
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
  const again = join(folder, 'again.gz')
  expect(await run('backup', [again], {})).toMatchObject({ status: 0 })
  expect(readFileSync(again).length).toBeGreaterThan(100)
  expect(asPerson('audit-verify', [], {})).toMatchObject({ status: 0, said: expect.stringMatching(/intact: 0 lines/) })
  // The running server may have another folder: the command says which one it is about.
  expect(await run('admin', ['audit', '--subject', 'a@example.org'], {})).toEqual({
    status: 1,
    said: `no server runs on ${dataDir}: this is about the database in that folder\nno line tells of a@example.org`,
  })
})

test("[SEC-90] a server's login copies the database, and what it may not do names the owner", async () => {
  const [source, target] = [await makeTestDatabase(), await makeTestDatabase()]
  await source.query(`insert into settings values ('planted', '"x"', now())`)
  const copy = join(folder, 'by-the-login.gz')
  const login = { DATABASE_URL: databaseUrlOf(target.app) }
  expect(await run('backup', [copy, '--plain'], { DATABASE_URL: databaseUrlOf(source.app) })).toMatchObject({
    status: 0,
  })
  expect(await run('migrate', [], login)).toEqual({ status: 0, said: 'the tables are those of this version' })
  expect(await run('restore', [copy, '--plain'], login)).toEqual({
    status: 1,
    said: 'the login of DATABASE_URL may not do that: give the address of the owner of the tables as DATABASE_OWNER_URL',
  })
  const both = { ...login, DATABASE_OWNER_URL: databaseUrlOf(target.owner) }
  expect(await run('migrate', ['--without-copy'], both)).toMatchObject({ status: 0 })
  expect(await run('restore', [copy, '--plain'], both)).toMatchObject({ status: 0 })
  expect(await target.query(`select value from settings where name = 'planted'`)).toEqual([{ value: 'x' }])
  expect(await run('migrate', [], { DATABASE_OWNER_URL: both.DATABASE_OWNER_URL })).toEqual({
    status: 1,
    said: "DATABASE_OWNER_URL: is of no use without DATABASE_URL, the address of the server's login",
  })
})

test('a server that was started and read, and has no account, takes a copy', async () => {
  const mine = { DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner), MARKET: 'demo' }
  const server = new ServerProcess(mine, join(folder, 'started'))
  // Articles are delivered before accounts come up, and their readers are counted from then on.
  const view = `${await server.origin()}/api/help-articles/${builtInArticles()[0]?.id}/view`
  await eventually(async () => (await fetch(view, { method: 'POST' })).ok)
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
  const copy = join(folder, 'for-the-started.gz')
  expect(await run('backup', [copy, '--plain'], SOMEBODYS)).toEqual({
    status: 0,
    said: expect.stringContaining(`rows are in ${copy}, unencrypted; the key file`),
  })
  expect(await run('restore', [copy, '--plain'], { ...mine, DATA_DIR: join(folder, 'started') })).toMatchObject({
    status: 0,
  })
})

test('an engine of shards that is told so finds the episodes of each of them again', async () => {
  const shards = { ROLE: 'engine', SHARDS: '3', NATS_URL: 'nats://127.0.0.1:1' }
  const coins = ['SOL', 'ADA', 'XRP', 'DOT', 'LINK', 'ATOM', 'DOGE', 'LTC']
  const ids = coins.map((coin) => `spot.${coin}-USDT.okx.binance`)
  await query(
    `insert into episodes (source, route, mode, opened_at, closed_at, size, path, max_roi, last_roi, latency_ms, forecast, basis)
     select 'live', id, 'spot', now() - interval '1 minute', now(), '1', '[[0,1]]', 1, 1, 1, 1, 'prior' from unnest($1::text[]) id`,
    [ids],
  )
  const copy = join(folder, 'shards.gz')
  expect(await run('backup', [copy, '--plain'], SOMEBODYS)).toMatchObject({ status: 0 })
  const empty = { DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner), DATA_DIR: join(folder, 'shards') }
  expect(await run('restore', [copy, '--plain'], { ...empty, ...shards })).toMatchObject({ status: 0 })
  const found = [0, 1, 2].map((shard) =>
    readFileSync(join(folder, 'shards', `shard-${shard}`, 'episodes-live.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { route: string }).route),
  )
  for (const [shard, routes] of found.entries())
    expect(routes.map((route) => shardOf(route.split(/[.-]/)[1] ?? '', 3))).toEqual(routes.map(() => shard))
  expect(found.flat().sort()).toEqual(ids.sort())
})

test('an engine, which has no key file, restores no copy that was made with one', async () => {
  const source = await makeTestDatabase()
  await addUser(source)
  const copy = join(folder, 'keyed.gz')
  const theirs = { DATABASE_URL: databaseUrlOf(source.owner), MASTER_KEY_FILE: join(folder, 'theirs.key') }
  makeKeyRing(theirs.MASTER_KEY_FILE)
  expect(await run('backup', [copy], theirs)).toMatchObject({ status: 0 })
  const plain = join(folder, 'keyed-plain.gz')
  expect(await run('backup', [plain, '--plain'], theirs)).toMatchObject({ status: 0 })
  const target = await makeTestDatabase()
  const engine = { DATABASE_URL: databaseUrlOf(target.owner), ROLE: 'engine', NATS_URL: 'nats://127.0.0.1:1' }
  for (const args of [[copy], [plain, '--plain']]) {
    expect(await run('restore', args, { ...engine, DATA_DIR: join(folder, 'engine') })).toMatchObject({
      status: 1,
      said: expect.stringMatching(/another key file \(.+\): put that one in the place of MASTER_KEY_FILE first$/),
    })
  }
  expect(await run('restore', [plain], { ...theirs, ...engine })).toMatchObject({
    status: 1,
    said: expect.stringContaining('nothing proves who wrote it: --plain takes a plain copy'),
  })
  expect(await target.query('select 1 from users')).toEqual([])
})

test('[SEC-81] an account that was deleted after the copy does not come back with it, though the server and its database were lost', async () => {
  const lost = { DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner), BACKUP_DIR: join(folder, 'backups') }
  const place = join(folder, 'lost')
  const server = new ServerProcess({ ...lost, MARKET: 'demo', SIM_SYMBOLS: '3' }, place)
  const at = { origin: await server.origin() }
  const leaver = await signUp(at, 'leaves@example.org')
  const stayer = await signUp(at, 'stays@example.org')
  const changer = await signUp(at, 'changes@example.org')
  const copy = join(folder, 'before-the-deletion.gz')
  expect(await run('backup', [copy], { ...lost, DATA_DIR: place })).toMatchObject({ status: 0 })
  const { password } = ELIF
  const leaves = { method: 'DELETE', token: leaver.token }
  expect((await send(at, '/api/account', { password }, leaves)).status).toBe(204)
  const change = { current_password: password, new_password: 'yepyeni bir sifre' }
  expect((await send(at, '/api/auth/password', change, { token: changer.token })).status).toBe(204)
  expect((await sendCookie(at, '/api/auth/logout', stayer.cookie)).status).toBe(204)
  // The list is there before anything was deleted, and empty.
  await eventually(() => readDeletions(lost.BACKUP_DIR)?.length === 2)
  server.signal('SIGKILL')
  await server.exit

  const restored = await makeTestDatabase()
  const mine = { ...lost, DATABASE_URL: databaseUrlOf(restored.owner), DATA_DIR: place }
  expect(await run('restore', [copy], mine)).toEqual({
    status: 0,
    said: expect.stringMatching(
      /restored.*\nended: 3 sessions, 1 one-time addresses\ndeleted again, as they were since then: 0 exchange keys, 1 accounts\n.*: 0\nvoid, .*: 1 passwords/,
    ),
  })
  expect(await restored.query('select email from users order by email')).toEqual([
    { email: 'changes@example.org' },
    { email: 'stays@example.org' },
  ])
  const bare = { ...mine, DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner), BACKUP_DIR: place }
  expect(await run('restore', [copy], bare)).toEqual({
    status: 0,
    said: expect.stringContaining(
      `nor in ${place} is a makas-deletions.txt: what was deleted or changed since is there again`,
    ),
  })
})

test('what is wrong is said in a sentence', async () => {
  for (const command of ['backup', 'restore'] as const) {
    expect(await run(command, [], SOMEBODYS)).toEqual({
      status: 1,
      said: `usage: npm run ${command} -- FILE [--plain]`,
    })
  }
  const untouched = join(folder, 'untouched')
  expect(await run('restore', [join(folder, 'none')], { DATA_DIR: untouched })).toMatchObject({
    status: 1,
    said: expect.stringContaining('cannot be read'),
  })
  expect(existsSync(untouched)).toBe(false)
  const nowhere = { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/none' }
  expect(await run('audit-verify', [], nowhere)).toEqual({
    status: 1,
    said: 'the database cannot be reached (ECONNREFUSED)',
  })
})
