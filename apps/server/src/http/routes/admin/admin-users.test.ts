import { ManagedUser, ManagedUsers, UserDetail, UserTrail } from '@makas/contract'
import { expect, test } from 'vitest'
import { verifyAuditLog } from '../../../adapters/storage/audit/audit-log.ts'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ELIF,
  send,
  sendCookie,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
  type UserServer,
} from '../../testing/user-server.ts'

const ABSENT = { code: 'not-found', detail: 'Böyle bir sayfa ya da kaynak yok.' }
/** Personal data, which the audit log (kept for two years) must not hold. */
const PERSONAL = /example\.org|Yılmaz|Bağlantı/

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const node = await startUserServer({ rateLimitScale: 1_000, beside: server })
afterFile(() => node.stop())
const admin = await signInAdmin(server)

const ask = (method: string, path: string, body?: unknown) =>
  send(server, `/api/admin${path}`, body, { method, token: admin.token })
const auditOf = (action: string) =>
  server.db.query('select actor_id, subject_id, address, detail from audit_log where action = $1 order by seq desc', [
    action,
  ])
const page = async (query: string) => {
  const answer = await ask('GET', `/users${query}`)
  return { users: ManagedUsers.parse(await answer.json()), total: Number(answer.headers.get('x-total-count')) }
}
const stored = (id: string) =>
  server.db.query('select role, email, first_name, is_premium, plan, is_active, created_at from users where id = $1', [
    id,
  ])

test('[CALL-22] [SEC-65] users come in pages of twenty, newest first, each user once', async () => {
  await server.db.query(
    `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id,
      password_changed_at, created_at, updated_at)
      select 'many-' || lpad(n::text, 3, '0'), 'user', 'many' || n || '@example.org', 'many' || n || '@example.org', 'Ad' || n,
        'Soyad', 'hash', 'pepper', now(), now() - interval '1 day' - (n / 5) * interval '1 hour', now()
      from generate_series(1, 47) n`,
  )
  const first = await page('')
  expect([first.users.length, first.total]).toEqual([20, 47])
  const seen = [...first.users, ...(await page('?skip=20&limit=20')).users, ...(await page('?skip=40')).users]
  expect(new Set(seen.map(({ id }) => id)).size).toBe(47)
  // Several lines have one moment: they are ordered too, or a page would repeat a line of the page before.
  const places = seen.map(({ created_at, id }) => `${created_at} ${id}`)
  expect(places).toEqual([...places].sort().reverse())
  expect(await page('?skip=1000000')).toEqual({ users: [], total: 47 })
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?skip=-1',
    '?skip=1000001',
    '?skip=x',
    '?q=a&q=b',
    '?q=%00',
    `?q=${'a'.repeat(255)}`,
  ])
    expect([query, (await ask('GET', `/users${query}`)).status]).toEqual([query, 400])
})

test('[ENT-21] [SEC-38] users are shown with exactly the fields of the panel; admins are not in the list', async () => {
  const { id } = await signUp(server, 'elif@example.org')
  await plantKeys(id)
  const { users } = await page('?limit=1')
  const { created_at, ...rest } = users[0] as ManagedUser
  expect(rest).toEqual({
    id,
    email: 'elif@example.org',
    firstName: 'Elif',
    lastName: 'Yılmaz',
    phoneNumber: ELIF.phoneNumber,
    is_premium: false,
    selectedPlan: 'free',
    is_active: true,
    connected_exchanges: 1,
  })
  expect((await page('?q=yonetim')).total).toBe(0)
  expect((await page('?q=deniz')).total).toBe(0)
})

test.each([
  ['ELIF', 1],
  ['elİf', 1],
  ['yilmaz', 1],
  ['YILMAZ', 1],
  ['elif yıl', 1],
  ['  elif@EXAMPLE.org ', 1],
  ['ad1', 11],
  ['%', 0],
  ['_', 0],
  ["' or 1=1 --", 0],
  ['\\', 0],
])('[AUSER-01] the search for %s finds %i, whatever the case and the dots', async (q, found) => {
  expect((await page(`?q=${encodeURIComponent(q)}`)).total).toBe(found)
})

