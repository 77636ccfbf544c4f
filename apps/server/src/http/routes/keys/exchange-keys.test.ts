import { KeyRecords } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import type { TestAccount } from '../../../simulator/index.ts'
import { startKeyServer } from '../../testing/key-server.ts'
import { backupText, databaseFiles, secretsIn, walPlace } from '../../testing/secret-search.ts'
import { jsonOf, type Refusal } from '../../testing/test-server.ts'
import { ELIF, type SignedIn, send, signUp } from '../../testing/user-server.ts'

const KEYS = '/api/api-keys'
const TRY = '/api/validate-exchange-credentials'
const MAY_WITHDRAW =
  'Bu anahtarın para çekme izni açık ya da izni okunamadı. Borsada çekim (ve varsa transfer) iznini kapatıp yeniden deneyin.'

let user: SignedIn
let users = 0
/** Bodies of all answers. */
const answered: string[] = []
const server = await startKeyServer(1_000)
afterFile(() => server.stop())
/** Where this test begins in the database's write-ahead log. */
const firstWal = await walPlace(server.db)
beforeEach(async () => {
  user = await signUp(server, `keys-${++users}@example.org`)
})
afterEach(() => server.simulator.clearFaults())

async function ask(path: string, body?: unknown, { token = user.token, method = '' } = {}) {
  const answer = await send(server, path, body, { token, ...(method === '' ? {} : { method }) })
  const text = await answer.text()
  answered.push(`${[...answer.headers].join('\n')}\n${text}`)
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>) }
}
const account = (exchange: TestAccount['exchange'], name: string) => server.simulator.account(exchange, name)
const bodyOf = ({ exchange, apiKey, secret, passphrase, world }: TestAccount) => ({
  exchange_name: exchange,
  api_key: apiKey,
  api_secret: secret,
  testnet: world === 'test',
  ...(passphrase === null ? {} : { passphrase }),
})
const tryBodyOf = ({ exchange, apiKey, secret, passphrase, world }: TestAccount) => ({
  exchange,
  apiKey,
  secretKey: secret,
  passphrase: passphrase ?? '',
  testMode: world === 'test',
})
const add = (one: TestAccount, token = user.token) => ask(KEYS, bodyOf(one), { token })
const idOf = async (one: TestAccount, token = user.token) => String((await add(one, token)).body?.id)
const list = async (token = user.token) => KeyRecords.parse((await ask(KEYS, undefined, { token })).body)

test('[CALL-10] [CALL-11] [ENT-03] keys of all four exchanges are stored, listed, and shown with the user', async () => {
  for (const exchange of EXCHANGES) {
    const one = account(exchange, 'trader')
    const { status, body } = await add(one)
    expect([exchange, status]).toEqual([exchange, 201])
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      exchange_name: exchange,
      name: expect.any(String),
      api_key_masked: `${one.apiKey.slice(0, 4)}••••••••${one.apiKey.slice(-4)}`,
      is_valid: true,
      testnet: false,
      is_demo: false,
      status: 'connected',
      last_checked: expect.stringMatching(/Z$/),
      permissions: {
        read: true,
        spot_trade: true,
        futures_trade: exchange !== 'kraken',
        withdraw: false,
        transfer: false,
      },
      balance: expect.objectContaining({ BTC: expect.stringMatching(/^\d+(\.\d+)?$/) }),
    })
  }
  const keys = await list()
  expect(keys.map((key) => key.exchange_name)).toEqual([...EXCHANGES])
  const { body } = await ask('/api/auth/me')
  expect(body?.apiKeys).toEqual(keys)
})

test('a live key is refused for a weak password of the account, which the answer says; a key of a test network is not', async () => {
  const email = 'weak@example.org'
  const joined = await send(server, '/api/auth/register', {
    ...ELIF,
    email,
    password: 'password1',
    confirmPassword: 'password1',
  })
  const token = String((await jsonOf<{ access_token: string }>(joined)).access_token)
  const live = await add(account('okx', 'trader'), token)
  expect([live.status, live.body?.code, live.body?.detail]).toEqual([
    400,
    'password-weak',
    'Hesap şifreniz zayıf olduğu için canlı borsa anahtarı eklenemez. Önce hesap sayfasından şifrenizi değiştirin, sonra yeniden deneyin.',
  ])
  expect((await add(account('okx', 'tester'), token)).status).toBe(201)
})

