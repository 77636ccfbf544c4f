import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { slack } from '../../../scripts/run-length.ts'
import { databaseUrlOf, makeTestDatabase } from './adapters/storage/testing/test-database.ts'
import { addUser } from './adapters/storage/testing/users.ts'
import { makeKeyRing } from './adapters/system/keys/key-file.ts'
import { ServerProcess } from './http/testing/server-process.ts'
import { eventually, jsonOf } from './http/testing/test-server.ts'
import { ELIF, send, signedIn } from './http/testing/user-server.ts'
import { startSimulator } from './simulator/index.ts'

const DAY_MS = 24 * 3_600_000
/** Timeout for a busy machine, ms; shorter promises are measured separately. */
const folder = mkdtempSync(join(tmpdir(), 'makas-worker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function dataDir(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  return path
}

const readyOf = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a worker does what a night missed and asks about stored keys, and serves nothing but its health and figures', async ({
  onTestFinished,
}) => {
  const simulator = await startSimulator({ seed: 9, symbols: 20, port: 0, limits: false })
  onTestFinished(() => simulator.stop())
  const db = await makeTestDatabase()
  const settings = {
    DATABASE_URL: databaseUrlOf(db.owner),
    EXCHANGE_ORIGIN: simulator.origin,
    LOG_LEVEL: 'info',
  }
  const all = new ServerProcess(settings, dataDir('all'))
  const origin = await all.origin()
  await eventually(async () => (await send({ origin }, '/api/api-keys', undefined, { token: 'none' })).status === 401)
  const { token } = await signedIn(await send({ origin }, '/api/auth/register', ELIF))
  const { apiKey, secret, passphrase } = simulator.account('okx', 'trader')
  const body = { exchange_name: 'okx', api_key: apiKey, api_secret: secret, passphrase, testnet: false }
  expect((await send({ origin }, '/api/api-keys', body, { token })).status).toBe(201)
  all.signal('SIGTERM')
  expect((await all.exit).code).toBe(0)
  const old = Date.now() - 2 * DAY_MS
  await db.query('update exchange_keys set last_checked_at = to_timestamp($1 / 1000.0)', [old])

  const own = dataDir('worker')
  copyFileSync(join(all.dataDir, 'master.key'), join(own, 'master.key'))
  const worker = new ServerProcess({ ...settings, ROLE: 'worker' }, own)
  const at = await worker.origin()
  await eventually(async () => (await readyOf(at)).status === 200 && worker.stdout.includes('version'))
  await eventually(async () => (await readyOf(at)).body.keys === 'ok')
  expect((await readyOf(at)).body).toEqual({ market: 'none', database: 'ready', keys: 'ok' })
  expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ status: 'ok' })
  const figures = await (await fetch(`${at}/metrics`)).text()
  expect(figures).toMatch(/^makas_http_requests_total\{route="\/readyz"/m)
  expect(figures).not.toContain('makas_engine_up')
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/arbitrage-opportunities'],
    ['GET', '/api/auth/login'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/openapi.json'],
  ] as const) {
    const answer = await fetch(`${at}${path}`, { method })
    expect([path, answer.status, (await jsonOf<{ code: string }>(answer)).code]).toEqual([path, 404, 'not-found'])
  }

  const checkedAt = async () => {
    const [row] = await db.query('select (extract(epoch from last_checked_at) * 1000)::float8 as at from exchange_keys')
    return Number(row?.at)
  }
  const kept = () => (existsSync(join(own, 'backups')) ? readdirSync(join(own, 'backups')) : [])
  const copies = () => kept().filter((name) => name.endsWith('.copy')).length
  await eventually(async () => copies() === 1 && (await checkedAt()) > old + DAY_MS)
  worker.signal('SIGTERM')
  const { code, afterMs } = await worker.exit
  expect(code).toBe(0)
  expect(afterMs).toBeLessThan(15_000 * slack)
  // It has no market: no feed was opened, and no minute was noted as a bad one.
  expect(worker.stderr).not.toMatch(/"condition"|feed/)
  expect(await db.query('select 1 from uptime_days')).toEqual([])
  expect(existsSync(join(own, 'makas.lock'))).toBe(false)
})

test('a worker without a database that answers lives, and is not ready', async () => {
  const own = dataDir('cut')
  makeKeyRing(join(own, 'master.key'))
  const server = new ServerProcess({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none', ROLE: 'worker' }, own)
  const at = await server.origin()
  await eventually(async () => (await readyOf(at)).body.database === 'down')
  expect(await readyOf(at)).toEqual({ status: 503, body: { market: 'none', database: 'down', keys: 'none' } })
  expect((await fetch(`${at}/healthz`)).status).toBe(200)
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
})

test('a worker whose key is another than the stored data’s ends, and says so', async () => {
  const db = await makeTestDatabase()
  await addUser(db)
  const own = dataDir('other-key')
  makeKeyRing(join(own, 'master.key'))
  const server = new ServerProcess({ DATABASE_URL: databaseUrlOf(db.owner), ROLE: 'worker' }, own)
  expect((await server.exit).code).toBe(1)
  expect(server.stderr).toContain('the key file is another')
})
