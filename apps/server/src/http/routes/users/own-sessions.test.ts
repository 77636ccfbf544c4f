import { OwnSession, UserEvent } from '@makas/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ELIF,
  type SignedIn,
  send,
  sendCookie,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
} from '../../testing/user-server.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'
const HOUR = 3_600_000

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())

const me = async (token: string) => (await send(server, '/api/auth/me', undefined, { token })).status
const logIn = async (email: string, userAgent?: string): Promise<SignedIn> =>
  signedIn(
    await send(
      server,
      '/api/auth/login',
      { email, password: ELIF.password },
      userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } },
    ),
  )
async function listed(token: string): Promise<OwnSession[]> {
  const answer = await send(server, '/api/account/sessions', undefined, { token })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return z.array(OwnSession).parse(await answer.json())
}
const end = (token: string, id: string | null) =>
  send(server, `/api/account/sessions${id === null ? '' : `/${id}`}`, undefined, { method: 'DELETE', token })
const auditOf = (id: string) =>
  server.db.query(
    "select actor_kind, actor_id, detail from audit_log where action = 'session-ended' and subject_id = $1 order by seq",
    [id],
  )

test('the list tells time, device and address of each session, and the asking session; never an id that is used elsewhere', async () => {
  const first = await signUp(server, 'list@example.org')
  server.clock.leap(60_000)
  const phone = await logIn('list@example.org', PHONE)
  const sessions = await listed(phone.token)
  expect(sessions).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{32}$/),
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      browser: 'safari',
      device: 'iphone',
      address: '127.0.*.*',
      is_current: true,
    },
    expect.objectContaining({ browser: 'other', device: 'other', is_current: false }),
  ])
  const [newer, older] = sessions
  expect(Date.parse(newer?.created_at ?? '') - Date.parse(older?.created_at ?? '')).toBeGreaterThanOrEqual(60_000)
  expect((await listed(first.token)).map(({ is_current }) => is_current)).toEqual([false, true])
  const rows = await server.db.query('select id, address, browser, device from sessions where user_id = $1', [first.id])
  expect(rows).toHaveLength(2)
  for (const { id, address } of rows) {
    expect(JSON.stringify(sessions)).not.toContain(id)
    expect(JSON.stringify(sessions)).not.toContain(address)
  }
  // Of the user agent only browser and system are stored.
  expect(JSON.stringify(await server.db.query('select * from sessions where user_id = $1', [first.id]))).not.toMatch(
    /AppleWebKit|26\.1/,
  )
})

test('a renewal counts as the last use; a session that ended, expired or lay unused for a day is not listed', async () => {
  const email = 'idle@example.org'
  const unused = await signUp(server, email)
  const left = await logIn(email)
  await send(server, '/api/auth/logout', undefined, { method: 'POST', token: left.token })
  server.clock.leap(23 * HOUR)
  const now = await logIn(email)
  expect(await listed(now.token)).toHaveLength(2)
  const before = (await listed(now.token)).find(({ is_current }) => is_current)
  server.clock.leap(HOUR + 1_000)
  const renewed = await jsonOf<{ access_token: string }>(await sendCookie(server, '/api/auth/refresh', now.cookie))
  const after = await listed(renewed.access_token)
  expect(after).toHaveLength(1)
  expect(after[0]).toMatchObject({ id: before?.id, created_at: before?.created_at, is_current: true })
  expect(Date.parse(after[0]?.last_used_at ?? '')).toBeGreaterThan(Date.parse(before?.last_used_at ?? ''))
  expect((await sendCookie(server, '/api/auth/refresh', unused.cookie)).status).toBe(401)
})

test('an ended session is refused at once, its cookie too, and the audit log says who ended it', async () => {
  const email = 'one@example.org'
  const mine = await signUp(server, email)
  const lost = await logIn(email, PHONE)
  const kept = await logIn(email)
  expect(await me(lost.token)).toBe(200)
  const id = (await listed(mine.token)).find(({ device }) => device === 'iphone')?.id ?? ''
  const answer = await end(mine.token, id)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect([await me(lost.token), await me(kept.token), await me(mine.token)]).toEqual([401, 200, 200])
  expect((await sendCookie(server, '/api/auth/refresh', lost.cookie)).status).toBe(401)
  expect(await listed(mine.token)).toHaveLength(2)
  expect(await auditOf(mine.id)).toEqual([{ actor_kind: 'user', actor_id: mine.id, detail: {} }])
  // An ended session is not found.
  expect((await end(mine.token, id)).status).toBe(404)
  expect(await auditOf(mine.id)).toHaveLength(1)
})