test('[CALL-23] [SEC-36] only plan and premium are changed, and both hold at once', async () => {
  const user = await signUp(server, 'plan@example.org')
  const before = await stored(user.id)
  const planted = { id: 'chosen', role: 'admin', email: 'x@example.org', first_name: 'X', firstName: 'X', views: 1 }
  const answer = await ask('PATCH', `/users/${user.id}`, {
    is_premium: true,
    selectedPlan: 'yearly',
    is_active: true,
    ...planted,
  })
  expect(ManagedUser.parse(await answer.json())).toMatchObject({
    id: user.id,
    is_premium: true,
    selectedPlan: 'yearly',
  })
  expect(await stored(user.id)).toEqual([{ ...before[0], is_premium: true, plan: 'yearly' }])
  const me = await jsonOf<object>(await send(server, '/api/auth/me', undefined, { token: user.token }))
  expect(me).toMatchObject({ is_premium: true, selectedPlan: 'yearly' })
  await ask('PATCH', `/users/${user.id}`, { is_premium: false })
  expect(await stored(user.id)).toEqual([{ ...before[0], plan: 'yearly' }])
  expect((await auditOf('user-changed')).slice(0, 2)).toEqual([
    {
      actor_id: admin.id,
      subject_id: user.id,
      address: '127.0.0.1',
      detail: { before: { is_premium: true }, after: { is_premium: false } },
    },
    {
      actor_id: admin.id,
      subject_id: user.id,
      address: '127.0.0.1',
      detail: {
        before: { is_premium: false, selectedPlan: 'free' },
        after: { is_premium: true, selectedPlan: 'yearly' },
      },
    },
  ])
})

test('[ENT-22] [SEC-29] a user who is switched off is logged out within two seconds on every node, and may come back', async () => {
  const user = await signUp(server, 'off@example.org')
  const me = async (at: UserServer, { token } = user) => (await send(at, '/api/auth/me', undefined, { token })).status
  const login = () => send(server, '/api/auth/login', { email: 'off@example.org', password: ELIF.password })
  expect([await me(server), await me(node)]).toEqual([200, 200])
  expect(
    ManagedUser.parse(await (await ask('PATCH', `/users/${user.id}`, { is_active: false })).json()).is_active,
  ).toBe(false)
  node.clock.leap(2_000)
  expect([await me(server), await me(node)]).toEqual([401, 401])
  expect((await sendCookie(server, '/api/auth/refresh', user.cookie)).status).toBe(401)
  const refused = await login()
  expect([refused.status, await jsonOf(refused)]).toEqual([
    401,
    { code: 'invalid-credentials', detail: 'Geçersiz email veya şifre' },
  ])
  await ask('PATCH', `/users/${user.id}`, { is_active: true })
  // An ended session stays ended.
  expect(await me(server)).toBe(401)
  expect(await me(server, await signedIn(await login()))).toBe(200)
})

test('users are ordered as asked, names by the Turkish alphabet, and can be filtered', async () => {
  const names = [
    'Cem',
    'Çağla',
    'Irmak',
    'Itır',
    'İrem',
    'Iğdır',
    'İlke',
    'Şule',
    'Selin',
    'Zehra',
    'Ömer',
    'Okan',
    'Hülya',
  ]
  for (const [at, name] of names.entries()) {
    const { id } = await signUp(server, `sira${at}@example.org`)
    await server.db.query(`update users set first_name = $1, last_name = 'Sıralı', is_premium = $2 where id = $3`, [
      name,
      at % 2 === 0,
      id,
    ])
  }
  const named = async (query: string) => (await page(`?q=sirali&limit=50&${query}`)).users.map((one) => one.firstName)
  const sorted = [...names].sort(new Intl.Collator('tr').compare)
  expect(await named('sort=name')).toEqual(sorted)
  expect(await named('sort=-name')).toEqual([...sorted].reverse())
  expect(await named('sort=created_at')).toEqual(names)
  const addresses = (await page('?q=sirali&limit=50&sort=-email')).users.map(({ email }) => email)
  expect(addresses).toEqual([...addresses].sort().reverse())
  expect((await page('?q=sirali&kind=premium')).total).toBe(7)
  expect((await page('?q=sirali&kind=free')).total).toBe(6)
  expect((await page('?q=sirali&kind=off')).total).toBe(0)
  expect((await page('?q=sira0%40example.org%20cem')).total).toBe(1)
  for (const query of ['?sort=phone', '?sort=password_hash', '?kind=admin'])
    expect([query, (await ask('GET', `/users${query}`)).status]).toEqual([query, 400])
})

