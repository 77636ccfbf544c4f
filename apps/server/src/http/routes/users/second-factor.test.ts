import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { createAdmin } from '../../../app/users/admins.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import {
  ADMIN,
  ELIF,
  type SignedIn,
  send,
  sendCookie,
  signedIn,
  signInAdmin,
  signUp,
  startUserServer,
} from '../../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() + steps * 30_000 })
const refusal = async (answer: Response) => [answer.status, (await jsonOf<Refusal>(answer)).code]
const told = async (answer: Response) => [...(await refusal(answer.clone())), (await jsonOf<Refusal>(answer)).detail]
const login = (email: string, totp?: string) =>
  send(server, '/api/auth/login', { email, password: ELIF.password, ...(totp === undefined ? {} : { totp }) })

test('[SEC-10] a code of a replaced secret switches nothing on', async () => {
  const one = await signUp(server, 'twice@example.org')
  const begin = async () =>
    (
      await jsonOf<{ secret: string }>(
        await send(server, '/api/auth/totp', undefined, { method: 'POST', token: one.token }),
      )
    ).secret
  const first = await begin()
  const { totp } = server.parts
  const confirm = totp.confirm.bind(totp)
  // Runs between the check of the code and the statement that switches the second factor on.
  const later = { value: '' }
  Object.assign(totp, {
    confirm: async (...given: Parameters<typeof confirm>) => {
      later.value = await begin()
      return confirm(...given)
    },
  })
  const answer = await send(server, '/api/auth/totp/confirm', { code: codeOf(first) }, { token: one.token })
  expect(await told(answer)).toEqual([409, 'conflict', 'Bu işlem kaydın şu anki durumuyla çelişiyor.'])
  Object.assign(totp, { confirm })
  expect((await login('twice@example.org')).status).toBe(200)
  const good = await send(server, '/api/auth/totp/confirm', { code: codeOf(later.value) }, { token: one.token })
  expect(good.status).toBe(200)
})

test('[SEC-47] the holder of a token alone locks nobody out: to begin a second factor needs a recent password', async () => {
  const { token } = await signUp(server, 'stolen@example.org')
  const begin = () => send(server, '/api/auth/totp', undefined, { method: 'POST', token })
  server.clock.leap(10 * 60_000 + 1_000)
  expect(await refusal(await begin())).toEqual([403, 'proof-required'])
  expect((await send(server, '/api/auth/proof', { password: ELIF.password }, { token })).status).toBe(204)
  expect((await begin()).status).toBe(200)
})

/** An account with the second factor switched on. */
async function protectedUser(email: string): Promise<SignedIn & { secret: string; codes: string[] }> {
  const one = await signUp(server, email)
  const begun = await send(server, '/api/auth/totp', undefined, { method: 'POST', token: one.token })
  const { secret, otpauth_url } = await jsonOf<{ secret: string; otpauth_url: string }>(begun)
  expect(otpauth_url).toContain(`secret=${secret}`)
  const confirmed = await send(server, '/api/auth/totp/confirm', { code: codeOf(secret) }, { token: one.token })
  const { recovery_codes: codes } = await jsonOf<{ recovery_codes: string[] }>(confirmed)
  server.clock.leap(60_000)
  return { ...one, secret, codes }
}

test('[SEC-10] once switched on, the login asks for a code; a code works once, and one step early or late', async () => {
  const { secret } = await protectedUser('totp@example.org')
  expect(await told(await login('totp@example.org'))).toEqual([401, 'totp-required', 'Doğrulama kodunu girin.'])
  const wrongCode = await login('totp@example.org', '000000')
  expect(await told(wrongCode)).toEqual([401, 'totp-wrong', 'Doğrulama kodu geçersiz.'])
  expect(await refusal(await login('totp@example.org', codeOf(secret, 3)))).toEqual([401, 'totp-wrong'])
  expect(await refusal(await login('totp@example.org', codeOf(secret, -2)))).toEqual([401, 'totp-wrong'])
  server.clock.leap(3_600_000)
  const code = codeOf(secret, -1)
  expect((await login('totp@example.org', code)).status).toBe(200)
  expect(await refusal(await login('totp@example.org', code))).toEqual([401, 'totp-wrong'])
  expect((await login('totp@example.org', codeOf(secret))).status).toBe(200)
  // A code of an earlier step than a used one is refused too.
  expect(await refusal(await login('totp@example.org', code))).toEqual([401, 'totp-wrong'])
  expect((await login('totp@example.org', codeOf(secret, 1))).status).toBe(200)
  // The right password alone is refused, and so is a wrong one with a right code.
  server.clock.leap(3_600_000)
  const wrong = { email: 'totp@example.org', password: 'wrong-password', totp: codeOf(secret) }
  expect(await refusal(await send(server, '/api/auth/login', wrong))).toEqual([401, 'invalid-credentials'])
})