test('[S7] a key that is sent again under its Idempotency-Key is the same key, and nothing of it is kept beside it', async () => {
  const one = account('okx', 'trader')
  const sent = async (body: object, token = user.token) => {
    const answer = await send(server, KEYS, body, { token, headers: { 'idempotency-key': 'wizard-1' } })
    const text = await answer.text()
    answered.push(text)
    return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> }
  }
  const [first, second] = await Promise.all([sent(bodyOf(one)), sent(bodyOf(one))])
  expect([first.status, second.status, await sent(bodyOf(one))]).toEqual([201, 201, first])
  expect(second).toEqual(first)
  expect((await list()).map(({ id }) => id)).toEqual([first.body.id])
  const trail = await server.db.query(
    `select (select count(*)::int from audit_log where actor_id = $1 and action = 'key-added') as added,
      (select count(*)::int from deleted_keys where id in (select subject_id from audit_log where actor_id = $1)) as gone`,
    [user.id],
  )
  expect(trail).toEqual([{ added: 1, gone: 0 }])
  const mismatch = { status: 409, body: { code: 'idempotency-mismatch' } }
  expect(await sent({ ...bodyOf(one), api_secret: account('okx', 'reader').secret })).toMatchObject(mismatch)
  const kept = await server.db.query('select * from idempotency_keys where actor = $1', [user.id])
  expect(kept).toHaveLength(1)
  for (const value of [one.apiKey, one.secret, one.passphrase ?? one.secret])
    expect(JSON.stringify(kept)).not.toContain(value)
  expect((await ask('/api/account', { password: ELIF.password }, { method: 'DELETE' })).status).toBe(204)
  expect(await server.db.query('select 1 from idempotency_keys where actor = $1', [user.id])).toEqual([])
})

test('[VALID-10] a passphrase goes to OKX; for any other exchange it reaches neither the vault nor the database', async () => {
  const asked = vi.spyOn(server.vault, 'ask')
  const sealed = vi.spyOn(server.vault, 'seal')
  for (const exchange of EXCHANGES) {
    const one = account(exchange, 'trader')
    const typed = exchange === 'okx' ? one.passphrase : 'typed-by-mistake'
    expect((await ask(TRY, { ...tryBodyOf(one), passphrase: typed })).body).toMatchObject({ success: true })
    const { status, body } = await ask(KEYS, { ...bodyOf(one), passphrase: typed })
    expect([exchange, status]).toEqual([exchange, 201])
    const passed = [...asked.mock.calls, ...sealed.mock.calls].map(([, material]) => material.passphrase)
    expect([exchange, passed]).toEqual([exchange, passed.map(() => (exchange === 'okx' ? one.passphrase : null))])
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(sealed).toHaveBeenCalledTimes(1)
    const [kept] = await server.db.query(
      'select sealed_passphrase is null as has_none from exchange_keys where id = $1',
      [body?.id],
    )
    expect([exchange, kept]).toEqual([exchange, { has_none: exchange !== 'okx' }])
    asked.mockClear()
    sealed.mockClear()
  }
  vi.restoreAllMocks()
})

test('[SEC-45] a key that may withdraw is refused in Turkish, and nothing is stored', async () => {
  for (const exchange of EXCHANGES)
    for (const name of ['withdrawer', 'unclear'])
      expect(await add(account(exchange, name))).toEqual({
        status: 400,
        body: {
          detail: MAY_WITHDRAW,
          code: 'withdraw-enabled',
        },
      })
  expect(await list()).toEqual([])
})

test('[ERR-06] a refused key is an answer without an id; an exchange that is away is a failure', async () => {
  const one = account('okx', 'trader')
  const wrong = { ...one, secret: account('okx', 'reader').secret }
  const refused = { id: null, is_valid: false, permissions: {} }
  expect(await add(wrong)).toEqual({ status: 200, body: refused })
  for (const exchange of EXCHANGES)
    expect(await add(account(exchange, 'expired'))).toEqual({ status: 200, body: refused })
  server.simulator.script({ kind: 'maintenance', exchange: 'okx', ms: 60_000 })
  const away = {
    status: 503,
    body: {
      code: 'exchange-unreachable',
      detail: 'Borsaya şu anda ulaşılamıyor. Hiçbir şey kaydedilmedi; lütfen biraz sonra yeniden deneyin.',
    },
  }
  expect([await add(one), await ask(TRY, tryBodyOf(one))]).toEqual([away, away])
  expect(await list()).toEqual([])
})

test('[CALL-14] [ERR-09] trying a key stores nothing and says what is wrong with it', async () => {
  expect(await ask(TRY, tryBodyOf(account('bybit', 'trader')))).toEqual({
    status: 200,
    body: { success: true, message: 'API anahtarları başarıyla doğrulandı' },
  })
  const cases = [
    [account('bybit', 'withdrawer'), MAY_WITHDRAW],
    [account('okx', 'bound-elsewhere'), 'API anahtarı bu sunucunun IP adresine izin vermiyor.'],
    [{ ...account('okx', 'trader'), passphrase: 'wrong' }, 'Passphrase yanlış.'],
    [{ ...account('kraken', 'trader'), secret: account('kraken', 'reader').secret }, 'Secret Key yanlış.'],
    [{ ...account('kraken', 'trader'), secret: 'not base64 at all'.replaceAll(' ', '!') }, 'Secret Key yanlış.'],
    [{ ...account('okx', 'tester'), world: 'live' as const }, 'API anahtarı diğer ağa (canlı ya da test) ait.'],
  ] as const
  for (const [one, error] of cases)
    expect(await ask(TRY, tryBodyOf(one))).toEqual({ status: 200, body: { success: false, error } })
  expect(await list()).toEqual([])
})