test.each([
  ['renee munoz', 1],
  ['RENÉE MUÑOZ', 2],
  ['Rene\u0301e Mun\u0303oz', 3],
  ['ŘENÉĘ', 4],
])('the search for %s finds a name whose marks no Turkish word has', async (typed, place) => {
  const { id } = await signUp(server, `isaret-${place}@example.org`)
  await server.db.query("update users set first_name = 'Renée', last_name = 'Muñoz' where id = $1", [id])
  const { users } = await page(`?q=${encodeURIComponent(typed)}`)
  expect(users.map((one) => one.id)).toContain(id)
})

test.each([
  ['søren ærø', 'Søren', 'Ærø'],
  ['ÖRJAN ÅBERG', 'Örjan', 'Åberg'],
  ['ИВАН ЙОВИЧ', 'Иван', 'Йович'],
  ['ΝΙΚΟΣ παππας', 'Νίκος', 'Παππάς'],
  ['김민', '김민', '준'],
])('the search for %s finds the name in capitals or not, whatever its script', async (typed, first, last) => {
  const { id } = await signUp(server, `yazi-${first.codePointAt(0)}@example.org`)
  await server.db.query('update users set first_name = $2, last_name = $3 where id = $1', [id, first, last])
  const { users } = await page(`?q=${encodeURIComponent(typed)}`)
  expect(users.map((one) => one.id)).toContain(id)
})

test('[SEC-38] one user comes with connections and trail, without keys or secrets, and each look is noted', async () => {
  const user = await signUp(server, 'tek@example.org')
  await server.db.query(
    `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
      sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
      values ('of-tek', $1, 'kraken', false, 'K', '••••9f3a', 's', 's', 's', $2, 1, 'error', '{}', now(), now())`,
    [user.id, server.keys.id],
  )
  await ask('PATCH', `/users/${user.id}`, { selectedPlan: 'monthly' })
  const answer = await ask('GET', `/users/${user.id}`)
  const text = await answer.text()
  expect(text).not.toMatch(/9f3a|hash|sealed|secret/)
  const detail = UserDetail.parse(JSON.parse(text))
  expect(detail.exchanges).toEqual([
    { exchange: 'kraken', testnet: false, is_demo: false, status: 'error', last_checked: null },
  ])
  expect(detail).toMatchObject({ user: { id: user.id, selectedPlan: 'monthly' }, totp_enabled: false })
  const trail = await ask('GET', `/users/${user.id}/audit?limit=5`)
  const lines = UserTrail.parse(await trail.json())
  expect(lines.map(({ action }) => action).slice(0, 2)).toEqual(['user-read', 'user-changed'])
  expect(lines[1]).toMatchObject({
    actor_kind: 'admin',
    actor_name: 'Deniz Kaya',
    detail: { after: { selectedPlan: 'monthly' } },
  })
  expect(Number(trail.headers.get('x-total-count'))).toBeGreaterThanOrEqual(lines.length)
  const quiet = UserTrail.parse(await (await ask('GET', `/users/${user.id}/audit?looks=0`)).json())
  expect(quiet.map(({ action }) => action)).toEqual(['user-changed', 'login', 'registered'])
  const [noted] = await auditOf('user-trail-read')
  expect(noted).toMatchObject({ actor_id: admin.id, subject_id: user.id })
  for (const id of [admin.id, 'AAAAAAAAAAAAAAAAAAAAAA'])
    for (const path of [`/users/${id}`, `/users/${id}/audit`])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
})

