import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages, seedFor } from '../../../../scripts/run-length.ts'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { startSimulator } from './index.ts'
import { SIGNERS, send } from './testing/signed-fetch.ts'

const simulator = await startSimulator({ seed: 3, symbols: 2, port: 0, limits: false })
afterFile(() => simulator.stop())

const PATHS = [
  'binance/api/v3/account',
  'binance/api/v3/order/test',
  'binance-usdm/fapi/v3/account',
  'okx/api/v5/account/config',
  'okx/api/v5/account/trade-fee',
  'bybit/v5/user/query-api',
  'bybit-testnet/v5/account/wallet-balance',
  'kraken/0/private/BalanceEx',
  'kraken/0/private/AddOrder',
  'kraken-futures/derivatives/api/v3/accounts',
]
const HEADERS = [
  'x-mbx-apikey',
  'ok-access-key',
  'ok-access-sign',
  'ok-access-timestamp',
  'ok-access-passphrase',
  'x-bapi-api-key',
  'x-bapi-timestamp',
  'x-bapi-sign',
  'x-bapi-recv-window',
  'api-key',
  'api-sign',
  'apikey',
  'authent',
  'nonce',
  'content-type',
]

/** Any header value that the client library lets through. */
const value = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
  fc.constantFrom('application/json', '-1', '1e400', '9'.repeat(30), 'null', '0x10', '1700000000000'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    'nonce=1&nonce=2',
    'timestamp=1&signature=',
    '&&==',
    '%',
    '%zz=%',
    '{"nonce":{}}',
    '{"__proto__":1}',
    '[]',
  ),
)
const garbage = fc.record({
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  query: text,
  body: text,
  /** Whether the key exists, so that code behind the key check is reached too. */
  isKnown: fc.boolean(),
  headers: fc.uniqueArray(fc.tuple(fc.constantFrom(...HEADERS), value), { selector: ([name]) => name, maxLength: 8 }),
})

test('whatever is sent to a signed call is refused without a word of the account, and the next call is served', async () => {
  const keys = {
    'x-mbx-apikey': simulator.account('binance', 'trader').apiKey,
    'ok-access-key': simulator.account('okx', 'trader').apiKey,
    'x-bapi-api-key': simulator.account('bybit', 'tester').apiKey,
    'api-key': simulator.account('kraken', 'trader').apiKey,
    apikey: simulator.account('kraken', 'futures-trader').apiKey,
  }
  await fc.assert(
    fc.asyncProperty(garbage, async ({ path, method, query, body, isKnown, headers }) => {
      const [prefix = '', ...rest] = path.split('/')
      const all = { ...Object.fromEntries(headers.map(([name, one]) => [name, one.trim()])), ...(isKnown ? keys : {}) }
      const request = {
        method,
        path: `/${rest.join('/')}`,
        query: encodeURI(query.replace(/[\ud800-\udfff]/g, '')),
        body,
        headers: all,
      }
      const answer = await send(simulator.origin, prefix, request)
      expect(answer.status).toBeLessThan(500)
      // A refusal holds no data of an account.
      expect(JSON.stringify(answer.body)).not.toMatch(/USDT|canTrade|"perm"|query-funds/)
    }),
    { seed: seedFor('signed calls, garbage', 77), numRuns: messages(400_000) / 20 },
  )
  const good = SIGNERS.okx(simulator.account('okx', 'trader'), '/api/v5/account/config')
  expect((await send(simulator.origin, 'okx', good)).status).toBe(200)
})

test('a request without an address is not found', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(simulator.port, '127.0.0.1', () =>
      socket.end('GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    )
    let got = ''
    socket.on('data', (part) => {
      got += part.toString()
    })
    socket.on('end', () => resolve(got))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 404/)
})