test('[SEC-10] a right code is accepted however a program copies it, and a malformed code counts as no failure', async () => {
  const { token } = await signUp(server, 'copied@example.org')
  const begun = await send(server, '/api/auth/totp', undefined, { method: 'POST', token })
  const { secret } = await jsonOf<{ secret: string }>(begun)
  const wide = [...codeOf(secret)].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join('')
  const confirmed = await send(server, '/api/auth/totp/confirm', { code: `\u200b${wide}` }, { token })
  expect(confirmed.status).toBe(200)
  for (const between of ['\u00a0', '\u202f', '-', '–', ' ']) {
    server.clock.leap(30_000)
    const code = codeOf(secret)
    expect((await login('copied@example.org', `${code.slice(0, 3)}${between}${code.slice(3)}\u200b`)).status).toBe(200)
  }
  const refused = await login('copied@example.org', '12345ş')
  expect([refused.status, (await jsonOf<Refusal>(refused)).fields]).toEqual([
    400,
    { totp: 'Geçerli bir değer değil: “ş” kullanılamaz.' },
  ])
  server.clock.leap(30_000)
  const user = await jsonOf<{ user: object }>(await login('copied@example.org', codeOf(secret)))
  expect(user).toMatchObject({ user: { failed_logins_since: 0 } })
})

