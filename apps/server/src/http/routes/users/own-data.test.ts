import { AuditRow, UserExport } from '@makas/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyAuditLog } from '../../../adapters/storage/audit/audit-log.ts'
import { holdAuthor } from '../../../adapters/storage/support/ticket-rows.ts'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { beginAdminSetup, createAdmin } from '../../../app/users/admins.ts'
import { beginReset } from '../../../app/users/passwords.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ADMIN,
  ELIF,
  send,
  sendCookie,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
} from '../../testing/user-server.ts'

const MINUTE = 60_000

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())

const refusal = async (answer: Response) => [answer.status, (await jsonOf<Refusal>(answer)).code]
const told = async (answer: Response) => [...(await refusal(answer.clone())), (await jsonOf<Refusal>(answer)).detail]
const login = (email: string, password: string) => send(server, '/api/auth/login', { email, password })
const me = async (token: string) => (await send(server, '/api/auth/me', undefined, { token })).status

test('[SEC-13] [SEC-14] a fresh database lets no admin in; the one-time address makes the first admin, once, within 15 minutes', async () => {
  for (const email of ['admin', 'admin@example.org', ADMIN.email]) {
    for (const password of ['admin', 'password', 'changeme', '', ' ', ADMIN.password]) {
      expect((await send(server, '/api/admin/auth/login', { email, password })).status).not.toBe(200)
    }
  }
  const setUp = (token: string) => send(server, '/api/admin/setup', { ...ADMIN, token })
  const late = (await beginAdminSetup(server.parts)) ?? ''
  server.clock.leap(15 * MINUTE + 1)
  expect(await told(await setUp(late))).toEqual([400, 'token-invalid', 'Bu bağlantı geçersiz ya da süresi dolmuş.'])
  const old = (await beginAdminSetup(server.parts)) ?? ''
  const token = (await beginAdminSetup(server.parts)) ?? ''
  expect(await refusal(await setUp(old))).toEqual([400, 'token-invalid'])
  const short = await send(server, '/api/admin/setup', { ...ADMIN, token, password: 'kisa-ama-iyi' })
  expect(await jsonOf<Refusal>(short)).toMatchObject({
    code: 'validation',
    fields: { password: 'Yönetici şifresi en az 15 karakter olmalı' },
  })
  const weak = await send(server, '/api/admin/setup', { ...ADMIN, token, password: 'admin-password-1' })
  expect(await told(weak)).toEqual([
    400,
    'password-weak',
    'Bu şifre çok kolay tahmin edilebilir. Lütfen en az 15 karakterlik başka bir şifre seçin.',
  ])
  const answers = await Promise.all([setUp(token), setUp(token), setUp(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400])
  expect(await beginAdminSetup(server.parts)).toBeNull()
  const answer = await send(server, '/api/admin/auth/login', ADMIN)
  expect(await jsonOf<{ user: object }>(answer)).toMatchObject({
    user: { firstName: ADMIN.firstName, lastName: ADMIN.lastName, role: 'admin' },
  })
})

test('[SEC-12] a new password needs the old password and ends every other session', async () => {
  const { token, cookie, id } = await signUp(server, 'change@example.org')
  const other = await signedIn(await login('change@example.org', ELIF.password))
  const change = (current_password: string) =>
    send(server, '/api/auth/password', { current_password, new_password: 'yepyeni bir sifre' }, { token })
  expect(await told(await change('wrong-password'))).toEqual([400, 'proof-wrong', 'Şifre ya da doğrulama kodu yanlış.'])
  expect(await me(other.token)).toBe(200)
  expect((await change(ELIF.password)).status).toBe(204)
  expect([await me(token), await me(other.token)]).toEqual([200, 401])
  expect((await sendCookie(server, '/api/auth/refresh', other.cookie)).status).toBe(401)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(200)
  expect((await login('change@example.org', ELIF.password)).status).toBe(401)
  expect((await login('change@example.org', 'yepyeni bir sifre')).status).toBe(200)
  const [line] = await server.db.query(
    "select actor_id from audit_log where action = 'password-changed' and subject_id = $1",
    [id],
  )
  expect(line).toEqual({ actor_id: id })
})

test('[SEC-74] an export has the addresses of the person, and not the addresses of admins', async () => {
  const { token, id } = await signUp(server, 'export-from@example.org')
  const admin = await signInAdmin(server, { email: 'export-admin@example.org' })
  const changed = await send(
    server,
    `/api/admin/users/${id}`,
    { is_premium: true },
    { token: admin.token, method: 'PATCH' },
  )
  expect(changed.status).toBe(200)
  const { audit } = UserExport.parse(await jsonOf(await send(server, '/api/account/export', undefined, { token })))
  const addresses = new Map(audit.map(({ action, address }) => [action, address]))
  expect(addresses.get('registered')).toEqual(expect.any(String))
  expect(addresses.get('user-changed')).toBeNull()
})

test('[SEC-53] an address that was pasted with marks of direction signs up and logs in all the same', async () => {
  const typed = '\u200epasted@example.org\u202c'
  await signUp(server, typed)
  expect((await login(typed, ELIF.password)).status).toBe(200)
  expect((await login('pasted@example.org', ELIF.password)).status).toBe(200)
})

/** Logs in and changes the account meanwhile, after the password was found right. */
async function duringLogin(email: string, change: (id: string) => Promise<unknown>): Promise<Response> {
  const beside = await startUserServer({
    beside: server,
    rateLimitScale: 1_000,
    change: ({ hashing, ...rest }) => ({
      ...rest,
      hashing: {
        shared: hashing.shared,
        admit: (by, work) => hashing.admit(by, work),
        hash: (password, by) => hashing.hash(password, by),
        async verify(password, stored, by) {
          const verdict = await hashing.verify(password, stored, by)
          const [row] = await server.db.query('select id from users where email = $1', [email])
          await change(String(row?.id))
          return verdict
        },
      },
    }),
  })
  const answer = await send(beside, '/api/auth/login', { email, password: ELIF.password })
  await beside.stop()
  return answer
}

test('[SEC-12] a login with the old password that is still being checked does not outlive the change', async () => {
  const { token } = await signUp(server, 'overtaken@example.org')
  const answer = await duringLogin('overtaken@example.org', () =>
    send(
      server,
      '/api/auth/password',
      { current_password: ELIF.password, new_password: 'yepyeni bir sifre' },
      { token },
    ),
  )
  expect(await refusal(answer)).toEqual([401, 'invalid-credentials'])
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect((await login('overtaken@example.org', 'yepyeni bir sifre')).status).toBe(200)
})

test('a login whose account is deleted or switched off while it is checked is refused, not a failure of ours', async () => {
  for (const [email, change] of [
    ['gone@example.org', 'delete from users where id = $1'],
    ['off@example.org', 'update users set is_active = false where id = $1'],
  ] as const) {
    await signUp(server, email)
    const answer = await duringLogin(email, (id) => server.db.query(change, [id]))
    expect(await refusal(answer)).toEqual([401, 'invalid-credentials'])
  }
})

test('a change whose answer was lost may be sent again: the password is new already, and is changed once', async () => {
  const { token, id } = await signUp(server, 'lost@example.org')
  const change = (current_password: string, new_password: string) =>
    send(server, '/api/auth/password', { current_password, new_password }, { token })
  expect((await change(ELIF.password, 'yepyeni bir sifre')).status).toBe(204)
  expect((await change(ELIF.password, 'yepyeni bir sifre')).status).toBe(204)
  expect(await refusal(await change(ELIF.password, 'bambaska bir sifre'))).toEqual([400, 'proof-wrong'])
  const changes = "select count(*)::int as made from audit_log where action = 'password-changed' and subject_id = $1"
  expect(await server.db.query(changes, [id])).toEqual([{ made: 1 }])
  // Two minutes later a call is no repetition of the first, and the current password is needed.
  await server.db.query("update users set password_changed_at = now() - interval '2 minutes' where id = $1", [id])
  expect(await refusal(await change(ELIF.password, 'yepyeni bir sifre'))).toEqual([400, 'proof-wrong'])
  expect((await login('lost@example.org', 'yepyeni bir sifre')).status).toBe(200)
})

test('only one of two changes of a password at once is made', async () => {
  const { token } = await signUp(server, 'twice@example.org')
  const change = (new_password: string) =>
    send(server, '/api/auth/password', { current_password: ELIF.password, new_password }, { token })
  const answers = await Promise.all([change('birinci yeni sifre'), change('ikinci yeni sifre')])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
})

test('[SEC-17] the holder of a token guesses the password no faster than at the login', async () => {
  const { token } = await signUp(server, 'stolen@example.org')
  const statuses: number[] = []
  for (let at = 0; at < 8; at++)
    statuses.push((await send(server, '/api/auth/proof', { password: `wrong-${at}` }, { token })).status)
  expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 429])
})

