import {
  KeyRecord,
  KeyRecords,
  ManagedUsers,
  PATHS,
  PersonalRows,
  Portfolio,
  TicketDetail,
  UserDetail,
} from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startDemoServer } from '../../testing/key-server.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import { ELIF, type SignedIn, send, signedIn, signInAdmin, signUp } from '../../testing/user-server.ts'

const DEMO_MARKET =
  'Demo piyasa açık: gerçek borsalara ulaşılamıyor. Anahtarınız hiçbir yere gönderilmedi ve kaydedilmedi; denemek için demo hesabı kullanın.'

let user: SignedIn
let users = 0

const server = await startDemoServer()
afterFile(() => server.stop())
/** In place of the real exchanges; calls that arrive there are counted. */
const { exchanges } = server
beforeEach(async () => {
  user = await signUp(server, `demo-${++users}@example.org`)
})
afterEach(() => server.show(true))

const ask = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(server, path, body, { token: user.token, headers })
const connect = (exchange_name: string, headers = {}) => ask(PATHS.demoKey, { exchange_name }, headers)
const list = async () => KeyRecords.parse(await (await ask(PATHS.apiKeys)).json())
const actions = async () =>
  (await server.db.query('select action, detail from audit_log where detail->>$1 = $2 order by seq', [
    'owner',
    user.id,
  ])) as { action: string; detail: Record<string, unknown> }[]

test('[CALL-11] [ENT-03] a demo account of each exchange is connected with permissions, balance and mark', async () => {
  for (const exchange of EXCHANGES) {
    const answer = await connect(exchange)
    expect([exchange, answer.status]).toEqual([exchange, 201])
    const record = KeyRecord.parse(await answer.json())
    expect(record).toMatchObject({ exchange_name: exchange, is_demo: true, testnet: false, is_valid: true })
    expect(record.permissions).toMatchObject({ read: true, spot_trade: true, withdraw: false })
    expect(Object.keys(record.balance ?? {})).toContain('BTC')
  }
  const names = (await list()).map(({ name, is_demo }) => [name, is_demo])
  expect(names).toEqual(['Binance', 'OKX', 'Bybit', 'Kraken'].map((name) => [`${name} Demo`, true]))
  expect((await actions()).map(({ action, detail }) => [action, detail.demo])).toEqual(
    EXCHANGES.map(() => ['key-added', true]),
  )
})

test('[ROLE-06] the demo market values the balances of a demo account, and its rows are personal', async () => {
  for (const exchange of EXCHANGES) await connect(exchange)
  const held = Portfolio.parse(await (await ask(PATHS.portfolio)).json())
  expect(held.total_usdt).toBeGreaterThan(10_000)
  expect(held.exchanges.map(({ status, is_demo }) => [status, is_demo])).toEqual(
    EXCHANGES.map(() => ['connected', true]),
  )
  await eventually(async () => {
    const answer = await ask(PATHS.personalSpot)
    if (answer.status === 503) return false
    const { opportunities } = PersonalRows.parse(await answer.json())
    return opportunities.some(({ affordable_size, fees_basis }) => affordable_size !== null && fees_basis === 'own')
  })
})

test('a key typed in the demo market is answered as by an unreachable exchange, and goes nowhere', async () => {
  const sentBefore = exchanges.counters.requests
  const { apiKey, secret } = exchanges.account('binance', 'trader')
  const typed = { exchange_name: 'binance', api_key: apiKey, api_secret: secret, testnet: false }
  for (const answer of [
    await ask(PATHS.apiKeys, { ...typed, testnet: false }),
    await ask(PATHS.apiKeys, { ...typed, testnet: true }),
    await ask(PATHS.tryKey, { exchange: 'binance', apiKey, secretKey: secret, testMode: false }),
  ])
    expect([answer.status, answer.headers.get('retry-after'), await jsonOf<Refusal>(answer)]).toEqual([
      503,
      '30',
      { code: 'exchange-unreachable', detail: DEMO_MARKET },
    ])
  expect(await list()).toEqual([])
  expect(exchanges.counters.requests).toBe(sentBefore)
  expect((await actions()).map(({ action, detail }) => [action, detail.reason ?? detail.outcome])).toEqual([
    ['key-not-added', 'demo-market'],
    ['key-not-added', 'demo-market'],
    ['key-tried', 'demo-market'],
  ])
})

