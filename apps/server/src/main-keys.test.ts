import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseUrlOf, makeTestDatabase } from './adapters/storage/testing/test-database.ts'
import { bareEnv } from './http/testing/bare-env.ts'
import { ServerProcess } from './http/testing/server-process.ts'
import { eventually, jsonOf } from './http/testing/test-server.ts'
import { ELIF, send, signedIn } from './http/testing/user-server.ts'
import { startSimulator } from './simulator/index.ts'

const KEYS = '/api/api-keys'
const ROTATE = join(import.meta.dirname, 'commands', 'keys-rotate.ts')

test('[CALL-11] [SEC-41] a key that was stored works after a kill and after a rotation, while the server serves', async ({
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-main-'))
  const simulator = await startSimulator({ seed: 9, symbols: 20, port: 0, limits: false })
  const settings = {
    DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner),
    EXCHANGE_ORIGIN: simulator.origin,
    LOG_LEVEL: 'info',
  }
  onTestFinished(async () => {
    await simulator.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const started = async () => {
    const server = new ServerProcess(settings, dataDir)
    const origin = await server.origin()
    // Calls without a login are refused as soon as accounts are up.
    await eventually(async () => (await send({ origin }, KEYS, undefined, { token: 'none' })).status === 401)
    return { server, origin }
  }

  const first = await started()
  const { token } = await signedIn(await send(first, '/api/auth/register', ELIF))
  const { apiKey, secret, passphrase } = simulator.account('okx', 'trader')
  const body = { exchange_name: 'okx', api_key: apiKey, api_secret: secret, passphrase, testnet: false }
  const added = await send(first, KEYS, body, { token })
  expect(added.status).toBe(201)
  const { id } = await jsonOf<{ id: string }>(added)
  first.server.signal('SIGKILL')
  await first.server.exit

  const second = await started()
  const check = async () => jsonOf(await send(second, `${KEYS}/${id}/validate`, undefined, { token, method: 'POST' }))
  expect(await check()).toMatchObject({ id, is_valid: true })
  const rotated = spawnSync(process.execPath, [ROTATE], {
    env: { ...bareEnv(), DATA_DIR: dataDir, ...settings },
    encoding: 'utf8',
  })
  expect([rotated.status, rotated.stdout]).toEqual([0, expect.stringMatching(/^1 exchange keys are sealed/)])
  expect(await check()).toMatchObject({ id, is_valid: true })
  const held = await jsonOf(await send(second, '/api/portfolio/balances', undefined, { token }))
  expect(held).toMatchObject({ total_usdt: expect.any(Number), exchanges: [{ id, status: 'connected', error: null }] })
  // The market may be late on a busy machine; the test is about the keys.
  const ready = async () => jsonOf<{ market: string; keys: string }>(await send(second, '/readyz'))
  await eventually(async () => (await ready()).market === 'demo')
  expect(await ready()).toMatchObject({ keys: 'ok' })
  second.server.signal('SIGTERM')
  expect((await second.server.exit).code).toBe(0)
  for (const { server } of [first, second]) expect(server.stderr + server.stdout).not.toContain(secret)
})
