import { EXCHANGES, type ExchangeId } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayMoveMoneyOut } from '../../../app/api-keys/key-verdict.ts'
import type { KeyPermissions } from '../../../app/ports/trading/key-vault.ts'
import { CallRefusal } from './account-api.ts'
import { ACCOUNT_APIS } from './account-apis.ts'
import type { Reply } from './send.ts'

const RUNS = { numRuns: 300, seed: 20_261_121 }
const ALL: KeyPermissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
const json = (status: number, value: unknown): Reply => ({ status, text: JSON.stringify(value) })

/** Codes of the exchanges' documentation, and our meaning of each. */
const TOLD: readonly (readonly [ExchangeId, Reply, string])[] = [
  ['binance', json(401, { code: -2014, msg: 'API-key format invalid.' }), 'refused key'],
  ['binance', json(401, { code: -2015, msg: 'Invalid API-key, IP, or permissions.' }), 'refused key-or-address'],
  ['binance', json(400, { code: -1022, msg: 'Signature for this request is not valid.' }), 'refused signature'],
  ['binance', json(400, { code: -1021, msg: 'Timestamp' }), 'refused clock'],
  ['binance', json(418, { code: -1003, msg: 'Way too much request weight used' }), 'unreachable rate-limited'],
  ['binance', json(503, { code: 1, msg: 'System is under maintenance.' }), 'unreachable maintenance'],
  ['binance', json(500, { code: -1000, msg: 'An unknown error' }), 'unreachable server-error'],
  ['binance', json(400, { code: -1121, msg: 'Invalid symbol.' }), 'refused other'],
  ['binance', { status: 403, text: '<html>WAF</html>' }, 'unreachable rate-limited'],
  ['binance', { status: 451, text: '{"msg":"restricted location"}' }, 'unreachable blocked'],
  ['binance', { status: 502, text: '<html>' }, 'unreachable server-error'],
  ['binance', { status: 200, text: '<html>' }, 'unreachable unreadable'],
  ['binance', { status: 302, text: '' }, 'unreachable unreadable'],
  ['okx', json(401, { code: '50111', msg: 'Invalid OK-ACCESS-KEY' }), 'refused key'],
  ['okx', json(200, { code: '50119', msg: "API key doesn't exist" }), 'refused key'],
  ['okx', json(401, { code: '50113', msg: 'Invalid Sign' }), 'refused signature'],
  ['okx', json(401, { code: '50105', msg: 'OK-ACCESS-PASSPHRASE incorrect' }), 'refused passphrase'],
  ['okx', json(401, { code: '50102', msg: 'Timestamp request expired' }), 'refused clock'],
  ['okx', json(401, { code: '50101', msg: 'environment' }), 'refused environment'],
  ['okx', json(401, { code: '50110', msg: 'Your IP 203.0.113.7' }), 'refused address'],
  ['okx', json(200, { code: '50120', msg: 'permission' }), 'refused permission'],
  ['okx', json(429, { code: '50011', msg: 'Too Many Requests' }), 'unreachable rate-limited'],
  ['okx', json(503, { code: '50001', msg: 'Service temporarily unavailable' }), 'unreachable maintenance'],
  ['okx', json(500, { code: '0', data: [] }), 'unreachable server-error'],
  ['bybit', json(200, { retCode: 10003, retMsg: 'API key is invalid.' }), 'refused key'],
  ['bybit', json(200, { retCode: 10004, retMsg: 'error sign!' }), 'refused signature'],
  ['bybit', json(200, { retCode: 10002, retMsg: 'timestamp' }), 'refused clock'],
  ['bybit', json(200, { retCode: 10005, retMsg: 'Permission denied' }), 'refused permission'],
  ['bybit', json(200, { retCode: 10010, retMsg: 'Unmatched IP' }), 'refused address'],
  ['bybit', json(200, { retCode: 33004, retMsg: 'expired' }), 'refused expired'],
  ['bybit', json(200, { retCode: 10006, retMsg: 'Too many visits' }), 'unreachable rate-limited'],
  ['bybit', json(200, { retCode: 10016, retMsg: 'Server error.' }), 'unreachable maintenance'],
  ['bybit', { status: 403, text: 'CloudFront' }, 'unreachable rate-limited'],
  ['kraken', json(200, { error: ['EAPI:Invalid key'] }), 'refused key-or-address'],
  ['kraken', json(200, { error: ['EAPI:Invalid signature'] }), 'refused signature'],
  ['kraken', json(200, { error: ['EAPI:Invalid nonce'] }), 'refused nonce'],
  ['kraken', json(200, { error: ['EGeneral:Permission denied'] }), 'refused permission'],
  ['kraken', json(200, { error: ['EGeneral:Temporary lockout'] }), 'refused locked'],
  ['kraken', json(200, { error: ['EAPI:Rate limit exceeded'] }), 'unreachable rate-limited'],
  ['kraken', json(200, { error: ['EService:Unavailable'] }), 'unreachable maintenance'],
  ['kraken', json(200, { error: ['EService:Busy'] }), 'unreachable server-error'],
  ['kraken', json(200, { error: ['EOrder:Unknown'] }), 'refused other'],
  ['kraken', json(520, {}), 'unreachable server-error'],
]

