import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { recordFigure } from '../../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../../scripts/run-length.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { ownTime } from '../../../http/testing/own-time.ts'
import { seededRandom } from '../../system/randomness.ts'
import { settings } from '../schema/operation.ts'
import { Line } from '../testing/line.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { Database } from './database.ts'

const { app, owner, database, query } = await makeTestDatabase()
const value = (name: string, number: number) => ({ name, value: number, updatedAt: new Date(0) })

test('a second row of the same name is told as what it is, without what was sent', async () => {
  await database.run((statements) => statements.insert(settings).values(value('secret-name', 1)))
  const failure: unknown = await database
    .run((statements) => statements.insert(settings).values(value('secret-name', 2)))
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StorageFailure)
  expect(failure).toMatchObject({ kind: 'duplicate', rule: 'settings_pkey' })
  const defect: unknown = await database
    .run((statements) => statements.execute(sql`select ${'planted-secret'}::int`))
    .catch((error: unknown) => error)
  expect(defect).toBeInstanceOf(Error)
  for (const error of [failure, defect] as Error[]) {
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/secret/)
  }
})

test('a deadlock of a single statement is a failure of the storage, without what was sent', async () => {
  const deadlock = sql`select settings.name, make_deadlock() from settings where name <> ${'planted-secret'}`
  await query(`create function make_deadlock() returns int language plpgsql as
    $$ begin raise exception using errcode = '40P01'; end $$`)
  const failure: unknown = await database
    .run((statements) => statements.execute(deadlock))
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StorageFailure)
  expect(failure).toMatchObject({ kind: 'unavailable', message: 'database: 40P01' })
})

