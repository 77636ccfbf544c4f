import { afterEach, expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { isLongRun } from '../../../../scripts/run-length.ts'
import { type AccountServer, ELIF, send, sendCookie, signUp, startAccountServer } from './testing/account-server.ts'
import { jsonOf, type Refusal } from './testing/test-server.ts'

const HOUR = 3_600_000
const GUESSES = isLongRun ? 1_000 : 200

let server: AccountServer
afterEach(() => server.stop())

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  send(server, '/api/auth/login', { email, password }, { headers })

/** Counts how many passwords were really looked at. */
async function startCounting(rateLimitScale = 1_000) {
  const looked = { count: 0 }
  server = await startAccountServer({
    rateLimitScale,
    change: ({ hashing }) => ({
      hashing: {
        hash: (password) => hashing.hash(password),
        verify: (password, stored) => {
          looked.count++
          return hashing.verify(password, stored)
        },
      },
    }),
  })
  return looked
}

test('[SEC-17] of 1,000 guesses (200 in a short run) at one account in an hour at most 30 are looked at, whatever account it is', {
  timeout: 300_000,
}, async (context) => {
  const looked = await startCounting()
  await signUp(server)
  for (const email of [ELIF.email, 'nobody@example.org']) {
    looked.count = 0
    for (let guess = 0; guess < GUESSES; guess++) {
      const answer = await login(email, `wrong-${guess}`)
      await answer.arrayBuffer()
      expect([401, 429]).toContain(answer.status)
      server.clock.leap(HOUR / GUESSES)
    }
    expect([email, looked.count <= 30, looked.count >= 10]).toEqual([email, true, true])
    recordFigure(context, {
      row: 'SEC-17',
      wanted: '1,000 guesses at one account: at most 30 evaluated in an hour',
      measured: `${looked.count} of ${GUESSES} at an account that ${email === ELIF.email ? 'is there' : 'is not there'}`,
      seed: 0,
    })
  }
  // Never for good: after the longest wait the right one opens.
  server.clock.leap(15 * 60_000)
  expect((await login(ELIF.email, ELIF.password)).status).toBe(200)
})

test('[SEC-17] many at once are not let through together', async () => {
  const looked = await startCounting()
  await signUp(server)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => login(ELIF.email, `wrong-${at}`)))
  // Five are free, and one more for each second that all of them take.
  expect(looked.count).toBeGreaterThanOrEqual(5)
  expect(looked.count).toBeLessThan(9)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(40 - looked.count)
  for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-8]$/)
})

test('[SEC-17] a good login clears the own counter, not that of the address', async () => {
  server = await startAccountServer()
  await signUp(server)
  for (let round = 0; round < 4; round++) {
    for (let guess = 0; guess < 4; guess++) expect((await login(ELIF.email, 'wrong-one')).status).toBe(401)
    expect((await login(ELIF.email, ELIF.password)).status).toBe(200)
  }
  for (let guess = 0; guess < 4; guess++) expect((await login(`other${guess}@example.org`, 'x')).status).toBe(401)
  const answer = await login('another@example.org', 'x')
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([429, 'rate-limited'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
  server.clock.leap(10 * 60_000)
  expect((await login(ELIF.email, ELIF.password)).status).toBe(200)
})

test('[SEC-18] another X-Forwarded-For each time, or another node, gives no second allowance', async () => {
  server = await startAccountServer()
  const beside = await startAccountServer({ beside: server })
  for (let guess = 0; guess < 20; guess++) {
    const at = guess % 2 === 0 ? server : beside
    const body = { email: `n${guess}@example.org`, password: 'x' }
    const headers = { 'x-forwarded-for': `10.0.0.${guess}`, forwarded: `for=10.0.1.${guess}` }
    expect((await send(at, '/api/auth/login', body, { headers })).status).toBe(401)
  }
  for (const at of [server, beside]) {
    const headers = { 'x-forwarded-for': '10.9.9.9' }
    expect((await send(at, '/api/auth/login', { email: 'x@y.co', password: 'x' }, { headers })).status).toBe(429)
  }
  await beside.stop()
})

test('[SEC-20] five sign-ups of an address in an hour, twenty of its neighbourhood', async () => {
  server = await startAccountServer({ trustProxy: ['127.0.0.1'] })
  const from = (address: string, at: number) =>
    send(
      server,
      '/api/auth/register',
      { ...ELIF, email: `s${at}-${address.length}-${address.replace(/\D/g, '')}@example.org` },
      { headers: { 'x-forwarded-for': address } },
    )
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) statuses.push((await from('203.0.113.1', at)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  // The sixth counted for its neighbourhood no more than for itself.
  for (let at = 0; at < 15; at++) expect((await from(`203.0.113.${10 + at}`, at)).status).toBe(201)
  expect((await from('203.0.113.99', 1)).status).toBe(429)
  expect((await from('203.0.114.1', 1)).status).toBe(201)
  server.clock.leap(HOUR)
  expect((await from('203.0.113.1', 9)).status).toBe(201)
})

test('[SEC-4] 200 logins at once: 64 wait, the rest is told to come back, and the event loop stays free', async () => {
  server = await startAccountServer({ rateLimitScale: 1_000 })
  let latest = 0
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    latest = Math.max(latest, now - before - 10)
    before = now
  }, 10)
  const heap = process.memoryUsage().rss
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => login(`flood${at}@example.org`, 'x')))
  clearInterval(timer)
  const statuses = answers.map(({ status }) => status)
  const looked = statuses.filter((status) => status === 401).length
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(looked).toBeGreaterThanOrEqual(64)
  for (const { status, headers } of answers) if (status === 429) expect(headers.get('retry-after')).toBe('5')
  expect(process.memoryUsage().rss - heap).toBeLessThan(400 * 1024 * 1024)
  expect(latest).toBeLessThan(500)
})

test('[SEC-64] twenty writes a minute and account, then the rest waits', async () => {
  server = await startAccountServer()
  const { token, cookie } = await signUp(server)
  const write = () => send(server, '/api/auth/proof', {}, { token })
  for (let at = 0; at < 20; at++) expect((await write()).status).toBe(400)
  expect((await write()).status).toBe(429)
  // Reading and renewing go on.
  expect((await send(server, '/api/auth/me', undefined, { token })).status).toBe(200)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(200)
})

test('[SEC-17] far more failures than ever is an alarm', async () => {
  server = await startAccountServer({ rateLimitScale: 0.02, trustProxy: ['127.0.0.1'] })
  for (let at = 0; at < 8; at++) {
    await login(`a${at}@example.org`, 'x', { 'x-forwarded-for': `198.51.${at}.7` })
  }
  expect(server.alarms).toEqual(['many-failed-logins'])
})
