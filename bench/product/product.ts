import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withDatabase } from '../../apps/server/src/adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../../apps/server/src/adapters/system/system-clock.ts'

const PATIENCE_MS = 90_000
const ADMIN = {
  email: 'yonetici@example.org',
  password: 'mavi-kayikla-lodosa-karsi-42',
  firstName: 'Defne',
  lastName: 'Ayaz',
}

/** The product as it ships, in a separate process, with an empty data folder and the demo market. */
export type Product = {
  readonly origin: string
  readonly pid: number
  /** Logs an admin in; returns a bearer token. */
  readonly logIn: () => Promise<string>
  /** Registers a user. */
  readonly register: () => Promise<{ readonly token: string; readonly id: string }>
  /** Runs statements as the owner of the tables, bypassing the product. */
  readonly plant: (work: (client: Client) => Promise<void>) => Promise<void>
}

async function until<T>(what: string, answer: () => Promise<T | null>): Promise<T> {
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await sleep(500)) {
    const found = await answer()
    if (found !== null) return found
  }
  throw new Error(`never: ${what}`)
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function logIn(origin: string): Promise<string> {
  const { email, password } = ADMIN
  return until('the admin logged in', async () => {
    const answer = await post(`${origin}/api/admin/auth/login`, { email, password })
    const body = (await answer.json()) as { access_token?: string }
    return answer.ok ? (body.access_token ?? null) : null
  })
}

async function register(origin: string): Promise<{ readonly token: string; readonly id: string }> {
  const names = { firstName: 'Elif', lastName: 'Kaya', phoneNumber: '+905551112233' }
  const answer = await post(`${origin}/api/auth/register`, {
    ...names,
    email: 'elif@example.org',
    password: 'mavi-kedi-2026',
  })
  const body = (await answer.json()) as { access_token?: string; user?: { id: string } }
  if (body.access_token === undefined || body.user === undefined) throw new Error(`register: ${answer.status}`)
  return { token: body.access_token, id: body.user.id }
}

type Start = {
  /** Settings in addition to those of every benchmark; a setting of the same name replaces theirs. */
  readonly env?: Readonly<Record<string, string>>
  /** The program that runs the product; left out: the program that runs the benchmark. */
  readonly node?: string
}

/** Starts the product, runs `work`, and stops the product. */
export async function withProduct(
  symbols: number,
  work: (product: Product) => Promise<void>,
  { env: more = {}, node = process.execPath }: Start = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-bench-'))
  const adminFile = join(dataDir, 'admin.json')
  writeFileSync(adminFile, JSON.stringify(ADMIN), { mode: 0o600 })
  const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts')
  const env = {
    ...process.env,
    PORT: '0',
    MARKET: 'demo',
    SIM_SYMBOLS: `${symbols}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    // In effect no rate limits.
    RATE_LIMIT_SCALE: '100000',
    ADMIN_BOOTSTRAP_FILE: adminFile,
    ...more,
  }
  const server = spawn(node, ['--disable-proto=delete', '--max-semi-space-size=16', '--no-parallel-scavenge', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  const originOf = async () => {
    for await (const line of createInterface({ input: server.stdout })) {
      const [, origin] = /^Makas: (http:\S+)$/.exec(line) ?? []
      if (origin !== undefined) return origin
    }
    throw new Error('the server ended')
  }
  try {
    const origin = await originOf()
    const { pid } = server
    if (pid === undefined) throw new Error('the server has no process')
    await work({
      origin,
      pid,
      logIn: () => logIn(origin),
      register: () => register(origin),
      plant: (rows) => asOwner(dataDir, rows),
    })
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function asOwner(dataDir: string, work: (client: Client) => Promise<void>): Promise<void> {
  const places = { dataDir, masterKeyFile: join(dataDir, 'master.key'), backupDir: join(dataDir, 'backups') }
  const where = { ...places, databaseUrl: null, databaseOwnerUrl: null }
  const options = { ...where, clock: createSystemClock(), log: () => undefined, mayMake: false }
  await withDatabase(options, async ({ owner }) => {
    const client = new Client(owner)
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  })
}
