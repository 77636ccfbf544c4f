import { afterEach, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, messages, seedFor } from '../../../../../scripts/run-length.ts'
import { Database } from '../../adapters/storage/database/database.ts'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { Line } from '../../adapters/storage/testing/line.ts'
import { makeTestDatabase, TEST_AUDIT_KEY } from '../../adapters/storage/testing/test-database.ts'
import { ownTime } from '../testing/own-time.ts'
import { row } from '../testing/rows.ts'
import { eventually } from '../testing/test-server.ts'
import { send, signUp, startUserServer } from '../testing/user-server.ts'

const LIST = '/api/arbitrage-opportunities'
const DELAY_MS = 2_000

const db = await makeTestDatabase()
const line = new Line(db.app)
await line.listen()
afterFile(() => line.close())
const over = new Database({ connection: line.connection, auditKey: () => TEST_AUDIT_KEY, onLost: () => undefined })
afterFile(() => over.end())
const server = await startUserServer({ rateLimitScale: 100_000, over })
afterFile(() => server.stop())
server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
afterEach(() => {
  line.delayMs = 0
})

/** Times of `count` market reads, ms, sorted; half of them a user's, half visitors'. */
async function readTimes(count: number, token: string, sources: Set<string>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begun = ownTime()
    const answer = await send(server, LIST, undefined, at % 2 === 0 ? { token } : {})
    await answer.arrayBuffer()
    times.push(ownTime() - begun)
    expect(answer.status).toBe(200)
    sources.add(`${at % 2 === 0 ? 'user' : 'visitor'} ${answer.headers.get('x-makas-source')}`)
  }
  return times.sort((a, b) => a - b)
}
const p99 = (times: readonly number[]) => times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY

test('[S5] with two seconds a query the market is read as before, and all else is answered or refused in time', async (context) => {
  const seed = seedFor('S5', 5)
  const { token } = await signUp(server, 'slow@example.org')
  const count = messages(20_000) / 20
  const sources = new Set<string>()
  const askForKeys = (begun: number) =>
    Array.from({ length: 300 }, async () => {
      const answer = await send(server, '/api/api-keys', undefined, { token })
      const { status, headers } = answer
      await answer.arrayBuffer()
      return { status, afterMs: ownTime() - begun, retryAfter: headers.get('retry-after') }
    })
  await readTimes(200, token, sources)
  // Both measurements run beside equal calls: the database's speed is compared, not the amount of work.
  const quickly = askForKeys(ownTime())
  const before = p99(await readTimes(count, token, sources))
  await Promise.all(quickly)
  server.clock.leap(61_000)
  line.delayMs = DELAY_MS
  // The slow database is noticed only when the first session look-up is late.
  server.clock.leap(1_500)
  const begun = ownTime()
  const calls = askForKeys(begun)
  await send(server, LIST, undefined, { token })
  const during = p99(await readTimes(count, token, sources))
  const answers = await Promise.all(calls)
  const slowest = Math.max(...answers.map(({ afterMs }) => afterMs))
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503])
  expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
  expect(slowest).toBeLessThan(3 * DELAY_MS + 1_500)
  // A reader whose session cannot be looked up within two seconds gets the visitors' list, so no token outlasts its
  // session by more.
  expect([...sources].sort()).toEqual(['user cache', 'user live', 'visitor cache'])
  // Ten per cent, and in a short run what other work on a busy machine may add: nowhere near a single wait for the database.
  expect(during).toBeLessThan(before * 1.1 + (isLongRun ? 0 : 50))
  line.delayMs = 0
  await eventually(async () => (await send(server, '/api/auth/me', undefined, { token })).status === 200)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  recordFigure(context, {
    row: 'S5',
    wanted: 'p99 of market reads changes < 10 %, queries time out at 5 s, queue bounded',
    measured: `p99 ${ms(before)} → ${ms(during)} over ${count} reads; 300 account calls at 2 s a query: all answered ≤ ${Math.ceil(slowest)} ms`,
    seed,
  })
})

test('[S5] [SEC-29] a session that is ended is not believed for longer than two seconds, however slow the database is', async () => {
  const { token } = await signUp(server, 'slow-2@example.org')
  const sourceOf = async () => (await send(server, LIST, undefined, { token })).headers.get('x-makas-source')
  // A slow look-up counts as a slow database until the next quick one.
  await eventually(async () => (await sourceOf()) === 'live')
  line.delayMs = DELAY_MS
  await server.db.query(
    `update sessions set ended_at = now(), end_reason = 'logout' where user_id in (select id from users where email = 'slow-2@example.org')`,
  )
  server.clock.leap(2_000)
  expect(await sourceOf()).toBe('cache')
  line.delayMs = 0
  const other = await signUp(server, 'slow-3@example.org')
  line.delayMs = DELAY_MS
  server.clock.leap(20_000)
  const begun = ownTime()
  const answer = await send(server, LIST, undefined, { token: other.token })
  expect([answer.status, answer.headers.get('x-makas-source')]).toEqual([200, 'cache'])
  expect(ownTime() - begun).toBeLessThan(1_000)
})