test('[SEC-10] a code opens once, however many requests send it at the same time', async () => {
  const { secret } = await protectedUser('once@example.org')
  const code = codeOf(secret)
  const answers = await Promise.all(Array.from({ length: 4 }, () => login('once@example.org', code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('[SEC-10] ten recovery codes, each once, stored hashed; the secret is stored sealed', async () => {
  const { codes, secret, id } = await protectedUser('recovery@example.org')
  expect(new Set(codes).size).toBe(10)
  const [first = '', second = ''] = codes
  expect(first).toMatch(/^[a-z1-9]{4}(-[a-z1-9]{4}){3}$/)
  expect((await login('recovery@example.org', first)).status).toBe(200)
  expect(await refusal(await login('recovery@example.org', first))).toEqual([401, 'totp-wrong'])
  expect((await login('recovery@example.org', second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  const rows = await server.db.query(
    'select u.*, r.code_hash from users u join recovery_codes r on r.user_id = u.id where u.id = $1',
    [id],
  )
  const stored = JSON.stringify(rows)
  const raw = Buffer.from(Secret.fromBase32(secret).bytes)
  for (const plain of [
    secret,
    raw.toString('hex'),
    raw.toString('base64'),
    ...codes,
    ...codes.map((one) => one.replaceAll('-', '')),
  ])
    expect(stored.includes(plain)).toBe(false)
})

test('[SEC-10] a sealed secret that is copied to another account does not open', async () => {
  const { id } = await protectedUser('from@example.org')
  const { id: other, secret } = await protectedUser('to@example.org')
  await server.db.query('update users set totp_secret = (select totp_secret from users where id = $1) where id = $2', [
    id,
    other,
  ])
  expect((await login('to@example.org', codeOf(secret))).status).toBe(500)
  await server.db.query('delete from users where id = $1', [other])
})

test('switching it off wants password and code; twice or without one begun it is a conflict', async () => {
  const { token, secret } = await protectedUser('off@example.org')
  const off = (body: object) => send(server, '/api/auth/totp', body, { method: 'DELETE', token })
  expect(await refusal(await send(server, '/api/auth/totp', undefined, { method: 'POST', token }))).toEqual([
    409,
    'conflict',
  ])
  expect(await refusal(await off({ password: 'wrong-password', totp: codeOf(secret) }))).toEqual([400, 'proof-wrong'])
  expect(await refusal(await off({ password: ELIF.password, totp: '123' }))).toEqual([400, 'proof-wrong'])
  expect((await off({ password: ELIF.password, totp: codeOf(secret) })).status).toBe(204)
  expect(await refusal(await off({ password: ELIF.password, totp: codeOf(secret) }))).toEqual([409, 'conflict'])
  expect((await login('off@example.org')).status).toBe(200)
})

test('[SEC-47] with a second factor, what gives everything away wants a proof of the last ten minutes', async () => {
  const { secret } = await protectedUser('proof@example.org')
  const { token } = await signedIn(await login('proof@example.org', codeOf(secret)))
  const exported = () => send(server, '/api/account/export', undefined, { token })
  expect((await exported()).status).toBe(200)
  server.clock.leap(10 * 60_000 + 1_000)
  expect(await refusal(await exported())).toEqual([403, 'proof-required'])
  const prove = (body: object) => send(server, '/api/auth/proof', body, { token })
  expect(await refusal(await prove({}))).toEqual([400, 'proof-wrong'])
  expect(await refusal(await prove({ password: 'wrong-password' }))).toEqual([400, 'proof-wrong'])
  expect(await refusal(await exported())).toEqual([403, 'proof-required'])
  expect((await prove({ totp: codeOf(secret) })).status).toBe(204)
  expect((await exported()).status).toBe(200)
})

test('[SEC-95] where the market is not the demo one admins must have it unless the setting says otherwise', async () => {
  const mustHave = async (adminTotp: 'optional' | 'required' | null, source: 'live' | 'demo' | 'replay') => {
    const one = await startUserServer({ beside: server, rateLimitScale: 1_000, adminTotp, source })
    one.clock.leap(server.clock.now() - one.clock.now())
    const email = `${adminTotp}-${source}@example.org`
    await createAdmin(server.parts, { ...ADMIN, email })
    const { token } = await signedIn(await send(one, '/api/admin/auth/login', { ...ADMIN, email }))
    const { status } = await send(one, '/api/admin/dashboard/stats', undefined, { token })
    await one.stop()
    return status === 403
  }
  expect([await mustHave(null, 'live'), await mustHave(null, 'replay'), await mustHave(null, 'demo')]).toEqual([
    true,
    true,
    false,
  ])
  expect([await mustHave('optional', 'live'), await mustHave('required', 'demo')]).toEqual([false, true])
})

test('[SEC-95] what changes others wants a proof of the last ten minutes from an admin; stopping trading never does', async () => {
  const email = 'eski-giris@example.org'
  const login = await signInAdmin(server, { email })
  const { cookie } = login
  let { token } = login
  const { id: user } = await signUp(server, 'degisen@example.org')
  const article = { title: 'Başlık', content: 'Metin', category: 'genel', order: 1, is_published: true }
  const { id } = await jsonOf<{ id: string }>(await send(server, '/api/admin/help-articles', article, { token }))
  const ask = (method: string, path: string, body?: object) => send(server, path, body, { token, method })
  const deeds = [
    () => ask('PATCH', `/api/admin/users/${user}`, { is_premium: true }),
    () => ask('PATCH', `/api/admin/users/${user}`, { is_active: false }),
    () => ask('PUT', '/api/admin/trading', { is_stopped: false }),
    () => ask('POST', '/api/admin/help-articles', article),
    () => ask('PATCH', `/api/admin/help-articles/${id}`, { title: 'Yeni' }),
    () => ask('DELETE', `/api/admin/help-articles/${id}`),
  ]
  // A login is a proof, also for the tokens of its renewals.
  for (const deed of deeds.slice(0, -1)) expect((await deed()).ok).toBe(true)
  server.clock.leap(9 * 60_000)
  token = (await jsonOf<{ access_token: string }>(await sendCookie(server, '/api/admin/auth/refresh', cookie)))
    .access_token
  expect((await deeds[0]?.())?.ok).toBe(true)
  server.clock.leap(61_000)
  for (const deed of deeds) expect(await refusal(await deed())).toEqual([403, 'proof-required'])
  expect((await ask('GET', `/api/admin/users/${user}`)).ok).toBe(true)
  expect((await ask('PUT', '/api/admin/trading', { is_stopped: true })).ok).toBe(true)
  expect((await ask('POST', '/api/admin/auth/proof', { password: ADMIN.password })).status).toBe(204)
  for (const deed of deeds) expect((await deed()).ok).toBe(true)
})

test('[SEC-96] the right password without its code, or with a wrong one, leaves a line in the audit log', async () => {
  const { id, secret } = await protectedUser('half@example.org')
  expect(await refusal(await login('half@example.org'))).toEqual([401, 'totp-required'])
  expect(await refusal(await login('half@example.org', '000000'))).toEqual([401, 'totp-wrong'])
  server.clock.leap(60_000)
  expect((await login('half@example.org', codeOf(secret))).status).toBe(200)
  const lines = await server.db.query(
    `select action, detail from audit_log where subject_id = $1 and action like 'login%' order by seq desc limit 3`,
    [id],
  )
  expect(lines).toEqual([
    { action: 'login', detail: expect.anything() },
    { action: 'login-failed', detail: { password_right: true } },
    { action: 'login-code-wanted', detail: {} },
  ])
})

test('nobody is thrown out, and no foreign key tried, with a token alone', async () => {
  const { token } = await signUp(server, 'thrown-out@example.org')
  const end = (path = '') => send(server, `/api/account/sessions${path}`, undefined, { method: 'DELETE', token })
  expect((await end()).status).toBe(204)
  const guarded = await protectedUser('tried@example.org')
  server.clock.leap(10 * 60_000 + 1_000)
  expect(await refusal(await end())).toEqual([403, 'proof-required'])
  expect(await refusal(await end('/somebody'))).toEqual([403, 'proof-required'])
  const tried = { exchange: 'binance', apiKey: 'a'.repeat(64), secretKey: 'b'.repeat(64), testMode: false }
  const answer = await send(server, '/api/validate-exchange-credentials', tried, { token: guarded.token })
  expect(await refusal(answer)).toEqual([403, 'proof-required'])
  expect((await send(server, '/api/auth/proof', { password: ELIF.password }, { token })).status).toBe(204)
  expect((await end()).status).toBe(204)
})

test('[SEC-10] where admins must have a second factor, an admin without it can only set it up', async () => {
  const strict = await startUserServer({ beside: server, rateLimitScale: 1_000, adminTotp: 'required' })
  strict.clock.leap(server.clock.now() - strict.clock.now())
  await createAdmin(server.parts, ADMIN)
  const login = await send(strict, '/api/admin/auth/login', ADMIN)
  expect(await jsonOf(login.clone())).toMatchObject({ user: { totp_enabled: false, must_set_up_totp: true } })
  const { token } = await signedIn(login)
  const me = async () => jsonOf(await send(strict, '/api/admin/auth/me', undefined, { token }))
  const audit = () => send(strict, '/api/admin/audit', undefined, { token })
  expect(await told(await audit())).toEqual([
    403,
    'totp-setup-required',
    'Devam etmek için önce iki adımlı doğrulamayı açın.',
  ])
  const begun = await send(strict, '/api/admin/auth/totp', undefined, { method: 'POST', token })
  const { secret } = await jsonOf<{ secret: string }>(begun)
  const confirmed = await send(strict, '/api/admin/auth/totp/confirm', { code: codeOf(secret) }, { token })
  expect(confirmed.status).toBe(200)
  expect((await audit()).status).toBe(200)
  expect(await me()).toMatchObject({ totp_enabled: true, must_set_up_totp: false })
  const optional = await signedIn(await send(server, '/api/admin/auth/login', { ...ADMIN, totp: codeOf(secret, 1) }))
  expect(await jsonOf(await send(server, '/api/admin/auth/me', undefined, optional))).toMatchObject({
    must_set_up_totp: false,
  })
  await strict.stop()
})