test('[VALID-12] a malformed key is refused in the words of the specification, and no exchange is asked', async () => {
  const before = server.simulator.counters.requests
  const good = bodyOf(account('binance', 'trader'))
  const cases: readonly (readonly [object, string, string])[] = [
    [{ ...good, exchange_name: 'mtgox' }, 'exchange_name', 'Desteklenmeyen borsa'],
    [{ ...good, api_key: 'short' }, 'api_key', 'API Key çok kısa veya geçersiz format'],
    [{ ...good, api_key: 'a'.repeat(30) }, 'api_key', 'Binance API anahtarı geçersiz format'],
    [{ ...good, api_secret: 'short' }, 'api_secret', 'Secret Key çok kısa veya geçersiz format'],
    [{ ...bodyOf(account('okx', 'trader')), passphrase: '' }, 'passphrase', 'OKX için passphrase zorunlu'],
    [{ ...bodyOf(account('kraken', 'trader')), testnet: true }, 'testnet', 'Kraken test ağı sunmuyor'],
  ]
  for (const [body, field, sentence] of cases)
    expect(await ask(KEYS, body)).toEqual({
      status: 400,
      body: { detail: sentence, code: 'validation', fields: { [field]: sentence } },
    })
  const tried = await ask(TRY, { ...tryBodyOf(account('bybit', 'trader')), apiKey: 'a'.repeat(19) })
  expect(tried.body).toEqual({
    detail: 'Bybit API anahtarı 20 veya 32 karakter olmalı',
    code: 'validation',
    fields: { apiKey: 'Bybit API anahtarı 20 veya 32 karakter olmalı' },
  })
  expect(server.simulator.counters.requests).toBe(before)
})

test('[SEC-50] [SEC-36] bodies of any other shape are refused, and further fields have no effect', async () => {
  const good = bodyOf(account('bybit', 'trader'))
  for (const body of [
    {},
    [],
    'text',
    null,
    7,
    { ...good, api_key: 7 },
    { ...good, api_key: null },
    { ...good, api_secret: { $ne: '' } },
    { ...good, testnet: 'false' },
    { ...good, testnet: undefined },
    { ...good, passphrase: 7 },
    { ...good, exchange_name: ['bybit'] },
    { ...good, api_key: 'x'.repeat(5_000) },
    { ...good, api_secret: `${good.api_secret}\u0000` },
    { ...good, api_key: `${good.api_key.slice(0, 16)}\r\n` },
  ]) {
    const { status, body: refusal } = await ask(KEYS, body)
    expect([JSON.stringify(body)?.slice(0, 80), status]).toEqual([JSON.stringify(body)?.slice(0, 80), 400])
    expect(refusal).toMatchObject({
      code: expect.stringMatching(/^(validation|bad-request)$/),
      detail: expect.any(String),
    })
  }
  const more = { id: 'mine', user_id: 'other', is_valid: false, permissions: { withdraw: true }, status: 'error' }
  const added = await ask(KEYS, { ...good, ...more })
  expect(added).toMatchObject({ status: 201, body: { is_valid: true, permissions: { withdraw: false } } })
  expect(added.body?.id).not.toBe('mine')
})

test('[CALL-12] a key is checked again; [CALL-13] and deleted for good', async () => {
  const id = await idOf(account('binance', 'trader'))
  expect(await ask(`${KEYS}/${id}/validate`, undefined, { method: 'POST' })).toMatchObject({
    status: 200,
    body: { id, is_valid: true },
  })
  server.simulator.script({ kind: 'permissions', exchange: 'binance', rights: 'withdraw' })
  expect(await ask(`${KEYS}/${id}/validate`, undefined, { method: 'POST' })).toMatchObject({
    status: 200,
    body: { is_valid: false, status: 'disabled', permissions: { withdraw: true } },
  })
  expect(await ask(`${KEYS}/${id}`, undefined, { method: 'DELETE' })).toEqual({ status: 204, body: null })
  expect((await ask(`${KEYS}/${id}`, undefined, { method: 'DELETE' })).status).toBe(404)
  expect(await list()).toEqual([])
})

