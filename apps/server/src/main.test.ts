import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../scripts/figure.ts'
import { cycles, seedFor, slack } from '../../../scripts/run-length.ts'
import { endPostgres } from './adapters/storage/testing/end-postgres.ts'
import { databaseUrlOf, makeTestDatabase } from './adapters/storage/testing/test-database.ts'
import { seededRandom } from './adapters/system/randomness.ts'
import { ServerProcess } from './http/testing/server-process.ts'
import { SseReader } from './http/testing/sse-reader.ts'
import { eventually } from './http/testing/test-server.ts'

const HOUR_MS = 3_600_000
const LIST = '/api/arbitrage-opportunities'
/** Whether there is util-linux's `script`, which runs a command at a terminal of its own; macOS has another one. */
const HAS_SCRIPT = process.platform === 'linux' && existsSync('/usr/bin/script')
/** One database for the whole file, since making one takes longer than a test. */
const DATABASE_URL = databaseUrlOf((await makeTestDatabase()).owner)
const DEMO = { MARKET: 'demo', LIVE_FOR_ALL: '1', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000', DATABASE_URL }

type Load = { readonly answered: () => number; readonly failures: string[]; readonly stop: () => Promise<void> }

/**
 * Readers that make one call after another on keep-alive connections. A refused connection is no failure, since it was
 * never accepted; anything else but a complete answer is one.
 */
function load(origin: string, readers: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const ask = () =>
    new Promise<void>((resolve) => {
      const request = get(origin + LIST, { agent }, (answer) => {
        if (answer.statusCode !== 200) failures.push(`status ${answer.statusCode}`)
        answer.resume()
        answer.on('end', () => {
          answered++
          resolve()
        })
        answer.on('error', (error) => {
          failures.push(`cut: ${error.message}`)
          resolve()
        })
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') isOver = true
        else failures.push(`${error.code} ${request.reusedSocket ? 'on a kept connection' : 'on a new connection'}`)
        resolve()
      })
    })
  const loop = async () => {
    while (!isOver) await ask()
  }
  const running = Array.from({ length: readers }, loop)
  return {
    answered: () => answered,
    failures,
    stop: async () => {
      isOver = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}

function signUp(origin: string, email: string): Promise<Response> {
  const user = { firstName: 'Ayşe', lastName: 'Yılmaz', phoneNumber: '+905551112233' }
  return fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'kirmizi-balon-42', ...user }),
  })
}

test('a person who signs up the moment that the server listens waits for the database instead of being sent away', async () => {
  // A separate database: once it holds an account, servers with another key file refuse it.
  const own = databaseUrlOf((await makeTestDatabase()).owner)
  const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5', DATABASE_URL: own })
  const origin = await server.origin()
  const answer = await signUp(origin, `${server.child.pid}@example.com`)
  expect(answer.status).toBe(201)
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
})

test('[L1] SIGTERM under load: no accepted request fails, streams are told, exit 0 within 15 s', {
  timeout: HOUR_MS,
}, async (context) => {
  const seed = seedFor('L1', 1)
  const random = seededRandom(seed)
  const count = cycles(100)
  let slowest = 0
  let answered = 0
  for (let cycle = 0; cycle < count; cycle++) {
    const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' })
    const origin = await server.origin()
    const readers = load(origin, 6)
    const stream = new SseReader(origin)
    await eventually(() => readers.answered() > 50 && stream.of('snapshot').length === 1)
    await new Promise((resolve) => setTimeout(resolve, random() * 500))
    server.signal('SIGTERM')
    const { code, signal, last, afterMs } = await server.exit
    await readers.stop()
    // Prints the signal or error where the process did not end by itself.
    expect({
      code,
      ended: code === 0 ? null : `${signal} ${last}`,
      failures: readers.failures,
      told: stream.other.at(-1),
    }).toEqual({
      code: 0,
      ended: null,
      failures: [],
      told: expect.stringMatching(/^retry: \d+$/),
    })
    slowest = Math.max(slowest, afterMs)
    answered += readers.answered()
  }
  expect(slowest).toBeLessThan(15_000 * slack)
  recordFigure(context, {
    row: 'L1',
    wanted: `exit 0 ≤ 15 s, 0 failed requests, ${count} times`,
    measured: `exit 0 ≤ ${Math.round(slowest)} ms, 0 of ${answered} failed`,
    seed,
  })
})