test.each(TOLD)('%s %j: %s', (exchange, reply, wanted) => {
  const judged = ACCOUNT_APIS[exchange].judge(reply)
  expect('why' in judged ? `${judged.kind} ${judged.why}` : judged.kind).toBe(wanted)
})

/** Field names of real answers, so that random JSON reaches the inner checks too. */
const NAMES = ['code', 'data', 'retCode', 'result', 'error', 'perm', 'acctLv', 'permissions', 'Wallet', 'Spot']
const MORE = ['enableWithdrawals', 'enableReading', 'balances', 'asset', 'free', 'locked', 'list', 'coin', '__proto__']
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1021, 10_002, '0', '', 'withdraw', 'Withdraw', '1e400', [], {}),
    fc.string({ maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, ...MORE), tie('value'), { maxKeys: 6 }),
  ),
}))

describe.each(EXCHANGES)('whatever %s says', (exchange) => {
  const api = ACCOUNT_APIS[exchange]

  test('an answer is content or one of our reasons', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 599 }),
        fc.oneof(
          value.map((one) => JSON.stringify(one)),
          fc.string(),
        ),
        (status, text) => {
          expect(['said', 'refused', 'unreachable']).toContain(api.judge({ status, text }).kind)
        },
      ),
      RUNS,
    )
  })

  test('[SEC-71] reading it ends in permissions or a reason, never in an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), async (answers) => {
        let asked = 0
        const ask = async () => answers[asked++ % answers.length]
        for (const read of [
          () => api.permissions(ask, { exchange, isTestnet: false, isDemo: false }),
          () => api.balances(ask, ALL),
          () => api.fees(ask, ALL),
        ])
          await read().catch((error: unknown) => expect(error).toBeInstanceOf(CallRefusal))
      }),
      RUNS,
    )
  })

  test('[SEC-45] an answer without a clear word about withdrawals lets no key in', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (answer) => {
        const text = JSON.stringify(answer)
        fc.pre(!/"perm":"|"Wallet":\[|"enableWithdrawals":false|"permissions":\[/.test(text))
        const world = { exchange, isTestnet: false, isDemo: false }
        const read = api.permissions(async () => answer, world)
        await read.then(
          (permissions) => expect(mayMoveMoneyOut(world, permissions)).toBe(true),
          (error: unknown) => expect(error).toBeInstanceOf(CallRefusal),
        )
      }),
      RUNS,
    )
  })
})

test.each<readonly [ExchangeId, unknown, Partial<KeyPermissions>]>([
  [
    'binance',
    { enableReading: true, enableWithdrawals: false, enableFastWithdrawSwitch: true, enableInternalTransfer: false },
    { withdraw: true, transfer: null },
  ],
  ['okx', [{ perm: 'read_only,trade,withdraw_to_subaccount', acctLv: '1' }], { withdraw: true, futuresTrade: false }],
  [
    'bybit',
    { readOnly: 1, permissions: { Wallet: ['Withdraw'], Spot: ['SpotTrade'] } },
    { withdraw: true, spotTrade: false },
  ],
  ['kraken', { permissions: ['query-funds', 'withdraw-something-new'] }, { withdraw: true, spotTrade: false }],
])(
  '[SEC-45] a newer way to withdraw, or a way that is switched off, counts all the same: %s',
  async (exchange, answer, wanted) => {
    const permissions = await ACCOUNT_APIS[exchange].permissions(async () => answer, {
      exchange,
      isTestnet: false,
      isDemo: false,
    })
    expect(permissions).toMatchObject(wanted)
  },
)
