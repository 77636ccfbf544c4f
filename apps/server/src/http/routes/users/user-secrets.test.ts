import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, test } from 'vitest'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { row } from '../../testing/rows.ts'
import { eventually, jsonOf, type Refusal, startTestServer } from '../../testing/test-server.ts'
import {
  cookieOf,
  ELIF,
  send,
  sendCookie,
  signedIn,
  signUp,
  startUserServer,
  type UserServer,
} from '../../testing/user-server.ts'

const TABLES = [
  'users',
  'sessions',
  'recovery_codes',
  'one_time_tokens',
  'attempts',
  'audit_log',
  'settings',
  'idempotency_keys',
]
const CANARY = 'kanarya-Parola-7f3a91'

/** The secret as it is, and in encodings that hide it from a plain search. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

test('[SEC-44] passwords, tokens, cookies and codes stand in no table, log, metric, refusal or other answer', async () => {
  const server = await startUserServer({ rateLimitScale: 1_000 })
  const answers: string[] = []
  const kept = async (answer: Response) => {
    answers.push(`${[...answer.headers].filter(([name]) => name !== 'set-cookie')} ${await answer.clone().text()}`)
    return answer
  }
  const email = 'kanarya@example.org'
  const first = await send(server, '/api/auth/register', { ...ELIF, email, password: CANARY })
  const one = await signedIn(first)
  const begun = await send(server, '/api/auth/totp', undefined, { method: 'POST', token: one.token })
  const { secret } = await jsonOf<{ secret: string }>(begun)
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() })
  const confirmed = await send(server, '/api/auth/totp/confirm', { code: code() }, { token: one.token })
  const { recovery_codes } = await jsonOf<{ recovery_codes: string[] }>(confirmed)
  const renewed = await sendCookie(server, '/api/auth/refresh', one.cookie)
  const cookies = [one.cookie, cookieOf(renewed) ?? ''].map((cookie) => cookie.split('=')[1] ?? '')
  const { access_token } = await jsonOf<{ access_token: string }>(renewed)

  const wrong = `${CANARY}-yanlis`
  await kept(await send(server, '/api/auth/login', { email, password: wrong }))
  await kept(await send(server, '/api/auth/login', { email, password: CANARY }))
  await send(server, '/api/auth/login', { email, password: CANARY, totp: recovery_codes[9] })
  await kept(await send(server, '/api/auth/login', { email: [CANARY], password: { a: CANARY } }))
  await kept(await send(server, '/api/auth/reset', { token: CANARY, password: CANARY }))
  await kept(await send(server, `/api/auth/me?token=${CANARY}`, undefined, { token: one.token }))
  await kept(await send(server, '/api/auth/proof', { password: wrong }, { token: one.token }))
  await kept(await send(server, '/api/account/export', undefined, { token: one.token }))
  server.parts.users.byId = () => Promise.reject(new Error('planted'))
  await kept(await send(server, '/api/auth/proof', { password: CANARY }, { token: one.token }))
  expect(answers.at(-1)).toContain('"internal"')

  const places: Record<string, string> = { answers: answers.join('\n'), log: JSON.stringify(server.logged) }
  places.metrics = await (await server.get('/metrics')).text()
  for (const table of TABLES) {
    const rows = await server.db.query(`select row_to_json(t)::text as line from ${table} t`)
    places[table] = rows.map(({ line }) => String(line)).join('\n')
  }
  const raw = Buffer.from(Secret.fromBase32(secret).bytes)
  const secrets = [CANARY, wrong, one.token, access_token, ...cookies, secret, ...recovery_codes]
  const wanted = [...secrets.flatMap(spellings), raw.toString('hex'), raw.toString('base64').replace(/=+$/, '')]
  for (const [place, text] of Object.entries(places)) {
    expect([place, text.length > 0 || /tokens|settings|idempotency/.test(place)]).toEqual([place, true])
    for (const one of wanted) expect([place, one, text.includes(one)]).toEqual([place, one, false])
  }
  await server.stop()
})

let open: { stop: () => Promise<void> } | null = null
afterEach(async () => {
  await open?.stop()
  open = null
})

test('[S4] before there is a database accounts say so, and the market is served', async () => {
  const server = await startTestServer()
  open = server
  server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
  await eventually(async () => (await jsonOf<unknown[]>(await server.get('/api/arbitrage-opportunities'))).length === 1)
  const answers = [
    await send(server, '/api/auth/login', { email: ELIF.email, password: ELIF.password }),
    await send(server, '/api/auth/register', ELIF),
    await send(server, '/api/auth/me', undefined, { token: 'a.b.c' }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await jsonOf<Refusal>(answer)).code).toBe('unavailable')
  }
  const list = await send(server, '/api/arbitrage-opportunities', undefined, { token: 'a.b.c' })
  expect([list.status, list.headers.get('x-makas-source')]).toEqual([200, 'cache'])
})

test('[S4] while the database is lost a token makes nobody live, and nobody is logged out', async () => {
  let isLost = false
  const server: UserServer = await startUserServer({
    change: ({ sessions }) => ({
      sessions: {
        ...sessions,
        find: (id) => (isLost ? Promise.reject(new StorageFailure('unavailable', 'planted')) : sessions.find(id)),
      },
    }),
  })
  open = server
  server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
  const { token } = await signUp(server)
  const list = () => send(server, '/api/arbitrage-opportunities', undefined, { token })
  const me = () => send(server, '/api/auth/me', undefined, { token })
  expect([(await list()).headers.get('x-makas-source'), (await me()).status]).toEqual(['live', 200])
  isLost = true
  server.clock.leap(2_000)
  const without = await list()
  expect([without.status, without.headers.get('x-makas-source'), (await me()).status]).toEqual([200, 'cache', 503])
  isLost = false
  expect([(await list()).headers.get('x-makas-source'), (await me()).status]).toEqual(['live', 200])
})
