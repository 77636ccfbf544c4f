// The lists of 50,000 tickets with 500,000 messages on the built-in database: pages of the panel without threads, a page deep
// behind a key, each status, searches that find much, little and nothing, what moved, one ticket, and a user's own list.
// Each answers within 100 ms for 95 of 100 calls, or the benchmark fails.
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
  tiny: { tickets: 300, calls: 3 },
  usual: { tickets: 50_000, calls: 60 },
  long: { tickets: 50_000, calls: 600 },
}
const { tickets, calls } = SIZES[runLength()]
const MOST_MS = 100
const MESSAGES = 10
const OF_ONE_USER = 30
const PATIENCE_MS = 90_000
const ADMIN = {
  email: 'yonetici@example.org',
  password: 'mavi-kayikla-lodosa-karsi-42',
  firstName: 'Defne',
  lastName: 'Ayaz',
}

const desk = (query: string) => `/api/admin/tickets?thread=0&sort=updated&limit=20&${query}`
/** As the rows below are planted: the n-th moved n minutes ago. */
const deep = (now: number) => `${new Date(now - tickets * 50_000).toISOString()},t`
const lists = (now: number) => ({
  'first page': desk(''),
  'page behind a key, deep': desk(`after=${deep(now)}`),
  open: desk('status=open'),
  closed: desk('status=closed'),
  'search that finds many': desk('q=komisyon'),
  'search that finds one': desk(`q=talep${tickets - 7}x`),
  'search of an address': desk(`q=kisi${Math.floor(tickets / OF_ONE_USER) - 3}%40`),
  'search that finds none': desk('q=zzzz'),
  'what moved': '/api/admin/tickets/changes',
  'one ticket': '/api/admin/tickets/t7',
})
const OWN = { 'own list with threads': '/api/tickets-with-messages', 'own changes': '/api/tickets/changes' }

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

async function register(origin: string): Promise<{ readonly token: string; readonly id: string }> {
  const names = { firstName: 'Elif', lastName: 'Kaya', phoneNumber: '+905551112233' }
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...names, email: 'elif@example.org', password: 'mavi-kedi-2026' }),
  })
  const body = (await answer.json()) as { access_token?: string; user?: { id: string } }
  if (body.access_token === undefined || body.user === undefined) throw new Error(`register: ${answer.status}`)
  return { token: body.access_token, id: body.user.id }
}

/** Rows as people would have left them: of each user so many tickets, some answered, some closed. */
async function plant(userId: string, now: number): Promise<void> {
  const options = { dataDir, databaseUrl: null, clock: createSystemClock(), log: () => undefined, mayMake: false }
  await withDatabase(options, async ({ owner }) => {
    const client = new Client(owner)
    await client.connect()
    try {
      await client.query(
        `insert into users (id, role, email, email_key, first_name, last_name, phone, password_hash, pepper_id,
          password_changed_at, created_at, updated_at)
          select 'u' || n, 'user', mail, mail, 'Elif', 'Kaya', '+905551112233', repeat('h', 97), 'pepper', now(), now(), now()
          from (select n, 'kisi' || n || '@ornek.com' as mail from generate_series(1, $1) n) as people`,
        [1 + Math.ceil(tickets / OF_ONE_USER)],
      )
      await client.query(
        `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at, closed_at, search)
          select 't' || n, case when n <= ${OF_ONE_USER} then $2 else 'u' || (1 + n / ${OF_ONE_USER}) end, title, body, 'genel', 'medium',
            status, at - interval '1 day', at, case when status = 'closed' then at end, lower(title || body)
          from (select n, 'Talep' || n || 'x komisyon farki' as title, repeat('Simulasyon ile tablo neden ayri? ', 8) as body,
            (array['open', 'in_progress', 'resolved', 'closed'])[1 + n % 4] as status,
            to_timestamp($3::double precision / 1000) - n * interval '1 minute' as at from generate_series(1, $1) n) as asked`,
        [tickets, userId, now],
      )
      await client.query(
        `insert into ticket_messages (id, ticket_id, is_admin, sender_name, message, created_at)
          select 'm' || n || '-' || m, 't' || n, m % 2 = 0, 'Defne Ayaz', repeat('Deftere baktim. ', 8),
            to_timestamp($2::double precision / 1000) - n * interval '1 minute' - m * interval '1 second'
          from generate_series(1, $1) n, generate_series(1, ${MESSAGES}) m`,
        [tickets, now],
      )
      for (const table of ['users', 'tickets', 'ticket_messages']) await client.query(`vacuum analyze ${table}`)
    } finally {
      await client.end()
    }
  })
}

try {
  const origin = await originOf()
  const token = await logIn(origin)
  const user = await register(origin)
  const now = Date.now()
  await plant(user.id, now)
  const slow: string[] = []
  const asked = [
    ...Object.entries(lists(now)).map(([name, path]) => ({ name, path, bearer: token })),
    ...Object.entries(OWN).map(([name, path]) => ({ name, path, bearer: user.token })),
  ]
  for (const { name, path, bearer } of asked) {
    const took: number[] = []
    for (let call = -2; call < calls; call++) {
      const began = performance.now()
      const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${bearer}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
      if (call >= 0) took.push(performance.now() - began)
    }
    const p95 = percentile(took, 0.95)
    if (p95 > MOST_MS && runLength() !== 'tiny') slow.push(`${name}: ${short(p95)} ms`)
    printFigure({
      bench: 'admin-tickets',
      metric: `${name}, ${tickets} tickets, p95`,
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