test('all other sessions end together, and only the own ones', async () => {
  const email = 'others@example.org'
  const mine = await signUp(server, email)
  const others = [await logIn(email), await logIn(email, PHONE)]
  const stranger = await signUp(server, 'stranger@example.org')
  expect((await end(mine.token, null)).status).toBe(204)
  for (const { token, cookie } of others) {
    expect(await me(token)).toBe(401)
    expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
  }
  expect([await me(mine.token), await me(stranger.token)]).toEqual([200, 200])
  expect((await listed(mine.token)).map(({ is_current }) => is_current)).toEqual([true])
  expect(await auditOf(mine.id)).toEqual([{ actor_kind: 'user', actor_id: mine.id, detail: { sessions_ended: 2 } }])
  // The current session can be ended too.
  const [own] = await listed(mine.token)
  expect((await end(mine.token, own?.id ?? '')).status).toBe(204)
  expect(await me(mine.token)).toBe(401)
})

test('another user’s session, an unknown session and a malformed id give the same 404, and nothing ends', async () => {
  const victim = await signUp(server, 'victim@example.org')
  const attacker = await signUp(server, 'attacker@example.org')
  const admin = await signInAdmin(server)
  const [theirs] = await listed(victim.token)
  const [{ id: raw } = {}] = await server.db.query('select id from sessions where user_id = $1', [victim.id])
  for (const id of [theirs?.id ?? '', String(raw), 'a'.repeat(32), 'x', 'a'.repeat(65), "'%20or%201=1", '..%2Fother']) {
    const answer = await end(attacker.token, id)
    expect([id, answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([id, 404, 'not-found'])
  }
  for (const token of [undefined, 'nonsense', admin.token]) {
    const sent = token === undefined ? {} : { token }
    for (const path of ['/api/account/sessions', `/api/account/sessions/${theirs?.id}`]) {
      expect((await send(server, path, undefined, { method: 'DELETE', ...sent })).status).toBe(401)
    }
    expect((await send(server, '/api/account/sessions', undefined, sent)).status).toBe(401)
  }
  expect([await me(victim.token), await me(attacker.token)]).toEqual([200, 200])
  expect(await auditOf(victim.id)).toEqual([])
})

test('[SEC-96] an owner reads what happened to the account: a new device, a half login, keys, what protects it', async () => {
  const owner = await signUp(server, 'olaylar@example.org')
  const somebody = await signUp(server, 'baskasi@example.org')
  const events = async () => {
    const answer = await send(server, '/api/account/events', undefined, { token: owner.token })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return z.array(UserEvent).parse(await answer.json())
  }
  await send(server, '/api/auth/login', { email: 'olaylar@example.org', password: 'yanlis-kedi' })
  server.clock.leap(60_000)
  const login = await send(server, '/api/auth/login', { email: 'olaylar@example.org', password: ELIF.password })
  const device =
    login.headers
      .getSetCookie()
      .find((cookie) => cookie.includes('device'))
      ?.split(';', 1)[0] ?? ''
  const known = { headers: { cookie: device } }
  await send(server, '/api/auth/login', { email: 'olaylar@example.org', password: ELIF.password }, known)
  const change = { current_password: ELIF.password, new_password: 'yeni ve uzun bir cümle 2026' }
  expect((await send(server, '/api/auth/password', change, { token: owner.token })).status).toBe(204)
  const system = { time: server.clock.now(), actor: { kind: 'system' }, address: null, requestId: null } as const
  const about = { kind: 'account', id: owner.id }
  await server.db.query(
    `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
       sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
     values ('key-of-owner', $1, 'okx', false, 'OKX', 'x', '', '', '', 'k', 1, 'disabled', '{}', now(), now())`,
    [owner.id],
  )
  const key = { kind: 'exchange-key', id: 'key-of-owner' }
  await server.parts.users.note({ ...system, action: 'key-disabled', subject: key, detail: { exchange: 'okx' } })
  await server.parts.users.note({ ...system, action: 'user-read', subject: about, detail: {} })
  const told = await events()
  expect(told.map(({ kind, by, is_new_device, exchange }) => [kind, by, is_new_device, exchange])).toEqual([
    ['key-disabled', 'system', false, 'okx'],
    ['password-changed', 'user', false, null],
    ['login', 'user', false, null],
    ['login', 'user', true, null],
    ['login-failed', 'visitor', false, null],
    ['login', 'user', false, null],
    ['registered', 'user', false, null],
  ])
  expect(told[1]?.address).toBe('127.0.*.*')
  const others = await jsonOf<unknown[]>(
    await send(server, '/api/account/events', undefined, { token: somebody.token }),
  )
  expect(others).toHaveLength(2)
})
