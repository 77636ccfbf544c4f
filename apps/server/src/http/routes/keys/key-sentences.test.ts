import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATHS, Portfolio } from '@makas/contract'
import type { ExchangeId } from '@makas/domain'
import { afterEach, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { makeKeyFile } from '../../../adapters/vault/testing/key-file.ts'
import { startVault } from '../../../adapters/vault/testing/vault.ts'
import { type Fault, startSimulator, type TestAccount } from '../../../simulator/index.ts'
import { eventually } from '../../testing/test-server.ts'
import { type SignedIn, send, signUp, startUserServer } from '../../testing/user-server.ts'

/** Answer of every exchange while it is set: a status and a body, a cut connection, or none at all. */
type ForcedAnswer = { readonly status: number; readonly body: string } | 'cut' | 'silence'

let instead: ForcedAnswer | null = null
/** Calls that were met with silence. */
let unanswered = 0
let users = 0
const keyFile = makeKeyFile()
afterFile(() => keyFile.remove())

const simulator = await startSimulator({ seed: 21, symbols: 4, port: 0, limits: false })
afterFile(() => simulator.stop())
const front = createServer((asked, answer) => {
  if (instead === 'silence') unanswered++
  else if (instead === 'cut') asked.socket.destroy()
  else if (instead !== null) answer.writeHead(instead.status).end(instead.body)
  else {
    const { method, url = '/', headers } = asked
    const passed = request(new URL(url, simulator.origin), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => asked.socket.destroy())
    asked.pipe(passed)
  }
}).listen(0, '127.0.0.1')
afterFile(() => {
  front.closeAllConnections()
  front.close()
})
await once(front, 'listening')
const { port } = front.address() as AddressInfo
const { vault, forgetBans } = startVault(keyFile.path, `http://127.0.0.1:${port}`)
afterFile(() => vault.stop())
const server = await startUserServer({ rateLimitScale: 1_000, vault })
afterFile(() => server.stop())

afterEach(() => {
  instead = null
  unanswered = 0
  forgetBans()
  simulator.clearFaults()
})

const newUser = (): Promise<SignedIn> => signUp(server, `sentences-${++users}@example.org`)

async function tried({ exchange, apiKey, secret, passphrase }: TestAccount): Promise<unknown> {
  const { token } = await newUser()
  const body = { exchange, apiKey, secretKey: secret, passphrase: passphrase ?? '', testMode: false }
  return (await send(server, '/api/validate-exchange-credentials', body, { token })).json()
}

/** A new user with a key of that exchange. */
async function holder(exchange: ExchangeId): Promise<SignedIn> {
  const user = await newUser()
  const { apiKey, secret, passphrase } = simulator.account(exchange, 'trader')
  const body = { exchange_name: exchange, api_key: apiKey, api_secret: secret, passphrase, testnet: false }
  expect((await send(server, PATHS.apiKeys, body, { token: user.token })).status).toBe(201)
  return user
}

async function told({ token }: SignedIn): Promise<readonly (string | null)[]> {
  const { exchanges } = Portfolio.parse(await (await send(server, PATHS.portfolio, undefined, { token })).json())
  return exchanges.flatMap(({ status, error }) => [status, error])
}

test.each<readonly [ExchangeId, NonNullable<Fault['why']>, string]>([
  ['binance', 'unknown', 'API anahtarı geçersiz, süresi dolmuş ya da bu sunucunun IP adresine izin vermiyor.'],
  [
    'okx',
    'unknown',
    'API anahtarı borsada bulunamadı. Anahtarın doğru ağa (canlı ya da test) ait olduğundan emin olun.',
  ],
  ['bybit', 'signature', 'Secret Key yanlış.'],
  ['bybit', 'expired', 'API anahtarının süresi dolmuş.'],
  ['bybit', 'permission', 'API anahtarının gerekli izinleri yok.'],
  ['binance', 'clock', 'Borsa isteğin zamanını kabul etmedi. Lütfen yeniden deneyin.'],
  [
    'kraken',
    'clock',
    'Bu API anahtarı başka bir programda da kullanılıyor. Yalnız bu site için bir anahtar oluşturun.',
  ],
  ['kraken', 'lockout', 'Borsa bu API anahtarını ya da adresi bir süreliğine kilitledi.'],
])('a key that %s refuses (%s) is told of as: %s', async (exchange, why, error) => {
  simulator.script({ kind: 'key-refused', exchange, why })
  expect(await tried(simulator.account(exchange, 'trader'))).toEqual({ success: false, error })
})

test('a refusal for an undocumented reason has the general sentence', async () => {
  instead = { status: 400, body: '{"code":-9999,"msg":"planted"}' }
  expect(await tried(simulator.account('binance', 'trader'))).toEqual({
    success: false,
    error: 'API anahtarları geçersiz veya yetkisiz',
  })
})

test.each<readonly [string, ForcedAnswer, string]>([
  ['cuts the connection', 'cut', 'Borsaya şu anda ulaşılamıyor.'],
  ['fails', { status: 500, body: '' }, 'Borsa şu anda hata veriyor.'],
  ['asks to slow down', { status: 429, body: '' }, 'Borsa çok sık sorulduğu için şu anda yanıt vermiyor.'],
  ['answers no JSON', { status: 200, body: '<html>' }, 'Borsanın yanıtı okunamadı.'],
])('an exchange that %s leaves balances unknown, with the reason', async (_what, answer, sentence) => {
  const user = await holder('okx')
  instead = answer
  expect(await told(user)).toEqual(['unreachable', sentence])
})

test.each<readonly [ForcedAnswer, string]>([
  [{ status: 451, body: '' }, 'Borsa bu sunucunun bulunduğu yere hizmet vermiyor. En erken '],
  [{ status: 418, body: '' }, 'Borsa çok sık sorulduğu için şu anda yanıt vermiyor. En erken '],
])('[F20] in a ban (%o) every answer says when it is over, and no exchange is asked', async (answer, sentence) => {
  const user = await holder('binance')
  instead = answer
  const [status, error] = await told(user)
  expect([
    status,
    error?.startsWith(sentence),
    error?.endsWith(' itibarıyla (Türkiye saati) yeniden denenebilir.'),
  ]).toEqual(['unreachable', true, true])
  instead = null
  const { apiKey, secret } = simulator.account('binance', 'trader')
  const body = { exchange: 'binance', apiKey, secretKey: secret, passphrase: '', testMode: false }
  const refused = await send(server, '/api/validate-exchange-credentials', body, { token: user.token })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(
    answer === null || typeof answer === 'string' ? 0 : 100,
  )
  expect(await refused.json()).toMatchObject({ code: 'exchange-unreachable', detail: error })
  const balances = await send(server, PATHS.portfolio, undefined, { token: user.token })
  expect(Number(balances.headers.get('retry-after'))).toBeGreaterThan(100)
})

test('of an exchange that is silent the first are told that it is late, and those above its allowance that it is busy', async () => {
  // An exchange is asked twenty questions at once, and two more a second (`question-allowance.ts`).
  const holders = await Promise.all(Array.from({ length: 38 }, () => holder('okx')))
  instead = 'silence'
  const late = holders.slice(0, 4).map(told)
  await eventually(() => unanswered === 4)
  const others = holders.slice(4).map(told)
  expect(await Promise.race(others)).toEqual(['unreachable', 'Şu anda çok fazla bağlantı soruluyor.'])
  expect(await Promise.all(late)).toEqual(late.map(() => ['unreachable', 'Borsa zamanında yanıt vermedi.']))
  instead = { status: 500, body: '' }
  await Promise.all(others)
})

test('a record that was changed in the database is not opened, and the answer says what to do', async () => {
  const user = await holder('bybit')
  await server.db.query(
    `update exchange_keys set sealed_secret = (select sealed_secret from exchange_keys where user_id <> $1 limit 1)
      where user_id = $1`,
    [user.id],
  )
  expect(await told(user)).toEqual(['error', 'Kayıtlı anahtar açılamadı. Lütfen bağlantıyı silip yeniden ekleyin.'])
})

test('while the vault is away balances are unknown, and the answer says why', async () => {
  const user = await holder('okx')
  instead = 'silence'
  const waiting = told(user)
  await eventually(() => unanswered > 0)
  vault.stop()
  expect(await waiting).toEqual(['unreachable', 'Anahtar kasası şu anda çalışmıyor.'])
})