test('while the exchanges themselves are shown demo accounts count for nothing and cannot be connected', async () => {
  await connect('okx')
  server.show(false)
  expect(await list()).toEqual([])
  const me = await jsonOf<{ apiKeys: unknown[] }>(await ask('/api/auth/me'))
  expect(me.apiKeys).toEqual([])
  expect(Portfolio.parse(await (await ask(PATHS.portfolio)).json()).exchanges).toEqual([])
  const answer = await connect('okx')
  expect([answer.status, await jsonOf<Refusal>(answer)]).toEqual([
    409,
    {
      code: 'no-demo-account',
      detail: 'Demo hesabı şu anda kullanılamıyor: yalnız yerleşik demo piyasa açıkken bağlanabilir.',
    },
  ])
  const { apiKey, secret, passphrase } = exchanges.account('okx', 'trader')
  const own = { exchange_name: 'okx', api_key: apiKey, api_secret: secret, passphrase, testnet: false }
  const added = KeyRecord.parse(await (await ask(PATHS.apiKeys, own)).json())
  expect(added).toMatchObject({ is_demo: false, is_valid: true })
  // Each connection stays with its own market.
  expect((await list()).map(({ id }) => id)).toEqual([added.id])
  server.show(true)
  expect((await list()).map(({ is_demo }) => is_demo)).toEqual([true, false])
})

test('admins see which connections are demo accounts, and count them where the owner sees them', async () => {
  const { token } = await signInAdmin(server)
  const admin = async (path: string) => (await send(server, `/api/admin${path}`, undefined, { token })).json()
  const email = `demo-${users}@example.org`
  const { id } = await jsonOf<{ id: string }>(await ask('/api/tickets', { title: 'Başlık', description: 'Metin' }))
  const counts = async () => [
    ManagedUsers.parse(await admin(`/users?q=${email}`)).map((one) => one.connected_exchanges),
    UserDetail.parse(await admin(`/users/${user.id}`)).user.connected_exchanges,
    TicketDetail.parse(await admin(`/tickets/${id}`)).user?.connected_exchanges,
  ]
  await connect('okx')
  await connect('kraken')
  expect(await counts()).toEqual([[2], 2, 2])
  server.show(false)
  const { apiKey, secret, passphrase } = exchanges.account('okx', 'trader')
  await ask(PATHS.apiKeys, { exchange_name: 'okx', api_key: apiKey, api_secret: secret, passphrase, testnet: false })
  expect(await counts()).toEqual([[1], 1, 1])
  const seen = UserDetail.parse(await admin(`/users/${user.id}`)).exchanges
  expect(seen.map(({ exchange, testnet, is_demo }) => [exchange, testnet, is_demo])).toEqual([
    ['okx', false, true],
    ['kraken', false, true],
    ['okx', false, false],
  ])
})

test('a demo account is checked, replaced and deleted like any other, and connected once for each name', async () => {
  const once = { 'idempotency-key': 'demo-once' }
  const first = KeyRecord.parse(await (await connect('kraken', once)).json())
  const again = KeyRecord.parse(await (await connect('kraken', once)).json())
  expect(again.id).toBe(first.id)
  const checked = await send(server, `${PATHS.apiKeys}/${first.id}/validate`, undefined, {
    token: user.token,
    method: 'POST',
  })
  expect(await jsonOf(checked)).toMatchObject({ id: first.id, is_demo: true, is_valid: true })
  const replaced = KeyRecord.parse(await (await connect('kraken')).json())
  expect((await list()).map(({ id }) => id)).toEqual([replaced.id])
  const gone = await send(server, `${PATHS.apiKeys}/${replaced.id}`, undefined, { token: user.token, method: 'DELETE' })
  expect([gone.status, await list()]).toEqual([204, []])
})

test('an account with a weak password may connect a demo account: no money is behind it', async () => {
  user = await signedIn(
    await send(server, '/api/auth/register', { ...ELIF, email: 'weak@example.org', password: '123456' }),
  )
  expect((await connect('bybit')).status).toBe(201)
})

test('a weak password of the account is named before the demo market is, and binds live keys only', async () => {
  user = await signedIn(
    await send(server, '/api/auth/register', { ...ELIF, email: 'weak-too@example.org', password: '123456' }),
  )
  const { apiKey, secret } = exchanges.account('binance', 'trader')
  const typed = { exchange_name: 'binance', api_key: apiKey, api_secret: secret }
  const codes = []
  for (const testnet of [false, true]) {
    const answer = await ask(PATHS.apiKeys, { ...typed, testnet })
    codes.push([answer.status, (await jsonOf<Refusal>(answer)).code])
  }
  expect(codes).toEqual([
    [400, 'password-weak'],
    [503, 'exchange-unreachable'],
  ])
})

test.each(['', 'paribu', 7, null])('[VALID-18] there is no account of %j', async (exchange_name) => {
  const answer = await ask(PATHS.demoKey, { exchange_name })
  expect([answer.status, (await jsonOf<Refusal>(answer)).fields?.exchange_name]).toEqual([400, 'Desteklenmeyen borsa'])
})
