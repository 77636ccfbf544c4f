// The admin's list of 100,000 users on the built-in database: a page, a deep page, each order, each kind, searches that find
// much, little and nothing. Each answers within 100 ms for 95 of 100 calls, or the benchmark fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withDatabase } from '../apps/server/src/adapters/storage/database/reach-database.ts'
import { createSystemClock } from '../apps/server/src/adapters/system/system-clock.ts'
import { printFigure } from './figure-line.ts'
import { percentile, short } from './measure.ts'
import { runLength } from './run-length.ts'

const SIZES = {
  tiny: { users: 500, calls: 3 },
  usual: { users: 100_000, calls: 60 },
  long: { users: 100_000, calls: 600 },
}
const { users, calls } = SIZES[runLength()]
const MOST_MS = 100
const PATIENCE_MS = 90_000
const ADMIN = {
  email: 'yonetici@example.org',
  password: 'mavi-kayikla-lodosa-karsi-42',
  firstName: 'Defne',
  lastName: 'Ayaz',
}

const LISTS = {
  'first page': 'skip=0&limit=20',
  'last page': `skip=${users - 20}&limit=20`,
  'by name': 'skip=0&limit=20&sort=name',
  'by email, from the end': 'skip=0&limit=20&sort=-email',
  premium: 'skip=0&limit=20&kind=premium',
  'switched off': 'skip=0&limit=20&kind=off',
  'search that finds many': 'skip=0&limit=20&q=kaya',
  'search that finds one': `skip=0&limit=20&q=kisi${users - 7}%40`,
  'search that finds none': 'skip=0&limit=20&q=zzzz',
} as const

const dataDir = mkdtempSync(join(tmpdir(), 'makas-bench-'))
const adminFile = join(dataDir, 'admin.json')
mkdirSync(dataDir, { recursive: true })
writeFileSync(adminFile, JSON.stringify(ADMIN), { mode: 0o600 })
const main = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const env = {
  ...process.env,
  PORT: '0',
  MARKET: 'demo',
  SIM_SYMBOLS: '12',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_SCALE: '100000',
  ADMIN_BOOTSTRAP_FILE: adminFile,
}
const server = spawn(process.execPath, ['--disable-proto=delete', main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const ended = once(server, 'close')

async function originOf(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, origin] = /^Makas: (http:\S+)$/.exec(line) ?? []
    if (origin !== undefined) return origin
  }
  throw new Error('the server ended')
}

async function logIn(origin: string): Promise<string> {
  const { email, password } = ADMIN
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await sleep(500)) {
    const answer = await fetch(`${origin}/api/admin/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body = (await answer.json()) as { access_token?: string }
    if (answer.ok && body.access_token !== undefined) return body.access_token
  }
  throw new Error('never: the admin logged in')
}

/** Rows as registrations would have left them; of some the plan was changed, some were switched off. */
async function plant(): Promise<void> {
  const options = { dataDir, databaseUrl: null, clock: createSystemClock(), log: () => undefined, mayMake: false }
  await withDatabase(options, async ({ owner }) => {
    const client = new Client(owner)
    await client.connect()
    await client.query(
      `insert into users (id, role, email, email_key, first_name, last_name, phone, password_hash, pepper_id,
        password_changed_at, is_premium, is_active, created_at, updated_at)
        select 'u' || lpad(n::text, 20, '0'), 'user', mail, mail, (array['Elif', 'Deniz', 'Can', 'Irmak', 'Zehra'])[1 + n % 5],
          (array['Demir', 'Kaya', 'Aydin', 'Tekin', 'Yavuz', 'Polat', 'Er'])[1 + n % 7], '+90555' || lpad(n::text, 7, '0'),
          repeat('h', 97), 'pepper', now(), n % 3 = 0, n % 50 <> 0, now() - n * interval '5 minutes', now()
        from (select n, 'kisi' || n || '@ornek' || n % 97 || '.com' as mail from generate_series(1, $1) n) as people`,
      [users],
    )
    await client.query('vacuum analyze users')
    await client.end()
  })
}

try {
  const origin = await originOf()
  const token = await logIn(origin)
  await plant()
  const slow: string[] = []
  for (const [name, query] of Object.entries(LISTS)) {
    const took: number[] = []
    for (let call = -2; call < calls; call++) {
      const began = performance.now()
      const answer = await fetch(`${origin}/api/admin/users?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
      if (call >= 0) took.push(performance.now() - began)
    }
    const p95 = percentile(took, 0.95)
    if (p95 > MOST_MS && runLength() !== 'tiny') slow.push(`${name}: ${short(p95)} ms`)
    printFigure({
      bench: 'admin-users',
      metric: `${name} of ${users} users, p95`,
      value: short(p95),
      unit: 'ms',
      baseline: `at most ${MOST_MS} ms`,
      ratio: short(p95 / MOST_MS),
    })
  }
  if (slow.length > 0) throw new Error(`slower than ${MOST_MS} ms: ${slow.join(', ')}`)
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