test('a call that waits for a database that never answers is answered when the server stops, and the exit is clean', async ({
  onTestFinished,
}) => {
  let tellAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const silent = createServer(() => tellAsked()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5', DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/none` })
  const call = signUp(await server.origin(), 'ayse@example.com')
  await asked
  server.signal('SIGTERM')
  expect((await call).status).toBe(503)
  const { code, last } = await server.exit
  expect(code).toBe(0)
  expect(last).not.toContain('forced-exit')
})

test('[L2] a signal that comes twice, as from npm and a terminal, still ends in order', async () => {
  const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' })
  await server.origin()
  server.signal('SIGINT')
  server.signal('SIGINT')
  expect((await server.exit).code).toBe(0)
})

test('a server that fails right after it began to listen says why and ends', async ({ onTestFinished }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-main-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(join(dataDir, 'address.new'))
  const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' }, dataDir)
  const { code, last } = await server.exit
  expect(code).toBe(1)
  expect(JSON.parse(last)).toMatchObject({ msg: 'not-started', reason: expect.stringContaining('EISDIR'), alarm: true })
  // It ends also where the log stands on the same full disk.
  const unheard = { within: ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'] }
  expect((await new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' }, dataDir, unheard).exit).code).toBe(1)
})

test('it prints its address and the market, and keeps its data folder to itself', async () => {
  const server = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' })
  const origin = await server.origin()
  await eventually(() => server.stdout.split('\n').length >= 4)
  expect(server.stdout).toBe(`Makas: ${origin}\nmarket: demo (simulated exchanges, no real prices)\nversion: 0.4.0\n`)
  expect(statSync(server.dataDir).mode & 0o777).toBe(0o700)
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
})

/** The command of a server at a terminal of its own, which closes when that command is killed. */
function atTerminal(): string[] {
  const main = [process.execPath, '--disable-proto=delete', join(import.meta.dirname, 'main.ts')]
  return ['/usr/bin/script', '-qec', main.map((word) => JSON.stringify(word)).join(' '), '/dev/null']
}

test.skipIf(!HAS_SCRIPT)(
  'a terminal that is closed ends the server and its own database in order',
  async ({ onTestFinished }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'makas-main-'))
    onTestFinished(() => {
      endPostgres(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    })
    const own = { ...DEMO, SIM_SYMBOLS: '5', DATABASE_URL: '', LOG_LEVEL: 'info' }
    const server = new ServerProcess(own, dataDir, { command: atTerminal() })
    const origin = await server.origin()
    await eventually(async () => (await databaseOf(origin)) === 'ready')
    server.signal('SIGKILL')
    // The lock is given back last.
    await eventually(() => !existsSync(join(dataDir, 'makas.lock')))
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
  },
)

test.skipIf(!HAS_SCRIPT)('the log is a plain line for each event at a terminal, and JSON elsewhere', async () => {
  const settings = { ...DEMO, SIM_SYMBOLS: '2', LOG_LEVEL: 'info' }
  const shown = new ServerProcess(settings, undefined, { command: atTerminal() })
  const piped = new ServerProcess(settings)
  await Promise.all([shown.origin(), piped.origin()])
  const listening = () => [shown.stdout, piped.stderr].map((text) => text.match(/^.*Server listening at .*$/m)?.[0])
  await eventually(() => listening().every((line) => line !== undefined))
  const [plain, json = ''] = listening()
  expect(plain).toMatch(/^\d\d:\d\d:\d\d info {2}Server listening at http:\S+$/)
  expect(JSON.parse(json)).toMatchObject({ level: 30, msg: expect.stringMatching(/^Server listening at http:\S+$/) })
  for (const server of [shown, piped]) server.signal('SIGTERM')
  await Promise.all([shown.exit, piped.exit])
})

/** The database's state in `/readyz`. */
async function databaseOf(origin: string): Promise<unknown> {
  return ((await (await fetch(`${origin}/readyz`)).json()) as { readonly database: unknown }).database
}

test("[S4] the market is served before the database, and without one; somebody's server is used as it is", async () => {
  const there = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5' })
  const missing = new ServerProcess({ ...DEMO, SIM_SYMBOLS: '5', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' })
  const [origin, without] = [await there.origin(), await missing.origin()]
  await eventually(async () => (await databaseOf(origin)) === 'ready')
  await eventually(async () => (await databaseOf(without)) === 'down')
  await eventually(async () => (await fetch(without + LIST)).status === 200)
  expect(missing.stderr).not.toContain('a:b')
  for (const server of [there, missing]) server.signal('SIGTERM')
  expect([(await there.exit).code, (await missing.exit).code]).toEqual([0, 0])
})

test('[L3] its own database outlives a kill and is used again; a second server in the same folder is refused', async ({
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-main-'))
  onTestFinished(() => {
    endPostgres(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const own = { ...DEMO, SIM_SYMBOLS: '5', DATABASE_URL: '', LOG_LEVEL: 'info' }
  const pid = () => readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]
  const first = new ServerProcess(own, dataDir)
  const origin = await first.origin()
  await eventually(async () => (await databaseOf(origin)) === 'ready')
  const second = new ServerProcess(own, dataDir)
  expect((await second.exit).code).toBe(1)
  expect(second.stderr).toBe(
    `DATA_DIR: ${dataDir} is in use by process ${first.child.pid}: stop it, or choose another folder\n`,
  )
  const before = pid()
  first.signal('SIGKILL')
  await first.exit
  const third = new ServerProcess(own, dataDir)
  const again = await third.origin()
  await eventually(async () => (await databaseOf(again)) === 'ready')
  expect(pid()).toBe(before)
  expect(third.stderr).toContain('database-adopted')
  third.signal('SIGTERM')
  expect((await third.exit).code).toBe(0)
  // Neither a process nor a lock file is left.
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'makas.lock'))).toBe(false)
})
