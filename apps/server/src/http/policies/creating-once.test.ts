import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { CapturedSide } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { cycles, seedFor } from '../../../../../scripts/run-length.ts'
import { addAuditLine } from '../../adapters/storage/audit/audit-log.ts'
import { settings } from '../../adapters/storage/schema/operation.ts'
import { makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { addUser } from '../../adapters/storage/testing/users.ts'
import { KeyRing } from '../../adapters/system/keys/key-ring.ts'
import { LEAST_COST } from '../../adapters/system/passwords/password-hashing.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { newId } from '../../adapters/system/secrets/secret-texts.ts'
import { userAdapters } from '../../adapters/user-adapters.ts'
import { FairQueue } from '../../app/ports/system/fair-queue.ts'
import type { PaperMoment, PaperQuote } from '../../app/ports/trading/paper.ts'
import { makeUserParts } from '../../app/users/user-parts.ts'
import { ApiFailure } from '../api-failure.ts'
import { call } from '../calls/user-calls.ts'
import { type App, createApp } from '../fastify-app.ts'
import { errors } from '../plugins/errors.ts'
import { jsonBodies } from '../plugins/json-bodies.ts'
import { answerCall } from '../routes/call.ts'
import { paperRoutes } from '../routes/trades/paper.ts'
import { ShiftedClock } from '../testing/shifted-clock.ts'
import { eventually } from '../testing/test-server.ts'
import { idempotency } from './idempotency.ts'

const NOTE = call('POST /api/notes/:id', 'user', 'A note', {
  body: z.object({ text: z.string(), secret: z.string().optional() }),
  answer: z.object({ id: z.string(), text: z.string() }),
  status: 201,
})

const db = await makeTestDatabase()
const clock = new ShiftedClock()
const keys = new KeyRing(randomBytes(32))
const adapters = userAdapters({
  database: () => db.database,
  keys: keys.at(() => Date.now()),
  isDemoShown: () => false,
  breachListFile: null,
  hashCost: LEAST_COST,
})
const parts = makeUserParts({ ...adapters, clock, log: () => undefined, limitScale: 1 })
/** Two processes before one database. */
const apps = [createApp([], pino({ level: 'silent' })), createApp([], pino({ level: 'silent' }))] as const
const [app] = apps
/** The fault that strikes the next call. */
let fault: 'none' | 'lost before commit' | 'cut before the answer' | 'refused' = 'none'

/** What the engine answers to the next questions of paper orders, the last one again and again. */
const quotes: (() => Promise<PaperQuote>)[] = []
let moment: Promise<PaperMoment> = Promise.resolve({ at: 0, books: null })
const engine = {
  paperQuote: async () => (quotes.length > 1 ? quotes.shift() : quotes[0])?.() ?? null,
  paperMoment: () => moment,
}

function prepare(one: App): void {
  one.decorateRequest('caller', null)
  one.decorate(
    'idempotency',
    idempotency(() => parts, clock),
  )
  one.addHook('onRequest', async (request) => {
    const userId = String(request.headers['x-user'] ?? 'elif')
    request.caller = { userId } as NonNullable<typeof request.caller>
  })
  errors(one)
  jsonBodies(one)
  paperRoutes(one, { users: () => parts, engine, questions: new FairQueue(4, 32) })
}

beforeEach(() => {
  fault = 'none'
})
afterAll(async () => {
  for (const one of apps) {
    one.server.closeAllConnections()
    await one.close()
  }
})

const loseConnections = () =>
  db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

for (const one of apps) prepare(one)
// The answer is ready and everything is committed, but it never reaches the client.
app.addHook('onSend', async (request) => {
  if (fault === 'cut before the answer') request.raw.socket.destroy()
})
answerCall(app, NOTE, async ({ text }) => {
  const id = newId()
  const time = clock.now()
  await db.database.run((statements) =>
    statements.insert(settings).values({ name: `note ${text} ${id}`, value: 1, updatedAt: new Date(time) }),
  )
  await db.database.transact(async (statements) => {
    await statements.insert(settings).values({ name: `copy ${text} ${id}`, value: 1, updatedAt: new Date(time) })
    await addAuditLine(statements, {
      time,
      actor: { kind: 'system' },
      action: `noted ${text}`,
      subject: null,
      detail: {},
      address: null,
      requestId: null,
    })
  })
  if (fault === 'lost before commit') await loseConnections()
  if (fault === 'refused') throw new ApiFailure('conflict')
  return { id, text }
})
for (const one of apps) await one.listen({ host: '127.0.0.1', port: 0 })
const origins = apps.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

type Note = { readonly id: string; readonly code: string }

async function note(text: string, key: string | null, more: { user?: string; path?: string; secret?: string } = {}) {
  const { user = 'elif', path = 'a', secret } = more
  const answer = await fetch(`${origins[0]}/api/notes/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-user': user,
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ text, secret }),
  })
  const { id, code } = (await answer.json()) as Note
  return { status: answer.status, id, code }
}

/** How many of a note are stored: rows of either transaction, and lines of the audit log. */
async function stored(text: string): Promise<readonly number[]> {
  const [row] = await db.query(
    `select (select count(*)::int from settings where name like 'note ' || $1 || ' %') as notes,
      (select count(*)::int from settings where name like 'copy ' || $1 || ' %') as copies,
      (select count(*)::int from audit_log where action = 'noted ' || $1) as lines`,
    [text],
  )
  return [Number(row?.notes), Number(row?.copies), Number(row?.lines)]
}

test('[S7] a creating call that is cut at any point and sent again creates one thing', async (context) => {
  const seed = seedFor('S7', 7)
  const random = seededRandom(seed)
  const count = cycles(1_000)
  const unlike: unknown[] = []
  for (let at = 0; at < count; at++) {
    const text = `s7-${at}`
    fault = (['cut before the answer', 'lost before commit', 'cut before the answer'] as const)[at % 3] ?? 'none'
    const first = await Promise.allSettled(Array.from({ length: 1 + Math.floor(random() * 3) }, () => note(text, text)))
    fault = 'none'
    // The pool notices a lost connection in its own time; the client sends again until it is answered.
    const ids = new Set<string>()
    await eventually(async () => {
      const answers = await Promise.all([note(text, text), note(text, text)])
      for (const { status, id } of answers) if (status === 201) ids.add(id)
      return answers.every(({ status }) => status === 201)
    })
    const told = first.flatMap((one) => (one.status === 'fulfilled' && one.value.status === 201 ? [one.value.id] : []))
    const rows = await stored(text)
    if (ids.size !== 1 || told.some((id) => !ids.has(id)) || rows.some((number) => number !== 1))
      unlike.push({ text, fault, ids: [...ids], told, rows })
  }
  expect(unlike).toEqual([])
  recordFigure(context, {
    row: 'S7',
    wanted: '0 duplicates in 1,000',
    measured: `0 duplicates in ${count}, cut before and after commit, sent again together`,
    seed,
  })
}, 3_600_000)

test('[S7] the key belongs to a user, an address and a body, for 24 hours', async () => {
  const first = await note('once', 'key-1')
  expect(first).toEqual({ status: 201, id: expect.stringMatching(/^[\w-]{22}$/), code: undefined })
  expect(await note('once', 'key-1')).toEqual(first)
  expect(await note('other', 'key-1')).toMatchObject({ status: 409, code: 'idempotency-mismatch' })
  expect(await note('once', 'key-1', { path: 'b' })).toMatchObject({ status: 409, code: 'idempotency-mismatch' })
  const deniz = await note('once', 'key-1', { user: 'deniz' })
  expect([deniz.status, deniz.id === first.id]).toEqual([201, false])
  for (const key of ['', ' ', 'a'.repeat(65), 'with space', 'ı']) {
    const answer = await note('bad', key).catch(() => ({ status: 400, code: 'validation' }))
    expect(answer).toMatchObject({ status: 400, code: 'validation' })
  }
  expect(await stored('bad')).toEqual([0, 0, 0])
  expect((await note('twice', null)).id).not.toBe((await note('twice', null)).id)
  expect(await stored('twice')).toEqual([2, 2, 2])
  clock.leap(24 * 3_600_000)
  const later = await note('other', 'key-1')
  expect([later.status, later.id === first.id]).toEqual([201, false])
})

test('[S7] a call that failed leaves nothing and is not remembered', async () => {
  fault = 'refused'
  expect(await note('failed', 'key-2')).toMatchObject({ status: 409, code: 'conflict' })
  expect(await stored('failed')).toEqual([0, 0, 0])
  fault = 'none'
  expect((await note('failed', 'key-2')).status).toBe(201)
  expect(await stored('failed')).toEqual([1, 1, 1])
})

test('[SEC-44] only a hash of the body under our key is kept', async () => {
  const secret = 'canary-of-a-secret'
  await note('quiet', 'key-3', { secret })
  const rows = await db.query('select *, encode(body_hash, $1) as hash from idempotency_keys where key = $2', [
    'hex',
    'key-3',
  ])
  expect(rows).toHaveLength(1)
  const text = JSON.stringify(rows)
  for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
    expect(text).not.toContain(form)
  const again = parts.randomness.fingerprint(
    'creating POST /api/notes/:id',
    JSON.stringify([{ id: 'a' }, { text: 'quiet', secret }]),
  )
  expect(rows[0]?.hash).toBe(Buffer.from(again).toString('hex'))
})

const SIDE: CapturedSide = {
  levels: [['100', '10']],
  multiplier_digits: 0,
  fee: '0',
  lot_step: '0.01',
  min_qty: null,
  min_notional: null,
}
const OFFER: PaperQuote = {
  kind: 'offered',
  offer: {
    source: 'live',
    symbol: 'SOL/USDT',
    base: 'SOL',
    quote: 'USDT',
    buyExchange: 'okx',
    sellExchange: 'binance',
    latencyMs: 1,
    order: { size: '1', limit: '100' },
    books: { buy: SIDE, sell: SIDE },
    expected: { size: '1', bought: '100', sold: '101', fees: '0', net: '1' },
  },
}

/** Orders on paper at one of the two processes. */
async function order(user: string, key: string, at = 0): Promise<readonly [number, string | undefined]> {
  const answer = await fetch(`${origins[at]}/api/paper-trades`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user': user, 'idempotency-key': key },
    body: JSON.stringify({ opportunity_id: 'spot.SOL-USDT.okx.binance', amount: 100 }),
  })
  const { id, code } = (await answer.json()) as Note
  return [answer.status, id ?? code]
}
/** A promise that the test keeps for itself. */
function held<T>(value: T) {
  let release: () => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    release = () => resolve(value)
  })
  return { promise, release }
}

test('[S7] an order that is repeated while the first call still asks the engine gets its answer', async () => {
  const user = await addUser(db)
  const asked = held<PaperMoment>({ at: 0, books: null })
  moment = asked.promise
  quotes.splice(
    0,
    quotes.length,
    async () => OFFER,
    async () => ({ kind: 'closed' }),
  )
  const first = order(user, 'order-1')
  await eventually(() => quotes.length === 1)
  const second = order(user, 'order-1')
  // Another key waits for nobody.
  expect(await order(user, 'order-2')).toEqual([404, 'opportunity-closed'])
  asked.release()
  const [one, two] = await Promise.all([first, second])
  expect([one, two]).toEqual([[201, expect.stringMatching(/^[\w-]{22}$/)], one])
  expect(await parts.paper.ofUser(user)).toHaveLength(1)
})

test('[S7] before another process refuses a repetition it looks for the answer of the first call', async () => {
  const user = await addUser(db)
  const quote = held<PaperQuote>({ kind: 'closed' })
  moment = Promise.resolve({ at: 0, books: null })
  quotes.splice(
    0,
    quotes.length,
    () => quote.promise,
    async () => OFFER,
  )
  const second = order(user, 'order-1', 1)
  await eventually(() => quotes.length === 1)
  const first = await order(user, 'order-1')
  quote.release()
  expect([first, await second]).toEqual([[201, expect.stringMatching(/^[\w-]{22}$/)], first])
})

test('a part that fails leaves the other parts of its call as they are', async () => {
  const insert = (name: string) =>
    db.database.transact((statements) => statements.insert(settings).values({ name, value: 1, updatedAt: new Date(0) }))
  await insert('taken')
  await db.database.together(async (_statements, join) => {
    await join(async () => {
      const outcomes = await Promise.allSettled([insert('joint-1'), insert('taken'), insert('joint-2')])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({ reason: { kind: 'duplicate' } })
    })
  })
  const undone = db.database.together(async (_statements, join) => {
    await join(() => insert('joint-3'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  const { rows } = await db.database.run((s) => s.execute(sql`select name from settings where name like 'joint-%'`))
  expect(rows.map(({ name }) => name).sort()).toEqual(['joint-1', 'joint-2'])
})
