import { HEADERS, PATHS, UserLogin } from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { row } from '../../testing/rows.ts'
import { SseReader } from '../../testing/sse-reader.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ADMIN,
  cookieOf,
  ELIF,
  send,
  sendCookie,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
} from '../../testing/user-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())

const me = (token: string, at: { origin: string } = server) => send(at, '/api/auth/me', undefined, { token })

test('[CALL-01] [CALL-02] [ENT-02] signing up signs in; login, me, renewal and logout follow', async () => {
  const answer = await send(server, '/api/auth/register', ELIF)
  expect(answer.status).toBe(201)
  const { access_token, user } = UserLogin.parse(await answer.json())
  expect(user).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    username: 'Elif Yılmaz',
    email: ELIF.email,
    firstName: 'Elif',
    lastName: 'Yılmaz',
    is_premium: false,
    selectedPlan: 'free',
    apiKeys: [],
    last_login_at: null,
    failed_logins_since: 0,
    totp_enabled: false,
    is_password_weak: false,
    notice: null,
  })
  expect(await jsonOf(await me(access_token))).toMatchObject({ id: user.id, username: user.username })

  const login = await send(server, '/api/auth/login', { email: ' ELIF@example.org', password: ELIF.password })
  expect(login.status).toBe(200)
  expect(login.headers.get('cache-control')).toBe('no-store')
  const second = await signedIn(login)
  const renewed = await sendCookie(server, '/api/auth/refresh', second.cookie)
  expect(renewed.status).toBe(200)
  const { access_token: next, expires_in } = await jsonOf<{ access_token: string; expires_in: number }>(renewed)
  expect([expires_in, cookieOf(renewed) === second.cookie]).toEqual([900, false])
  expect((await me(next)).status).toBe(200)

  const out = await sendCookie(server, '/api/auth/logout', cookieOf(renewed) ?? '')
  expect([out.status, await out.text()]).toEqual([204, ''])
  expect(out.headers.get('set-cookie')).toMatch(/^makas-user=;.*Max-Age=0/i)
  expect((await me(next)).status).toBe(401)
  expect((await me(second.token)).status).toBe(401)
  // The session of the sign-up is another session.
  expect((await me(access_token)).status).toBe(200)
})