test.each(['/api/auth/reset', '/api/admin/auth/reset'])(
  '%s gives an admin a new password, never a weak one, and logs nobody in',
  async (path) => {
    const email = `${path.split('/').join('.').slice(1)}@example.org`
    await createAdmin(server.parts, { ...ADMIN, email })
    const token = (await beginReset(server.parts, email))[0]?.token ?? ''
    const reset = (password: string) => send(server, path, { token, password })
    expect(await refusal(await reset('kisa-ama-iyi'))).toEqual([400, 'password-weak'])
    const answer = await reset('yine yeni bir cümle')
    expect([answer.status, answer.headers.get('set-cookie'), await answer.text()]).toEqual([204, null, ''])
    expect((await send(server, '/api/admin/auth/login', { email, password: 'yine yeni bir cümle' })).status).toBe(200)
    expect(await refusal(await reset('ve yine yeni bir cümle'))).toEqual([400, 'token-invalid'])
  },
)

test('a one-time address gives a new password, once, within 15 minutes, and ends every session', async () => {
  const { token } = await signUp(server, 'reset@example.org')
  const begin = async () => (await beginReset(server.parts, 'RESET@example.org'))[0]?.token ?? ''
  const reset = (one: string) => send(server, '/api/auth/reset', { token: one, password: 'yine yeni bir sifre' })
  const old = await begin()
  const late = await begin()
  expect(await refusal(await reset(old))).toEqual([400, 'token-invalid'])
  server.clock.leap(15 * MINUTE + 1)
  expect(await refusal(await reset(late))).toEqual([400, 'token-invalid'])
  const good = await begin()
  const fresh = await signedIn(await login('reset@example.org', ELIF.password))
  const answers = await Promise.all([reset(good), reset(good)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
  server.clock.leap(2_000)
  expect([await me(token), await me(fresh.token)]).toEqual([401, 401])
  expect((await login('reset@example.org', 'yine yeni bir sifre')).status).toBe(200)
  expect(await beginReset(server.parts, 'nobody@example.org')).toEqual([])
})

/** A ticket of the user with one message; their ids are `ticket-of-` and `message-of-` plus the name. */
async function plantTicket(userId: string, name: string): Promise<void> {
  await server.db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
      values ($2, $1, 'Başlık', 'Metin', 'genel', 'low', 'open', now(), now())`,
    [userId, `ticket-of-${name}`],
  )
  await server.db.query(
    `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
      values ($3, $2, $1, false, 'Elif Yılmaz', 'Yanıt', now())`,
    [userId, `ticket-of-${name}`, `message-of-${name}`],
  )
}

test('[SEC-74] the export has everything of the person and no secret', async () => {
  const { id, token } = await signUp(server, 'export@example.org')
  await plantTicket(id, 'elif')
  await plantKey(id, 'key-of-elif')
  await server.db.query(
    `insert into trades (id, user_id, opportunity_id, mode, source, world, name, amount, plan, keys, started_at)
      values ('trade-of-elif', $1, 'spot.SOL-USDT.okx.binance', 'spot', 'demo', 'demo', 'SOL/USDT', '100', '{}', '[]', now())`,
    [id],
  )
  const answer = await send(server, '/api/account/export', undefined, { token })
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const text = await answer.text()
  const copy = UserExport.parse(JSON.parse(text))
  expect(copy.account).toMatchObject({ email: 'export@example.org', firstName: 'Elif', phoneNumber: '+905551112233' })
  expect([copy.is_complete, copy.sessions.length]).toEqual([true, 1])
  expect(copy.api_keys).toMatchObject([{ exchange_name: 'okx', api_key_masked: 'abcd••••wxyz' }])
  expect(copy.tickets).toMatchObject([{ title: 'Başlık', messages: [{ message: 'Yanıt' }] }])
  expect(copy.trades).toMatchObject([{ id: 'trade-of-elif', amount: '100', outcome: null, orders: [] }])
  expect(copy.audit.map(({ action }) => action)).toEqual(['login', 'registered'])
  const rows = await server.db.query(
    'select s.id, u.password_hash from sessions s join users u on u.id = s.user_id where u.id = $1',
    [id],
  )
  for (const secret of [...rows.flatMap((row) => Object.values(row)), 'sealed-secret', 'argon2'])
    expect(text.includes(String(secret))).toBe(false)
})

test('[SEC-74] an export that cannot tell everything says so', async () => {
  const { id, token } = await signUp(server, 'much@example.org')
  await plantTicket(id, 'much')
  await server.db.query(
    `insert into ticket_messages (id, ticket_id, author_id, is_admin, sender_name, message, created_at)
      select 'much-' || n, 'ticket-of-much', $1, false, 'Elif', 'Yanıt', now() from generate_series(1, 20000) n`,
    [id],
  )
  const { is_complete, tickets } = UserExport.parse(
    await (await send(server, '/api/account/export', undefined, { token })).json(),
  )
  expect(is_complete).toBe(false)
  expect(tickets[0]?.messages).toHaveLength(20_000)
})

test('[SEC-74] [SEC-48] deleting the account erases the person; tickets are closed, and kept without an identity', async () => {
  const { id, token, cookie } = await signUp(server, 'gone@example.org')
  await plantTicket(id, 'gone')
  await plantKey(id, 'key-of-gone')
  const remove = (password: string) => send(server, '/api/account', { password }, { method: 'DELETE', token })
  expect(await refusal(await remove('wrong-password'))).toEqual([400, 'proof-wrong'])
  expect((await remove(ELIF.password)).status).toBe(204)
  server.clock.leap(2_000)
  expect(await me(token)).toBe(401)
  expect((await sendCookie(server, '/api/auth/refresh', cookie)).status).toBe(401)
  expect((await login('gone@example.org', ELIF.password)).status).toBe(401)
  const left = await server.db.query(
    `select t.user_id, t.status, t.closed_at is not null as closed, t.waiting_since, m.author_id, m.sender_name from tickets t join ticket_messages m on m.ticket_id = t.id
      where t.id = 'ticket-of-gone'`,
  )
  expect(left).toEqual([
    { user_id: null, status: 'closed', closed: true, waiting_since: null, author_id: null, sender_name: '' },
  ])
  expect(await server.db.query("select exchange from deleted_keys where id = 'key-of-gone'")).toEqual([
    { exchange: 'okx' },
  ])
  expect(await server.db.query("select 1 from exchange_keys where id = 'key-of-gone'")).toEqual([])
  for (const table of ['users', 'sessions', 'audit_log', 'tickets', 'ticket_messages', 'attempts']) {
    const rows = JSON.stringify(await server.db.query(`select * from ${table}`))
    expect([table, /gone@example\.org/.test(rows)]).toEqual([table, false])
  }
  // The e-mail address is free again.
  await signUp(server, 'gone@example.org')
})

test('neither account nor key is deleted while a trade runs with it', async () => {
  const { id, token } = await signUp(server, 'busy@example.org')
  await plantKey(id, 'key-of-busy', 'okx')
  await plantKey(id, 'spare-of-busy', 'bybit')
  await server.db.query(
    `insert into trades (id, user_id, opportunity_id, mode, source, world, name, amount, plan, keys, started_at)
      values ('trade-of-busy', $1, 'spot.SOL-USDT.okx.binance', 'spot', 'demo', 'demo', 'SOL/USDT', '200', '{}', $2, now())`,
    [id, JSON.stringify([{ recordId: 'key-of-busy', name: 'OKX' }])],
  )
  const removeKey = (key: string) => send(server, `/api/api-keys/${key}`, undefined, { method: 'DELETE', token })
  const removeUser = () => send(server, '/api/account', { password: ELIF.password }, { method: 'DELETE', token })
  const refused = async (answer: Response) => [answer.status, (await jsonOf<Refusal>(answer)).detail]
  expect(await refused(await removeKey('key-of-busy'))).toEqual([
    409,
    'SOL/USDT işleminiz bu bağlantıyla sürüyor. Bittiğinde kaldırabilirsiniz; şimdi kaldırılırsa borsada açık kalan taraf kapatılamaz.',
  ])
  expect(await refused(await removeUser())).toEqual([
    409,
    'SOL/USDT işleminiz sürüyor. Bittiğinde hesabınızı silebilirsiniz; şimdi silinirse borsada açık kalan taraf kapatılamaz.',
  ])
  expect((await removeKey('spare-of-busy')).status).toBe(204)
  expect(await server.db.query('select id from exchange_keys where user_id = $1', [id])).toEqual([
    { id: 'key-of-busy' },
  ])
  await server.db.query("update trades set outcome = 'complete', ended_at = now() where id = 'trade-of-busy'")
  expect((await removeKey('key-of-busy')).status).toBe(204)
  expect((await removeUser()).status).toBe(204)
})

test('[SEC-74] a reply that is being written while its author leaves keeps no name; to leave twice at once is to leave once', async () => {
  const { id, token } = await signUp(server, 'leaving@example.org')
  await plantTicket(id, 'leaving')
  const remove = () => send(server, '/api/account', { password: ELIF.password }, { method: 'DELETE', token })
  const leaving: Promise<Response>[] = []
  await server.db.database.transact(async (statements) => {
    await holdAuthor(statements, id)
    leaving.push(remove(), remove())
    // By then both calls wait for the lock, or have been answered.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await statements.execute(sql`insert into ticket_messages values
      ('late-reply', 'ticket-of-leaving', ${id}, false, 'Elif', 'hello', now())`)
  })
  const answers = await Promise.all(leaving)
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
  const [reply] = await server.db.query("select author_id, sender_name from ticket_messages where id = 'late-reply'")
  expect(reply).toEqual({ author_id: null, sender_name: '' })
  const gone = await server.db.query("select 1 from audit_log where action = 'account-deleted' and subject_id = $1", [
    id,
  ])
  expect(gone).toHaveLength(1)
})

test('[SEC-65] [SEC-67] admins read the audit log a page at a time; nothing in it is broken', async () => {
  const { token } = await signInAdmin(server, { email: 'second@example.org' })
  const page = (query: string) => send(server, `/api/admin/audit${query}`, undefined, { token })
  const first = await page('?limit=2')
  const rows = AuditRow.array().parse(await first.json())
  expect([rows.length, Number(first.headers.get('x-total-count')) > 2]).toEqual([2, true])
  expect(rows[0]).toMatchObject({ action: 'login', actor_kind: 'admin' })
  const [next] = AuditRow.array().parse(await (await page('?limit=1&skip=1')).json())
  expect(next).toEqual(rows[1])
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?skip=-1',
    '?skip=1000001',
    '?limit=1.5',
    '?limit=',
    '?limit=1&limit=2',
  ])
    expect([query, (await page(query)).status]).toEqual([query, 400])
  expect(await server.db.database.run((statements) => verifyAuditLog(statements))).toMatchObject({ kind: 'intact' })
})

/** A row of `exchange_keys` for a connected exchange. */
async function plantKey(userId: string, id: string, exchange: 'okx' | 'bybit' = 'okx'): Promise<void> {
  await server.db.query(
    `insert into exchange_keys (id, user_id, exchange, is_testnet, name, masked_key, sealed_key, sealed_secret,
      sealed_data_key, key_id, format_version, status, permissions, created_at, updated_at)
      values ($1, $2, $4, true, 'OKX', 'abcd••••wxyz', 'sealed-secret', 'sealed-secret', 'sealed-secret', $3, 1,
      'connected', '{"read":true}', now(), now())`,
    [id, userId, server.keys.id, exchange],
  )
}
