import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slack } from '../../../../../scripts/run-length.ts'
import { mortalDisk } from '../../adapters/storage/testing/mortal-disk.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf, type Refusal } from '../../http/testing/test-server.ts'
import { ELIF, send } from '../../http/testing/user-server.ts'

const LIST = '/api/arbitrage-opportunities'
const FOR_MS = 6_000

test('[S3] a server whose disk dies lives on, serves the market, and says that nothing is stored', async (context) => {
  const disk = mortalDisk(context)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const settings = { MARKET: 'demo', SIM_SYMBOLS: '4', LIVE_FOR_ALL: '1', LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '10000' }
  const server = new ServerProcess(settings, dataDir)
  context.onTestFinished(() => server.signal('SIGKILL'))
  const at = { origin: await server.origin() }
  await eventually(async () => (await send(at, '/api/auth/me', undefined, { token: 'none' })).status === 401)
  let users = 0
  const signUp = () => send(at, '/api/auth/register', { ...ELIF, email: `dead-${++users}@example.org` })
  const first = await signUp()
  expect(first.status).toBe(201)
  await first.arrayBuffer()

  disk.die()
  const saidBefore = server.stderr.length
  const until = performance.now() + FOR_MS
  const refusals = new Set<string>()
  while (performance.now() < until) {
    const begun = performance.now()
    const answer = await signUp()
    refusals.add(`${answer.status} ${(await jsonOf<Refusal>(answer)).code}`)
    expect(performance.now() - begun).toBeLessThan(5_500 * slack)
    const list = await send(at, LIST)
    expect(list.status).toBe(200)
    await list.arrayBuffer()
    expect(Date.now() - Date.parse(list.headers.get('x-makas-as-of') ?? '')).toBeLessThan(5_000 * slack)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect([...refusals].filter((one) => !/^(507 not-stored|503 unavailable)$/.test(one))).toEqual([])
  expect(server.child.exitCode).toBeNull()
  // The log gives the reason, and not a thousand times.
  const said = server.stderr.slice(saidBefore).split('\n')
  const count = (event: string) => said.filter((line) => line.includes(event)).length
  expect(count('database-lost')).toBeGreaterThan(0)
  expect(said.length).toBeLessThan(60)
  server.signal('SIGTERM')
  expect(await server.exit).toMatchObject({ code: 0 })
})
