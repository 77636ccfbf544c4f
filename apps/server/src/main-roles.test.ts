import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { slack } from '../../../scripts/run-length.ts'
import { NatsServer, NO_NATS, natsProgram } from './adapters/bus/testing/nats-server.ts'
import { databaseUrlOf, makeTestDatabase } from './adapters/storage/testing/test-database.ts'
import { makeKeyRing } from './adapters/system/keys/key-file.ts'
import { ServerProcess } from './http/testing/server-process.ts'
import { eventually, jsonOf } from './http/testing/test-server.ts'
import { ELIF, send, signedIn } from './http/testing/user-server.ts'
import { marketCall } from './reliability/testing/load/market-call.ts'

const LIST = '/api/arbitrage-opportunities'
const program = natsProgram()
const folder = mkdtempSync(join(tmpdir(), 'makas-roles-'))
const keyFile = join(folder, 'master.key')
makeKeyRing(keyFile)
let nats: NatsServer
let database = ''
const running: ServerProcess[] = []

beforeEach(async (context) => {
  if (program === null) context.skip(NO_NATS)
  else nats = await NatsServer.started(program)
  database = databaseUrlOf((await makeTestDatabase()).owner)
})
afterEach(async () => {
  for (const one of running) one.signal('SIGKILL')
  await Promise.all(running.splice(0).map(({ exit }) => exit))
  if (program !== null) await nats.remove()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(role: string, settings: Record<string, string>): ServerProcess {
  const own = mkdtempSync(join(folder, `${role}-`))
  mkdirSync(own, { recursive: true })
  const shared = { ROLE: role, DATABASE_URL: database, NATS_URL: nats.url, LOG_LEVEL: 'info' }
  const server = new ServerProcess({ ...shared, ...settings }, own)
  running.push(server)
  return server
}
const engine = () => start('engine', { MASTER_KEY_FILE: keyFile, MARKET: 'demo', SIM_SYMBOLS: '20' })
const api = () => start('api', { MASTER_KEY_FILE: keyFile, RATE_LIMIT_SCALE: '1000' })

const ready = async (origin: string) => jsonOf<{ market: string; database: string }>(await fetch(`${origin}/readyz`))
const becomes = (origin: string, market: string) => eventually(async () => (await ready(origin)).market === market)
const leads = (one: ServerProcess) => one.stderr.includes('lease-taken')
const upIn = async (origin: string) => (await (await fetch(`${origin}/metrics`)).text()).includes('makas_engine_up 1')

/** Records the epoch of every state on the bus, also of those that subscribers would drop as old. */
async function epochsOn(url: string) {
  const connection = await connect({ servers: url, reconnect: false })
  const seen: { readonly epoch: number; readonly time: number }[] = []
  connection.subscribe('makas.state.market.0.state', {
    callback: (_error, { data }) => {
      seen.push({ epoch: Number(Buffer.from(data).readBigUInt64BE(12)), time: performance.now() })
    },
  })
  await connection.flush()
  return { seen, close: () => connection.close() }
}

test('site and API stand on an engine of another process: lists, evidence, figures, and the live list for who is logged in', async () => {
  const [leader, first, second] = [engine(), api(), api()]
  const [at, one, two] = await Promise.all([leader.origin(), first.origin(), second.origin()])
  await Promise.all([becomes(one, 'demo'), becomes(two, 'demo'), becomes(at, 'demo')])
  await eventually(async () => ((await (await fetch(one + LIST)).json()) as unknown[]).length > 0)
  const answer = await fetch(one + LIST)
  expect(answer.headers.get('x-makas-source')).toBe('demo')
  const [row] = await jsonOf<{ id: string; age_ms: number }[]>(answer)
  const evidence = await marketCall(`${one}/api/opportunities/${row?.id}/evidence`)
  expect([evidence.status, (await jsonOf<{ row: { id: string } }>(evidence)).row.id]).toEqual([200, row?.id])
  expect(await jsonOf(await marketCall(`${two}/api/status`))).toMatchObject({
    source: 'demo',
    engine: { state: 'ready' },
  })
  expect(await upIn(one)).toBe(true)
  expect((await fetch(at + LIST)).status).toBe(404)

  // A login at one process counts at the other, and gets the newest list.
  await eventually(
    async () => (await send({ origin: one }, '/api/auth/me', undefined, { token: 'none' })).status === 401,
  )
  const { token } = await signedIn(await send({ origin: one }, '/api/auth/register', ELIF))
  await eventually(async () => (await send({ origin: two }, '/api/auth/me', undefined, { token })).status === 200)
  const headers = { authorization: `Bearer ${token}` }
  const asOf = async () => {
    const list = await fetch(two + LIST, { headers })
    return Date.parse(list.headers.get('x-makas-as-of') ?? '')
  }
  await eventually(async () => Date.now() - (await asOf()) < 3_000)
  expect((await marketCall(`${two}/api/lifetimes?source=demo`, headers)).status).toBe(200)

  // One `api` process dies; the other goes on.
  first.signal('SIGKILL')
  await first.exit
  expect((await fetch(two + LIST)).status).toBe(200)
  for (const server of [second, leader]) server.signal('SIGTERM')
  expect([(await second.exit).code, (await leader.exit).code]).toEqual([0, 0])
  expect((await second.exit).afterMs).toBeLessThan(15_000 * slack)
})

test('[M2] [M3] a leader that dies or sleeps is replaced within 15 s, and a leader that wakes says nothing', async () => {
  const reader = api()
  const leader = engine()
  await leader.origin()
  await eventually(() => leads(leader))
  const standby = engine()
  const origin = await reader.origin()
  await standby.origin()
  await becomes(origin, 'demo')
  expect(leads(standby)).toBe(false)
  const bus = await epochsOn(nats.url)

  leader.signal('SIGSTOP')
  const stoppedAt = performance.now()
  await eventually(() => bus.seen.some(({ epoch }) => epoch === 2))
  const replacedMs = performance.now() - stoppedAt
  expect(replacedMs).toBeLessThan(15_000 * slack)
  await eventually(async () => (await upIn(origin)) && (await ready(origin)).market === 'demo')
  const wokeAt = performance.now()
  leader.signal('SIGCONT')
  await eventually(() => leader.stderr.includes('lease-lost'))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(bus.seen.filter(({ epoch, time }) => epoch === 1 && time > wokeAt)).toEqual([])
  expect(await upIn(origin)).toBe(true)

  // The process that woke up stands by now.
  standby.signal('SIGKILL')
  const killedAt = performance.now()
  await eventually(() => bus.seen.some(({ epoch }) => epoch === 3))
  expect(performance.now() - killedAt).toBeLessThan(15_000 * slack)
  await eventually(() => upIn(origin))

  // A process that is stopped releases the lease: no other waits for its expiry.
  const next = engine()
  await next.origin()
  leader.signal('SIGTERM')
  expect((await leader.exit).code).toBe(0)
  const exitedAt = performance.now()
  await eventually(() => bus.seen.some(({ epoch }) => epoch === 4))
  expect(performance.now() - exitedAt).toBeLessThan(8_000)
  await bus.close()
})

test('[B1] [M4] without the bus what was known is shown with its age, nothing breaks, and it is live again within 5 s', async () => {
  const [leader, reader] = [engine(), api()]
  const [, origin] = await Promise.all([leader.origin(), reader.origin()])
  await becomes(origin, 'demo')
  await eventually(async () => ((await (await fetch(origin + LIST)).json()) as unknown[]).length > 0)
  await nats.kill()
  await becomes(origin, 'cache')
  const ages: number[] = []
  for (let look = 0; look < 2; look++) {
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    const answer = await marketCall(origin + LIST)
    expect(answer.status).toBe(200)
    const rows = await jsonOf<{ age_ms: number }[]>(answer)
    expect(rows.length).toBeGreaterThan(0)
    // Ages are as of the moment in the header: visitors' lists are made every five seconds.
    const sinceMs = Date.now() - Date.parse(answer.headers.get('x-makas-as-of') ?? '')
    ages.push(sinceMs + Math.min(...rows.map(({ age_ms }) => age_ms)))
  }
  expect(ages[0]).toBeGreaterThan(5_000)
  expect(ages[1]).toBeGreaterThan((ages[0] ?? 0) + 5_000)
  const status = await marketCall(`${origin}/api/status`)
  const told = await status.text()
  expect(status.status, told).toBe(200)
  expect(JSON.parse(told)).toMatchObject({ engine: { reason: 'engine-restarting' } })
  await nats.start()
  const backAt = performance.now()
  await becomes(origin, 'demo')
  expect(performance.now() - backAt).toBeLessThan(5_000 * slack)
  expect(await ready(leader.stdout.match(/http:\S+/)?.[0] ?? '')).toMatchObject({ market: 'demo' })
})

test('an engine without the key file, whom nobody would believe, does not start', async () => {
  const alone = start('engine', { MARKET: 'demo', SIM_SYMBOLS: '5' })
  expect((await alone.exit).code).toBe(1)
  expect(alone.stderr).toMatch(/^MASTER_KEY_FILE: must be there with ROLE=engine: a copy of the one key file/m)
})