test('[SEC-34] another user’s key and an unknown key give the same 404', async () => {
  const id = await idOf(account('okx', 'trader'))
  const stranger = await signUp(server, `stranger-${users}@example.org`)
  const nobody = 'A'.repeat(22)
  const answers = []
  for (const one of [id, nobody, '%00', '..%2f', "'%20or%201=1", 'x'.repeat(90)]) {
    answers.push(await ask(`${KEYS}/${one}/validate`, undefined, { token: stranger.token, method: 'POST' }))
    answers.push(await ask(`${KEYS}/${one}`, undefined, { token: stranger.token, method: 'DELETE' }))
  }
  for (const answer of answers)
    expect(answer).toEqual({ status: 404, body: { detail: 'Böyle bir sayfa ya da kaynak yok.', code: 'not-found' } })
  expect((await list()).map((key) => key.id)).toEqual([id])
})

test('[SEC-47] an account with a second factor shows it again before a key is added or deleted', async () => {
  const id = await idOf(account('okx', 'trader'))
  await server.db.query(
    `update users set totp_secret = '\\x00', totp_key_id = 'k', totp_confirmed_at = now() where id = $1`,
    [user.id],
  )
  // A sign-up proves the password for ten minutes.
  server.clock.leap(11 * 60_000)
  const wanted = {
    status: 403,
    body: { detail: 'Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.', code: 'proof-required' },
  }
  expect(await add(account('bybit', 'trader'))).toEqual(wanted)
  expect(await ask(`${KEYS}/${id}`, undefined, { method: 'DELETE' })).toEqual(wanted)
  expect((await list()).map((key) => key.id)).toEqual([id])
})

test('[SEC-33] every call needs the token of a user', async () => {
  const good = bodyOf(account('okx', 'trader'))
  for (const [method, path, body] of [
    ['GET', KEYS, undefined],
    ['POST', KEYS, good],
    ['POST', `${KEYS}/x/validate`, undefined],
    ['DELETE', `${KEYS}/x`, undefined],
    ['POST', TRY, tryBodyOf(account('okx', 'trader'))],
  ] as const) {
    const answer = await send(server, path, body, { method })
    expect([path, answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([path, 401, 'unauthorized'])
  }
})

test('[SEC-64] the seventh question to an exchange in a minute waits', async () => {
  const limited = await startKeyServer(1)
  const { token } = await signUp(limited, 'limited@example.org')
  const one = limited.simulator.account('okx', 'trader')
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await send(limited, TRY, tryBodyOf(one), { token })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  await limited.stop()
})

test('[SEC-44] no secret is found in answers, logs, database files, a copy or metrics, in no form', async () => {
  const planted = EXCHANGES.map((exchange) => account(exchange, 'trader'))
  const also = EXCHANGES.flatMap((exchange) => ['withdrawer'].map((name) => account(exchange, name)))
  for (const one of [...also, ...planted]) {
    await ask(TRY, tryBodyOf(one))
    await add(one)
  }
  // Every way in which a call to an exchange may fail.
  for (const [one, fault] of EXCHANGES.flatMap((exchange) =>
    (
      [
        { kind: 'server-error', exchange },
        { kind: 'maintenance', exchange, ms: 60_000 },
        { kind: 'huge-body', exchange },
        { kind: 'key-refused', exchange, why: 'signature' },
        { kind: 'key-refused', exchange, why: 'address' },
        { kind: 'permissions', exchange, shape: 'mistyped' },
      ] as const
    ).map((fault) => [account(exchange, 'trader'), fault] as const),
  )) {
    const end = server.simulator.script(fault)
    await add(one)
    end()
  }
  for (const { id } of await list()) await ask(`${KEYS}/${id}/validate`, undefined, { method: 'POST' })
  await ask(KEYS, `{"api_key":"${planted[0]?.apiKey}",`)
  await ask(`${KEYS}?api_key=1`, bodyOf(planted[0] as TestAccount))
  for (const path of ['/api/account/export', '/api/portfolio/balances', '/api/personalized-arbitrage']) await ask(path)

  const copy = await backupText(server.db)
  expect(copy.includes('exchange_keys')).toBe(true)
  const places: Readonly<Record<string, Buffer>> = {
    answers: Buffer.from(answered.join('\n')),
    logs: Buffer.from(JSON.stringify([server.logged, server.vaultLines, server.alarms])),
    metrics: Buffer.from(await (await fetch(`${server.origin}/metrics`)).text()),
    'database files': await databaseFiles(server.db, firstWal),
    copy,
  }
  // The search itself finds what is stored: a masked key and an address.
  expect(places['database files']?.includes(planted[0]?.apiKey.slice(0, 4) ?? '')).toBe(true)
  expect(places['database files']?.includes(`keys-${users}@example.org`)).toBe(true)
  expect(server.logged.length).toBeGreaterThan(0)

  const secrets = [...planted, ...also].flatMap(({ apiKey, secret, passphrase }) => [
    apiKey,
    secret,
    passphrase ?? secret,
  ])
  expect(secretsIn(places, secrets)).toEqual([])
})