test('a transaction that fails leaves nothing, and its connection serves the next', async () => {
  const failed = database.transact(async (statements) => {
    await statements.insert(settings).values(value('never', 1))
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await database.run((statements) => statements.select().from(settings))).toHaveLength(1)
})

test('[S6] writers that meet in opposite order are tried again, and sums are exact', async (context) => {
  const seed = seedFor('S6', 6)
  const random = seededRandom(seed)
  const count = isLongRun ? 10_000 : 1_000
  await query(`insert into settings select 's6-' || n, '0', now() from generate_series(0, 9) n`)
  const add = (name: string, by: number) => sql`
    update settings set value = to_json((value #>> '{}')::int + ${by}::int) where name = ${name}`
  const waiting = Array.from({ length: count }, () => {
    const from = Math.floor(random() * 10)
    return { from: `s6-${from}`, to: `s6-${(from + 1 + Math.floor(random() * 9)) % 10}` }
  })
  let unavailable = 0
  const writer = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { from, to } = next
      await database
        .transact(async (statements) => {
          await statements.execute(add(from, -1))
          await statements.execute(add(to, 1))
          await statements.execute(add('secret-name', 2))
        })
        .catch((error: unknown) => {
          if (!(error instanceof StorageFailure)) throw error
          unavailable++
        })
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  const [sums] = await query(`select sum((value #>> '{}')::int) filter (where name like 's6-%')::int as moved,
    sum((value #>> '{}')::int) filter (where name = 'secret-name')::int as counted from settings`)
  expect(sums).toEqual({ moved: 0, counted: 1 + 2 * (count - unavailable) })
  expect(unavailable).toBeLessThan(count / 100)
  const measured = `sums exact over ${count} transactions, ${unavailable} given up after 4 tries`
  recordFigure(context, { row: 'S6', wanted: 'sums exact, retried ≤ 3 times', measured, seed })
})

async function lined(): Promise<{ readonly line: Line; readonly over: Database }> {
  const line = new Line(app)
  await line.listen()
  const over = new Database({ connection: line.connection, onLost: () => undefined })
  afterAll(async () => {
    line.close()
    await over.end()
  })
  return { line, over }
}

const LONG_CUTS_MS = isLongRun ? [1_000, 10_000, 60_000, 300_000] : [1_000]

const ask = (over: Database) => over.run((statements) => statements.execute(sql`select 1`))

test('[S4] a lost connection fails at once, never reports a lost write as good, and comes back', async (context) => {
  const seed = seedFor('S4', 4)
  const random = seededRandom(seed)
  const { line, over } = await lined()
  const good = new Set<string>()
  let slowest = 0
  let isOver = false
  const write = async (writer: number) => {
    for (let at = 0; !isOver; at++) {
      const name = `s4-${writer}-${at}`
      const begun = ownTime()
      try {
        await over.transact((statements) => statements.insert(settings).values(value(name, 1)))
        good.add(name)
      } catch (error) {
        expect(error).toMatchObject({ kind: 'unavailable' })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      slowest = Math.max(slowest, ownTime() - begun)
    }
  }
  const writers = Array.from({ length: 4 }, (_, writer) => write(writer))
  let backAfter = 0
  const cuts = Array.from({ length: 10 }, () => random() * 100).concat(LONG_CUTS_MS)
  for (const forMs of cuts) {
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    line.mode = 'refused'
    line.cut()
    await new Promise((resolve) => setTimeout(resolve, forMs))
    line.mode = 'open'
    const opened = ownTime()
    const before = good.size
    await expect.poll(() => good.size, { interval: 2 }).toBeGreaterThan(before)
    backAfter = Math.max(backAfter, ownTime() - opened)
  }
  isOver = true
  await Promise.all(writers)
  const rows = await query(`select name from settings where name like 's4-%'`)
  const stored = new Set(rows.map(({ name }) => name))
  expect([...good].filter((name) => !stored.has(name))).toEqual([])
  expect(slowest).toBeLessThan(2_000 * slack)
  expect(backAfter).toBeLessThan(5_000 * slack)
  recordFigure(context, {
    row: 'S4',
    wanted: 'fails ≤ 2 s, back ≤ 5 s, 0 writes reported good and lost',
    measured: `fails ≤ ${Math.ceil(slowest)} ms, back ≤ ${Math.ceil(backAfter)} ms, 0 of ${good.size} lost in ${cuts.length} cuts of up to ${Math.ceil(Math.max(...cuts) / 1_000)} s`,
    seed,
  })
})

test('[S4] a server that keeps silent does not hang us, and more than wait already are told at once', async () => {
  const { line, over } = await lined()
  line.mode = 'silent'
  const begun = ownTime()
  const asked = Array.from({ length: 230 }, () => ask(over).catch((error: StorageFailure) => error.message))
  // The first to hear anything.
  expect(await Promise.race(asked)).toBe('database: too many waiting')
  expect(new Set(await Promise.all(asked)).size).toBeGreaterThan(1)
  expect(ownTime() - begun).toBeLessThan(2_500 * slack)
  line.mode = 'open'
  line.cut()
  await expect.poll(() => ask(over).then(() => 'back', String)).toBe('back')
})

test.each([
  ['a statement', (over: Database) => ask(over)],
  ['a transaction', (over: Database) => over.transact((statements) => statements.execute(sql`select 1`))],
])('[S4] after %s without an answer its connection is never used again', async (_name, work) => {
  const line = new Line(app)
  await line.listen()
  const over = new Database({ connection: line.connection, statementWithinMs: 200, onLost: () => undefined })
  const place = () => over.run(async (s) => (await s.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid)
  const before = await place()
  expect(await place()).toBe(before)
  line.mode = 'silent'
  await expect(work(over)).rejects.toMatchObject({ kind: 'unavailable' })
  // The connection itself is still open; only its state is unknown after the lost answer.
  line.mode = 'open'
  const after = await place()
  expect(after).toEqual(expect.any(Number))
  expect(after).not.toBe(before)
  expect(await place()).toBe(after)
  await over.end()
  line.close()
})

test('a statement that the database refuses leaves its connection as it was', async () => {
  const { over } = await lined()
  const place = () => over.run(async (s) => (await s.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid)
  const before = await place()
  await expect(over.run((statements) => statements.execute(sql`select 1 / 0`))).rejects.toThrow()
  expect(await place()).toBe(before)
})

test('[S5] a statement that takes longer than 5 s is ended', async () => {
  const slow = new Database({
    connection: owner,
    statementWithinMs: 300,
    onLost: () => undefined,
  })
  const failure = await slow
    .run((statements) => statements.execute(sql`select pg_sleep(3600)`))
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ kind: 'unavailable' })
  await slow.end()
  const usual = new Database({ connection: owner, onLost: () => undefined })
  const [limit] = await usual.run(async (s) => (await s.execute(sql`show statement_timeout`)).rows)
  await usual.end()
  expect(limit).toEqual({ statement_timeout: '5s' })
})

/** A message of PostgreSQL's protocol: type letter, length, content. */
function said(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

test('[S4] a server that ends in the breath in which it lets us in fails the statement, and nothing else', async () => {
  const fatal = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // One packet holds all of it: authenticated, ready, and a fatal error.
    const welcome = [said('R', Buffer.alloc(4)), said('Z', Buffer.from('I')), said('E', Buffer.from(fatal))]
    socket.once('data', () => socket.end(Buffer.concat(welcome)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const connection = { host: '127.0.0.1', port, user: 'a', database: 'a' }
  const ended = new Database({ connection, onLost: () => undefined })
  await expect(ended.run((statements) => statements.execute('select 1'))).rejects.toMatchObject({ kind: 'unavailable' })
  await ended.end()
  server.close()
})
