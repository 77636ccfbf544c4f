// List calls while fifty people log in at once, with real password hashes, on a server with the feeds of the simulated
// exchanges; in turns with list calls on the quiet server. The benchmark fails if a list call or a login fails or a
// feed is lost.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { printFigure } from './figures/figure-line.ts'
import { percentile, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import type { Called, Errand } from './product/list-caller.ts'

const SIZES = {
  tiny: { users: 4, rounds: 1, quietMs: 500, warmMs: 0 },
  usual: { users: 50, rounds: 4, quietMs: 8_000, warmMs: 10_000 },
  long: { users: 50, rounds: 20, quietMs: 10_000, warmMs: 30_000 },
}
const { users, rounds, quietMs, warmMs } = SIZES[runLength()]
const CALLS_A_SECOND = 100
const PATIENCE_MS = 60_000
const LOOK_AT_FEEDS_MS = 250
const PASSWORD = 'mavi-kedi-2026'
const NOBODY = { email: 'kimse@example.org', password: PASSWORD }
const LISTS = ['arbitrage', 'cash-carry', 'triangular'].map((mode) => `/api/${mode}-opportunities`)

type Status = {
  readonly exchanges: readonly { readonly id: string; readonly state: string; readonly reconnects: number }[]
}

async function originOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface({ input: server.stdout })) {
    const [, origin] = /^Makas: (http:\S+)$/.exec(line) ?? []
    if (origin !== undefined) return origin
  }
  throw new Error('the server ended')
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds()); await sleep(100))
    if (performance.now() - began > PATIENCE_MS) throw new Error(`never: ${what}`)
}

const post = (path: string, body: object) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const emailOf = (user: number) => `kisi${user}@example.org`

async function register(user: number): Promise<string> {
  const names = { firstName: 'Elif', lastName: 'Yılmaz', phoneNumber: '+905551112233' }
  const answer = await post('/api/auth/register', { ...names, email: emailOf(user), password: PASSWORD })
  if (answer.status !== 201) throw new Error(`register: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Logs a person in; returns the duration in ms. */
async function logIn(user: number): Promise<number> {
  const began = performance.now()
  const answer = await post('/api/auth/login', { email: emailOf(user), password: PASSWORD })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`login: ${answer.status}`)
  return performance.now() - began
}

const feeds = async () => ((await (await fetch(`${origin}/api/status`)).json()) as Status).exchanges

/**
 * Polls the feeds until the returned function is called. The function returns the feeds that were not live at some time
 * or reconnected.
 */
function watchFeeds(): () => Promise<readonly string[]> {
  const lost = new Set<string>()
  let isOver = false
  const watching = (async () => {
    const before = new Map((await feeds()).map(({ id, reconnects }) => [id, reconnects]))
    for (; !isOver; await sleep(LOOK_AT_FEEDS_MS))
      for (const { id, state, reconnects } of await feeds())
        if (state !== 'live' || reconnects !== before.get(id)) lost.add(id)
  })()
  return async () => {
    isOver = true
    await watching
    return [...lost]
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'makas-bench-'))
const main = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const env = {
  ...process.env,
  PORT: '0',
  MARKET: 'demo',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_SCALE: '1000',
}
const server = spawn(process.execPath, ['--disable-proto=delete', main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const caller = fork(join(import.meta.dirname, 'product', 'list-caller.ts'), [String(CALLS_A_SECOND)])
const ended = once(server, 'close')
let origin = ''

const quiet: Called[] = []
const busy: Called[] = []
const waits: number[] = []
try {
  origin = await originOf(server)
  const urls = LISTS.map((path) => origin + path)
  await until('accounts', async () => (await post('/api/auth/login', NOBODY)).status === 401)
  await until('all feeds', async () => (await feeds()).every(({ state }) => state === 'live'))
  let token = ''
  for (let user = 0; user < users; user++) token = await register(user)
  await sleep(warmMs)
  const answer = async () => ((await once(caller, 'message')) as [Called])[0]
  const send = (errand: Errand | 'stop') => caller.send(errand)
  const stopWatching = watchFeeds()
  for (let round = 0; round < rounds; round++) {
    send({ urls, token, forMs: quietMs })
    quiet.push(await answer())
    send({ urls, token, forMs: null })
    waits.push(...(await Promise.all(Array.from({ length: users }, (_, user) => logIn(user)))))
    send('stop')
    busy.push(await answer())
  }
  const lost = await stopWatching()
  if (lost.length > 0) throw new Error(`feeds were lost: ${lost}`)
} finally {
  caller.kill('SIGKILL')
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

const failures = [...quiet, ...busy].flatMap((called) => called.failures)
if (failures.length > 0) throw new Error(`${failures.length} list calls failed: ${[...new Set(failures)]}`)
const p99 = (all: readonly Called[]) =>
  percentile(
    all.flatMap(({ took }) => took),
    0.99,
  )
const count = busy.reduce((sum, { took }) => sum + took.length, 0)
const [calm, under] = [p99(quiet), p99(busy)]
printFigure({
  bench: 'logins',
  metric: `list call p99 while ${users} log in at once`,
  value: short(under),
  unit: 'ms',
  baseline: `quiet ${short(calm)} ms`,
  ratio: short(under / calm),
})
const none = { bench: 'logins', baseline: null, ratio: null }
printFigure({ ...none, metric: 'list calls meanwhile, none failed', value: count, unit: 'requests' })
printFigure({ ...none, metric: 'the last of them is in', value: Math.round(Math.max(...waits)), unit: 'ms' })
printFigure({ ...none, metric: 'feeds lost', value: 0, unit: 'feeds' })