test('[SEC-24] the cookies are HttpOnly and Strict, and under https Secure and bound to the host', async () => {
  const plain = await send(server, '/api/auth/register', { ...ELIF, email: 'cookie@example.org' })
  expect(plain.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^makas-user=[\w-]{22}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^makas-device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  const beside = await startUserServer({
    beside: server,
    publicOrigin: 'https://makas.example',
    rateLimitScale: 1e3,
  })
  const secure = await send(beside, '/api/auth/login', { email: 'cookie@example.org', password: ELIF.password })
  const bound = 'Path=/; HttpOnly; Secure; SameSite=Strict$'
  expect(secure.headers.getSetCookie()).toEqual([
    expect.stringMatching(new RegExp(`^__Host-makas-user=[\\w-]{22}\\.[\\w-]{43}; Max-Age=604800; ${bound}`)),
    expect.stringMatching(new RegExp(`^__Host-makas-device=[\\w-]{22}\\.[\\w-]{43}; Max-Age=34560000; ${bound}`)),
  ])
  await beside.stop()
})

test('[SEC-24] a secret works once; again within 30 s it renews the token alone, later it ends the session', async () => {
  const { cookie } = await signUp(server, 'rotate@example.org')
  const first = await sendCookie(server, '/api/auth/refresh', cookie)
  const newest = cookieOf(first) ?? ''
  const tab = await sendCookie(server, '/api/auth/refresh', cookie)
  expect([tab.status, cookieOf(tab)]).toEqual([200, null])
  server.clock.leap(31_000)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
  expect((await sendCookie(server, '/api/auth/refresh', newest)).status).toBe(401)
  const [line] = await server.db.query("select detail from audit_log where action = 'session-reused'")
  expect(line).toBeDefined()
})

test('[SEC-24] a secret that was replaced twice or more ends the session at once; a stranger’s secret ends nothing', async () => {
  const { cookie, token } = await signUp(server, 'stolen@example.org')
  const thief = cookieOf(await sendCookie(server, '/api/auth/refresh', cookie)) ?? ''
  const newest = cookieOf(await sendCookie(server, '/api/auth/refresh', thief)) ?? ''
  const named = newest.slice(0, newest.indexOf('.'))
  const other = await signUp(server, 'stranger@example.org')
  for (const made of [`${named}.short`, `makas-user=${'a'.repeat(22)}.${'b'.repeat(43)}`])
    expect((await sendCookie(server, '/api/auth/refresh', made)).status).toBe(401)
  expect([(await me(token)).status, (await me(other.token)).status]).toEqual([200, 200])
  // The robbed client comes back with a secret that is no longer stored.
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
  expect((await sendCookie(server, '/api/auth/refresh', newest)).status).toBe(401)
  expect([(await me(token)).status, (await me(other.token)).status]).toEqual([401, 200])
})

test('[SEC-24] twenty tabs that renew at once all go on, and one cookie comes out of it', async () => {
  const { cookie } = await signUp(server, 'tabs@example.org')
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendCookie(server, '/api/auth/refresh', cookie)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const cookies = answers.map(cookieOf).filter((one) => one !== null)
  expect(cookies).toHaveLength(1)
  expect((await sendCookie(server, '/api/auth/refresh', cookies[0] ?? '')).status).toBe(200)
})

test.each([
  ['another origin', { origin: 'https://evil.example', [HEADERS.renewal]: '1' }],
  ['no origin', { [HEADERS.renewal]: '1' }],
  ['a sandbox', { origin: 'null', [HEADERS.renewal]: '1' }],
  ['a form, which adds no header', {}],
])('[SEC-60] a renewal or logout from %s does nothing', async (name, headers) => {
  const { cookie, token } = await signUp(server, `${name.replace(/\W/g, '')}@example.org`)
  const own = name.startsWith('a form') ? { origin: server.origin } : {}
  for (const path of ['/api/auth/refresh', '/api/auth/logout']) {
    const answer = await send(server, path, undefined, { method: 'POST', headers: { cookie, ...headers, ...own } })
    expect([answer.status, await jsonOf<Refusal>(answer)]).toEqual([
      403,
      { code: 'foreign-origin', detail: 'Bu istek bu siteden gelmedi.' },
    ])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect((await me(token)).status).toBe(200)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(200)
})

test('[SEC-23] [SEC-25] a token lasts 15 min, a session a day unused and a week at most', async () => {
  const { token, cookie } = await signUp(server, 'limits@example.org')
  server.clock.leap(15 * MINUTE - 5_000)
  expect((await me(token)).status).toBe(200)
  server.clock.leap(6_000)
  expect((await me(token)).status).toBe(401)
  let newest = cookie
  const refresh = async () => {
    const answer = await sendCookie(server, '/api/auth/refresh', newest)
    newest = cookieOf(answer) ?? newest
    return answer.status
  }
  for (let days = 0; days < 7; days++) {
    expect([days, await refresh()]).toEqual([days, 200])
    server.clock.leap(23 * HOUR + 50 * MINUTE)
  }
  expect(await refresh()).toBe(200)
  server.clock.leap(HOUR)
  expect(await refresh()).toBe(401)
  const idle = await signUp(server, 'idle@example.org')
  server.clock.leap(24 * HOUR + 1_000)
  expect((await sendCookie(server, '/api/auth/refresh', idle.cookie)).status).toBe(401)
})

test('[SEC-23] [SEC-25] a token of an admin lasts 10 min, a session 30 min unused and 8 h at most', async () => {
  const { token, cookie } = await signInAdmin(server)
  const asAdmin = async (one: string) => (await send(server, '/api/admin/auth/me', undefined, { token: one })).status
  const refresh = (one: string) => sendCookie(server, '/api/admin/auth/refresh', one)
  server.clock.leap(10 * MINUTE - 5_000)
  expect(await asAdmin(token)).toBe(200)
  server.clock.leap(6_000)
  expect(await asAdmin(token)).toBe(401)
  let newest = cookie
  for (let at = 0; at < 16; at++) {
    const answer = await refresh(newest)
    expect([at, answer.status]).toEqual([at, 200])
    newest = cookieOf(answer) ?? newest
    server.clock.leap(29 * MINUTE)
  }
  // In use all the time, and eight hours old.
  server.clock.leap(8 * MINUTE)
  expect((await refresh(newest)).status).toBe(401)
  const idle = await signedIn(await send(server, '/api/admin/auth/login', ADMIN))
  server.clock.leap(30 * MINUTE + 1_000)
  expect((await refresh(idle.cookie)).status).toBe(401)
})

test('a token of a process whose clock is up to a minute ahead is good at once', async () => {
  const { tokens } = server.parts
  const now = server.clock.now()
  const subject = { userId: 'a', sessionId: 's' }
  const readAfter = async (aheadMs: number) =>
    tokens.read('user', await tokens.sign('user', subject, now + aheadMs, 15 * MINUTE), now)
  expect(await readAfter(700)).toMatchObject(subject)
  expect(await readAfter(59_000)).toMatchObject(subject)
  expect(await readAfter(62_000)).toBeNull()
  // No token lasts longer for it.
  expect(
    await tokens.read('user', await tokens.sign('user', subject, now, 15 * MINUTE), now + 15 * MINUTE + 1_000),
  ).toBeNull()
})

test('a session that a wrong clock used last in the future is over once the clock is right', async () => {
  server.clock.leap(HOUR)
  const { cookie } = await signUp(server, 'ahead@example.org')
  server.clock.leap(-HOUR)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
  expect((await send(server, '/api/auth/login', { ...ELIF, email: 'ahead@example.org' })).status).toBe(200)
})

test('[SEC-25] an eleventh session ends the oldest', async () => {
  const first = await signUp(server, 'many@example.org')
  const more = []
  for (let at = 0; at < 10; at++) {
    more.push(await signedIn(await send(server, '/api/auth/login', { ...ELIF, email: 'many@example.org' })))
  }
  expect((await me(first.token)).status).toBe(401)
  for (const { token } of more) expect((await me(token)).status).toBe(200)
  const [line] = await server.db.query(
    "select detail from audit_log where action = 'login' and subject_id = $1 order by seq desc limit 1",
    [first.id],
  )
  expect(line).toEqual({ detail: { new_device: true, sessions_ended: 1 } })
})

test('[SEC-29] [SEC-30] a session that is ended on one node is refused on every other within 2 s', async () => {
  const beside = await startUserServer({ beside: server, rateLimitScale: 1_000 })
  const { token } = await signUp(server, 'nodes@example.org')
  beside.clock.leap(server.clock.now() - beside.clock.now())
  expect((await me(token, beside)).status).toBe(200)
  const out = await send(server, '/api/auth/logout', undefined, { method: 'POST', token })
  expect(out.status).toBe(204)
  expect((await me(token)).status).toBe(401)
  beside.clock.advance(2_000)
  expect((await me(token, beside)).status).toBe(401)
  await beside.stop()
})

test('[SEC-29] an account that is switched off, or is no user any more, is refused within 2 s', async () => {
  for (const change of ['is_active = false', "role = 'admin'"]) {
    const email = `${change.replace(/\W/g, '')}@example.org`
    const { token, cookie, id } = await signUp(server, email)
    expect((await me(token)).status).toBe(200)
    await server.db.query(`update users set ${change} where id = $1`, [id])
    server.clock.advance(2_000)
    expect((await me(token)).status).toBe(401)
    expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
    const login = await send(server, '/api/auth/login', { ...ELIF, email })
    expect([login.status, (await jsonOf<Refusal>(login)).detail]).toEqual([401, 'Geçersiz email veya şifre'])
  }
})

test('[ROLE-06] [ROLE-02] a valid token gets the live list, everything else what visitors get', async () => {
  const { token } = await signUp(server, 'live@example.org')
  server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
  const source = async (bearer?: string) => {
    const sent = bearer === undefined ? {} : { token: bearer }
    const answer = await send(server, '/api/arbitrage-opportunities', undefined, sent)
    return [answer.status, answer.headers.get('x-makas-source')]
  }
  expect(await source(token)).toEqual([200, 'live'])
  expect(await source()).toEqual([200, 'cache'])
  expect(await source('nonsense')).toEqual([200, 'cache'])
  const stream = new SseReader(server.origin, { authorization: `Bearer ${token}` })
  await eventually(() => stream.of('snapshot').length === 1)
  expect(stream.of('snapshot')[0]?.data).toMatchObject({ source: 'live' })
  await send(server, '/api/auth/logout', undefined, { method: 'POST', token })
  server.clock.advance(2_000)
  await eventually(() => stream.isEnded)
  expect(await source(token)).toEqual([200, 'cache'])
})

test('[SEC-58] the market lists of a logged-in user stay in no cache', async () => {
  const { token } = await signUp(server, 'uncached@example.org')
  // The clock moved during a session look-up, which counts as a slow database until the next, quick look-up.
  expect((await me(token)).status).toBe(200)
  const id = 'spot.SOL-USDT.okx.binance'
  server.scripted.publish({ rows: [row(id)] })
  const paths = [
    ...Object.values(PATHS.lists),
    PATHS.marketStats,
    PATHS.cryptoPrices,
    PATHS.history(id),
    PATHS.lifetimes,
  ]
  for (const path of [...paths, `/api/opportunities/${id}/evidence`]) {
    const own = await send(server, path, undefined, { token })
    expect([path, own.status, own.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    const visitors = await send(server, path)
    // The row is too new for the visitors' list, so its evidence is refused, and nothing is kept of the refusal.
    const kept = visitors.status === 200 ? 'no-cache' : 'no-store'
    expect([path, visitors.headers.get('cache-control')]).toEqual([path, kept])
  }
})

test('[SEC-64] a user has five streams open at a time and opens twenty a minute; visitors do not notice', async () => {
  const strict = await startUserServer({ beside: server })
  strict.clock.leap(server.clock.now() - strict.clock.now())
  const { token } = await signedIn(await send(strict, '/api/auth/login', { ...ELIF, email: 'live@example.org' }))
  const open = async (headers: Record<string, string>) => {
    const stream = new SseReader(strict.origin, headers)
    await eventually(() => stream.status !== 0)
    return stream
  }
  const user = { authorization: `Bearer ${token}` }
  const streams = []
  for (let at = 0; at < 6; at++) streams.push(await open(user))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  streams.pop()
  for (let at = 6; at < 20; at++) {
    streams.shift()?.cut()
    await eventually(async () => (await strict.get('/metrics').then((one) => one.text())).includes('streams_open 4'))
    streams.push(await open(user))
    expect([at, streams.at(-1)?.status]).toEqual([at, 200])
  }
  streams.shift()?.cut()
  expect((await open(user)).status).toBe(429)
  expect((await open({})).status).toBe(200)
  await strict.stop()
})