test('the second of two admins is told the state that the first stored, and nothing is overwritten', async () => {
  const user = await signUp(server, 'iki@example.org')
  const expected = { is_premium: false, selectedPlan: 'free', is_active: true }
  const first = await ask('PATCH', `/users/${user.id}`, { is_premium: true, selectedPlan: 'yearly', expected })
  expect(first.status).toBe(200)
  const second = await ask('PATCH', `/users/${user.id}`, { is_premium: false, selectedPlan: 'monthly', expected })
  expect([second.status, await jsonOf(second)]).toEqual([
    409,
    {
      code: 'conflict',
      detail: 'Bu kullanıcıyı siz düzenlerken başka bir yönetici değiştirdi.',
      current: await jsonOf(first),
    },
  ])
  expect(await stored(user.id)).toMatchObject([{ is_premium: true, plan: 'yearly' }])
  // The specification's body, which has no `expected`, still decides.
  expect(
    (await ask('PATCH', `/users/${user.id}`, { is_premium: false, selectedPlan: 'free', is_active: true })).status,
  ).toBe(200)
  expect((await ask('PATCH', `/users/${user.id}`, { expected })).status).toBe(400)
})

test('[SEC-34] neither an admin nor an unknown user can be changed', async () => {
  const before = await stored(admin.id)
  for (const id of [admin.id, 'AAAAAAAAAAAAAAAAAAAAAA', "'or'1", '%00']) {
    const answer = await ask('PATCH', `/users/${encodeURIComponent(id)}`, { is_active: false, is_premium: true })
    expect([id, answer.status, await jsonOf(answer)]).toEqual([id, 404, ABSENT])
  }
  expect(await stored(admin.id)).toEqual(before)
})

test.each([
  [{}, 'body'],
  [{ is_premium: 'true' }, 'is_premium'],
  [{ selectedPlan: 'lifetime' }, 'selectedPlan'],
  [{ is_active: null }, 'is_active'],
])('[SEC-50] %j is refused', async (body, field) => {
  const answer = await ask('PATCH', `/users/${admin.id}`, body)
  expect([answer.status, Object.keys((await jsonOf<Refusal>(answer)).fields ?? {})]).toEqual([400, [field]])
})

test('[SEC-67] each look at a user is noted without personal data, and the chain is whole', async () => {
  const user = await signUp(server, 'looked@example.org')
  await send(server, '/api/tickets', { title: 'Bağlantı', description: 'Metin' }, { token: user.token })
  await ask('GET', '/users?limit=1&q=looked@example.org')
  await ask('GET', '/tickets?limit=1')
  const [users] = await auditOf('users-read')
  expect(users).toMatchObject({ actor_id: admin.id, detail: { limit: 1, skip: 0, is_search: true, users: [user.id] } })
  const [tickets] = await auditOf('tickets-read')
  expect(tickets).toMatchObject({ actor_id: admin.id, detail: { status: null, limit: 1, skip: 0 } })
  const lines = await server.db.query('select detail::text as detail from audit_log')
  expect(lines.filter(({ detail }) => PERSONAL.test(String(detail)))).toEqual([])
  expect(await server.db.database.run((statements) => verifyAuditLog(statements))).toMatchObject({ kind: 'intact' })
})

/** One connection that works, of an exchange that has a broken one too, and one that was switched off. */
async function plantKeys(userId: string): Promise<void> {
  for (const [at, exchange, isTestnet, status] of [
    [1, 'okx', true, 'connected'],
    [2, 'okx', false, 'connected'],
    [3, 'bybit', false, 'disabled'],
  ] as const)
    await server.db.query(
      `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
        sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
        values ($1, $2, $3, $4, 'K', '••••', 's', 's', 's', $5, 1, $6, '{}', now(), now())`,
      [`planted-${at}`, userId, exchange, isTestnet, server.keys.id, status],
    )
}
