import type { ExchangeId } from '@makas/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { type Fault, parseFaults, type Simulator, startSimulator } from './index.ts'
import { holdDate } from './testing/held-date.ts'
import { SIGNERS, type SignedRequest, send, signFutures } from './testing/signed-fetch.ts'
import { connect, pause } from './testing/wire-client.ts'

const simulator = await startSimulator({ seed: 9, symbols: 6, port: 0, limits: false })
afterFile(() => simulator.stop())
afterEach(() => simulator.clearFaults())

/** Path of a signed call that succeeds. */
const PATHS: Readonly<Record<ExchangeId, string>> = {
  binance: '/api/v3/account',
  okx: '/api/v5/account/balance',
  bybit: '/v5/user/query-api',
  kraken: '/0/private/BalanceEx',
}
let nonce = 1
const signed = (
  exchange: ExchangeId,
  name = 'trader',
  params: Readonly<Record<string, string>> = {},
): SignedRequest => {
  const account = simulator.account(exchange, name)
  // A nonce must grow, even within a millisecond.
  if (exchange === 'kraken') nonce = Math.max(nonce + 1, Date.now())
  return SIGNERS[exchange](account, PATHS[exchange], { params, ...(exchange === 'kraken' ? { time: nonce } : {}) })
}
const sent = async (exchange: ExchangeId, request: SignedRequest) => {
  const { status, body } = await send(simulator.origin, exchange, request)
  return `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`
}

/** A change of the request after it was signed, and the exchange's answer to it. */
type Spoiling = readonly [what: string, spoil: (request: SignedRequest) => Partial<SignedRequest>, says: RegExp]

const without = (name: string) => (request: SignedRequest) => {
  const { [name]: _, ...headers } = request.headers
  return { headers }
}
const withHeader = (name: string, value: string) => (request: SignedRequest) => ({
  headers: { ...request.headers, [name]: value },
})
const inQuery = (from: RegExp, to: string) => (request: SignedRequest) => ({ query: request.query.replace(from, to) })
const inBody = (from: RegExp, to: string) => (request: SignedRequest) => ({ body: request.body.replace(from, to) })

const SPOILINGS: Readonly<Record<ExchangeId, readonly Spoiling[]>> = {
  binance: [
    ['no key', without('X-MBX-APIKEY'), /^401 .*-2014/],
    ['half a key', withHeader('X-MBX-APIKEY', 'abc'), /^401 .*-2014/],
    ['no time', inQuery(/timestamp=\d+&/, ''), /^400 .*-1102.*timestamp/],
    ['no signature', inQuery(/&signature=.*/, ''), /^400 .*-1102.*signature/],
    ['an empty signature', inQuery(/signature=.*/, 'signature='), /^400 .*-1102.*signature/],
    ['an old time', inQuery(/timestamp=\d+/, 'timestamp=1700000000000'), /^400 .*-1021/],
    ['a time of letters', inQuery(/timestamp=\d+/, 'timestamp=soon'), /^400 .*-1100/],
    ['one parameter more', inQuery(/^/, 'omitZeroBalances=true&'), /^400 .*-1022/],
    ['a long window', inQuery(/^/, 'recvWindow=60001&'), /^400 .*-1131/],
    ['another method', () => ({ method: 'POST' }), /^405 .*-1000/],
    ['another path', () => ({ path: '/api/v3/accounts' }), /^404/],
    ['a path from the prototype', () => ({ path: '/constructor' }), /^404/],
  ],
  okx: [
    ['no key', without('OK-ACCESS-KEY'), /^401 .*50103/],
    ['half a key', withHeader('OK-ACCESS-KEY', 'abc'), /^401 .*50111/],
    ['no passphrase', without('OK-ACCESS-PASSPHRASE'), /^401 .*50104/],
    ['no signature', without('OK-ACCESS-SIGN'), /^401 .*50106/],
    ['no time', without('OK-ACCESS-TIMESTAMP'), /^401 .*50107/],
    ['a time in milliseconds', withHeader('OK-ACCESS-TIMESTAMP', '1700000000000'), /^401 .*50112/],
    ['an old time', withHeader('OK-ACCESS-TIMESTAMP', '2020-12-08T09:08:57.715Z'), /^401 .*50102/],
    ['one parameter more', () => ({ query: 'ccy=BTC' }), /^401 .*50113/],
    ['the demo', withHeader('x-simulated-trading', '1'), /^401 .*50101/],
    ['another method', () => ({ method: 'POST' }), /^405/],
    ['a path from the prototype', () => ({ path: '/toString' }), /^404/],
  ],
  bybit: [
    ['no key', without('X-BAPI-API-KEY'), /^200 .*10001.*empty value/],
    ['no time', without('X-BAPI-TIMESTAMP'), /^200 .*10001/],
    ['no signature', without('X-BAPI-SIGN'), /^200 .*10001/],
    ['another key', withHeader('X-BAPI-API-KEY', 'a'.repeat(18)), /^200 .*10003/],
    ['an old time', withHeader('X-BAPI-TIMESTAMP', '1700000000000'), /^200 .*10002.*server_timestamp\[\d+\]/],
    ['a time of letters', withHeader('X-BAPI-TIMESTAMP', 'soon'), /^200 .*10001/],
    ['a shorter window', withHeader('X-BAPI-RECV-WINDOW', '4999'), /^200 .*10004/],
    ['one parameter more', () => ({ query: 'coin=BTC' }), /^200 .*10004/],
    ['another method', () => ({ method: 'POST' }), /^404/],
    ['a path from the prototype', () => ({ path: '/__proto__' }), /^404/],
  ],
  kraken: [
    ['no key', without('API-Key'), /^200 .*EAPI:Invalid key/],
    ['no signature', without('API-Sign'), /^200 .*EAPI:Invalid signature/],
    ['no nonce', inBody(/nonce=\d+/, ''), /^200 .*EAPI:Invalid nonce/],
    ['a negative nonce', inBody(/nonce=/, 'nonce=-'), /^200 .*EAPI:Invalid nonce/],
    ['another nonce', inBody(/nonce=1/, 'nonce=2'), /^200 .*EAPI:Invalid signature/],
    ['no JSON', withHeader('content-type', 'application/json'), /^200 .*EAPI:Invalid nonce/],
    ['one parameter more', inBody(/$/, '&asset=XBT'), /^200 .*EAPI:Invalid signature/],
    ['another path', () => ({ path: '/0/private/Balance' }), /^200 .*EAPI:Invalid signature/],
    ['another method', () => ({ method: 'GET' }), /^200 .*EGeneral:Unknown method/],
    ['a path from the prototype', () => ({ path: '/0/private/constructor' }), /^200 .*EGeneral:Unknown method/],
  ],
}
const ROWS = (Object.entries(SPOILINGS) as [ExchangeId, readonly Spoiling[]][]).flatMap(([exchange, list]) =>
  list.map(([what, spoil, says]) => ({ exchange, what, spoil, says })),
)

describe('a signed request', () => {
  test.each(['binance', 'okx', 'bybit', 'kraken'] as const)('of %s is answered', async (exchange) => {
    expect(await sent(exchange, signed(exchange))).toMatch(/^200 .*(trader|USDT)/)
  })

  test.each(ROWS)('of $exchange with $what is refused', async ({ exchange, spoil, says }) => {
    const request = signed(exchange)
    expect(await sent(exchange, { ...request, ...spoil(request) })).toMatch(says)
  })

  test('of Binance may be signed in its body, in its query, or in both', async () => {
    const { headers, query } = signed('binance')
    const account = simulator.account('binance', 'trader')
    const inBoth = SIGNERS.binance(account, '/api/v3/order/test', {
      method: 'POST',
      params: { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' },
    })
    expect(await sent('binance', inBoth)).toBe('200 {}')
    expect(await sent('binance', { ...inBoth, query: inBoth.body, body: '' })).toBe('200 {}')
    expect(await sent('binance', { method: 'GET', path: '/api/v3/account', query, body: '', headers })).toMatch(/^200/)
  })

  test('of Kraken has a nonce greater than all before it, and may be JSON', async () => {
    const first = signed('kraken')
    const second = signed('kraken')
    expect(await sent('kraken', second)).toMatch(/^200 .*"error":\[\]/)
    for (const request of [second, first]) expect(await sent('kraken', request)).toMatch(/EAPI:Invalid nonce/)
    expect(await sent('kraken', signed('kraken'))).toMatch(/^200 .*"error":\[\]/)
    // Nonces are counted per key.
    expect(
      await sent('kraken', { ...SIGNERS.kraken(simulator.account('kraken', 'reader'), PATHS.kraken, { time: 1 }) }),
    ).toMatch(/"error":\[\]/)
  })

  test('with a body that is no call is cut off, and the next one is served', async () => {
    const request = { ...signed('kraken'), body: 'x'.repeat(100_000) }
    await sent('kraken', request).then(
      (answer) => expect(answer).toMatch(/^413/),
      // The exchange closes while the client is still writing.
      (error: unknown) => expect(String(error)).toMatch(/fetch failed/),
    )
    expect(await sent('kraken', signed('kraken'))).toMatch(/^200 .*"error":\[\]/)
  })
})

describe('a key of the derivatives of Kraken', () => {
  const CHECK = '/api/auth/v1/api-keys/v3/check'
  const ACCOUNTS = '/derivatives/api/v3/accounts'
  const ask = async (request: SignedRequest) => {
    const { status, body } = await send(simulator.origin, 'kraken-futures', request)
    return `${status} ${JSON.stringify(body)}`
  }
  const of = (name: string) => simulator.account('kraken', name)

  test.each([
    ['futures-trader', 'FULL_ACCESS', 'NO_ACCESS'],
    ['futures-reader', 'READ_ONLY', 'NO_ACCESS'],
    ['futures-transferrer', 'FULL_ACCESS', 'FULL_ACCESS'],
  ])('%s is told that it has %s, and %s to transfers', async (name, general, transfer) => {
    const { body } = await send(simulator.origin, 'kraken-futures', signFutures(of(name), CHECK))
    expect(body).toMatchObject({ permissions: { general, transfer }, allowedCidrBlocks: [] })
  })

  test('a failed key check is a 401, any other refusal a 200', async () => {
    const wrong = { ...of('futures-trader'), secret: of('futures-reader').secret }
    expect(await ask(signFutures(wrong, CHECK))).toMatch(/^401 .*authenticationError/)
    expect(await ask(signFutures(wrong, ACCOUNTS))).toMatch(/^200 .*authenticationError/)
    expect(await ask(signFutures(of('trader'), CHECK))).toMatch(/^401 .*authenticationError/)
  })

  test('a nonce may be left out; a sent nonce must grow', async () => {
    const sendWith = (value?: string) => ask(signFutures(of('futures-trader'), ACCOUNTS, value))
    expect(await sendWith()).toMatch(/^200 .*"success"/)
    expect(await sendWith('10')).toMatch(/"success"/)
    expect(await sendWith('10')).toMatch(/nonceDuplicate/)
    expect(await sendWith('9')).toMatch(/nonceBelowThreshold/)
    expect(await sendWith('ten')).toMatch(/nonceBelowThreshold/)
    expect(await sendWith('11')).toMatch(/"success"/)
    expect(await sendWith()).toMatch(/"success"/)
  })
})

describe('an order that is only tried', () => {
  const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', quantity: '0.001', price: '50000' }
  const tried = (params: Record<string, string>, name = 'trader', prefix = 'binance', path = '/api/v3/order/test') =>
    send(
      simulator.origin,
      prefix,
      SIGNERS.binance(simulator.account('binance', name), path, { method: 'POST', params }),
    ).then(({ status, body }) => `${status} ${JSON.stringify(body)}`)
  const { quantity: _, ...noQuantity } = LIMIT
  test.each([
    ['as it should be', LIMIT, /^200 \{\}/],
    ['by money', { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quoteOrderQty: '20' }, /^200 \{\}/],
    ['with zeros behind', { ...LIMIT, quantity: '0.00100000000' }, /^200 \{\}/],
    ['of an unknown market', { ...LIMIT, symbol: 'BTCXXX' }, /-1121/],
    ['of no market', { ...LIMIT, symbol: '' }, /-1102.*symbol/],
    ['on no side', { ...LIMIT, side: 'HOLD' }, /-1117/],
    ['of no type', { ...LIMIT, type: 'GUESS' }, /-1116/],
    ['without a size', noQuantity, /-1102.*quantity/],
    ['of nothing', { ...LIMIT, quantity: '0.000' }, /-1013/],
    ['of less than a lot', { ...LIMIT, quantity: '0.0000000001' }, /-1013.*LOT_SIZE/],
    ['between ticks', { ...LIMIT, price: '50000.0000001' }, /-1013.*PRICE_FILTER/],
    ['without a price', { ...LIMIT, price: 'cheap' }, /-1102.*price/],
  ])('%s', async (_what, params, says) => {
    expect(await tried(params)).toMatch(says)
  })

  test('needs the right to trade that market, which only it shows on the test network', async () => {
    expect(await tried(LIMIT, 'reader')).toMatch(/^401 .*-2015/)
    const futures = '/fapi/v1/order/test'
    expect(await tried(LIMIT, 'trader', 'binance-usdm', futures)).toMatch(/^200 \{\}/)
    expect(await tried(LIMIT, 'spot-trader', 'binance-usdm', futures)).toMatch(/^401 .*-2015/)
    expect(await tried(LIMIT, 'tester', 'binance-testnet')).toMatch(/^200 \{\}/)
    expect(await tried(LIMIT, 'test-reader', 'binance-testnet')).toMatch(/^401 .*-2015/)
    const asked = SIGNERS.binance(simulator.account('binance', 'tester'), '/sapi/v1/account/apiRestrictions')
    expect((await send(simulator.origin, 'binance-testnet', asked)).status).toBe(404)
  })

  test('says so on Kraken; a real order must not rest', async () => {
    const order = { pair: 'XBTUSD', type: 'buy', ordertype: 'limit', volume: '0.01', price: '50000' }
    const ask = (params: Record<string, string>, name = 'trader') => {
      nonce = Math.max(nonce + 1, Date.now())
      return sent(
        'kraken',
        SIGNERS.kraken(simulator.account('kraken', name), '/0/private/AddOrder', { params, time: nonce }),
      )
    }
    const valid = { ...order, validate: 'true' }
    expect(await ask(valid)).toMatch(/"order":"buy 0.01 XBTUSD @ limit 50000"/)
    expect(await ask(order)).toMatch(/EGeneral:Invalid arguments:timeinforce/)
    expect(await ask({ ...valid, pair: 'NONE' })).toMatch(/EQuery:Unknown asset pair/)
    expect(await ask({ ...valid, volume: '-1' })).toMatch(/EGeneral:Invalid arguments:volume/)
    expect(await ask(valid, 'reader')).toMatch(/EGeneral:Permission denied/)
    simulator.script({ kind: 'maintenance', exchange: 'kraken', status: 'cancel_only' })
    expect(await ask(valid)).toMatch(/EService:Market in cancel_only mode/)
  })
})

describe('a scripted refusal', () => {
  const SAID: Readonly<Record<NonNullable<Fault['why']>, Readonly<Record<ExchangeId, RegExp>>>> = {
    unknown: { binance: /-2015/, okx: /50119/, bybit: /10003/, kraken: /EAPI:Invalid key/ },
    signature: { binance: /-1022/, okx: /50113/, bybit: /10004/, kraken: /EAPI:Invalid signature/ },
    clock: { binance: /-1021/, okx: /50102/, bybit: /10002/, kraken: /EAPI:Invalid nonce/ },
    address: { binance: /-2015/, okx: /50110.*127\.0\.0\.1/, bybit: /10010/, kraken: /EGeneral:Permission denied/ },
    expired: { binance: /-2015/, okx: /^403 .*50100/, bybit: /33004/, kraken: /EAPI:Invalid key/ },
    permission: { binance: /-2015/, okx: /^200 .*50120/, bybit: /10005/, kraken: /EGeneral:Permission denied/ },
    lockout: { binance: /-1002/, okx: /50114/, bybit: /10009/, kraken: /EGeneral:Temporary lockout/ },
    maintenance: { binance: /^503/, okx: /^503 .*50001/, bybit: /10016/, kraken: /EService:Unavailable/ },
  }
  const rows = (Object.keys(SAID) as (keyof typeof SAID)[]).flatMap((why) =>
    (Object.keys(SAID[why]) as ExchangeId[]).map((exchange) => ({ why, exchange })),
  )
  test.each(rows)('of $exchange: $why, in its own words, as often as scripted', async ({ why, exchange }) => {
    simulator.script({ kind: 'key-refused', exchange, why, count: 1 })
    expect(await sent(exchange, signed(exchange))).toMatch(SAID[why][exchange])
    expect(await sent(exchange, signed(exchange))).toMatch(/^200 .*(trader|USDT)/)
  })

  test('strikes one exchange only; maintenance leaves the books of the others alone', async () => {
    simulator.script({ kind: 'maintenance', exchange: 'okx' })
    expect(await sent('okx', signed('okx'))).toMatch(/50001/)
    for (const exchange of ['binance', 'bybit', 'kraken'] as const)
      expect(await sent(exchange, signed(exchange))).toMatch(/^200/)
    const status = await fetch(`${simulator.origin}/kraken/0/public/SystemStatus`)
    expect(await status.text()).toContain('"online"')
  })

  test('of another exchange is not announced on the streams of Kraken', async () => {
    const reader = await connect(simulator.origin, '/kraken/v2')
    await reader.frame((text) => text.includes('"online"'))
    const told = reader.frames.length
    const end = simulator.script({ kind: 'maintenance', exchange: 'okx', ms: 1 })
    await pause(100)
    end()
    expect(reader.frames.slice(told)).toEqual([])
    simulator.script({ kind: 'maintenance', exchange: 'kraken', ms: 60_000 })
    expect(await reader.frame((text) => text.includes('"status"'), told)).toContain('"maintenance"')
    reader.close()
  })

  test('is read from a script, with every mistake in it', () => {
    const good = [
      { kind: 'key-refused', why: 'address', exchange: 'okx' },
      { kind: 'permissions', rights: 'withdraw', shape: 'missing' },
      { kind: 'server-error', rate: 0.5 },
    ]
    expect(parseFaults(JSON.stringify(good))).toEqual(good)
    const bad = [{ kind: 'key-refused' }, { kind: 'permissions', rights: 'all' }, { kind: 'permissions', shape: 1 }]
    expect(() => parseFaults(JSON.stringify(bad))).toThrow(
      /why is missing[\s\S]*rights must be one of[\s\S]*shape must be/,
    )
  })
})

test.each([
  ['trader', 'UNIFIED', /"retCode":0.*"accountType":"UNIFIED"/],
  ['trader', 'SPOT', /"retCode":10001/],
  ['trader', '', /"retCode":10001.*null/],
  ['classic', 'UNIFIED', /"retCode":10028/],
  ['classic', 'SPOT', /"retCode":0.*"coin":"BTC"/],
  ['classic', 'CONTRACT', /"retCode":0.*"coin":\[\]/],
])('Bybit: the wallet of %s as %j', async (name, accountType, says) => {
  const account = simulator.account('bybit', name)
  const params: Record<string, string> = accountType === '' ? {} : { accountType }
  expect(await sent('bybit', SIGNERS.bybit(account, '/v5/account/wallet-balance', { params }))).toMatch(says)
})

test('a permission of another type than documented is sent with that type', async () => {
  simulator.script({ kind: 'permissions', rights: 'withdraw', shape: 'mistyped' })
  const asked = SIGNERS.binance(simulator.account('binance', 'trader'), '/sapi/v1/account/apiRestrictions')
  expect((await send(simulator.origin, 'binance', asked)).body).toMatchObject({ enableWithdrawals: 'true' })
  expect(await sent('bybit', signed('bybit'))).toMatch(/"Wallet":"Withdraw"/)
})

describe('the limits of signed calls', () => {
  let strict: Simulator
  beforeAll(async () => {
    strict = await startSimulator({ seed: 9, symbols: 1, port: 0 })
  })
  afterAll(() => strict.stop())
  const ask = async (exchange: ExchangeId, path: string, times: number) => {
    const answers: string[] = []
    let headers = new Headers()
    for (let i = 0; i < times; i += 1) {
      const request = SIGNERS[exchange](
        strict.account(exchange, 'trader'),
        path,
        exchange === 'kraken' ? { time: 1_000 + i } : {},
      )
      const answer = await send(strict.origin, exchange, request)
      headers = answer.headers
      answers.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return { answers, headers }
  }

  test('OKX: five configurations in two seconds, and another user has five more', async () => {
    holdDate()
    const { answers } = await ask('okx', '/api/v5/account/config', 11)
    expect(answers.filter((one) => /^429 .*50011/.test(one))).toHaveLength(6)
    const other = SIGNERS.okx(strict.account('okx', 'reader'), '/api/v5/account/config')
    expect((await send(strict.origin, 'okx', other)).status).toBe(200)
  })

  test('Bybit: ten keys in a second, and headers tell what is left', async () => {
    holdDate()
    const { answers, headers } = await ask('bybit', '/v5/user/query-api', 21)
    expect(answers.filter((one) => one.includes('10006'))).toHaveLength(11)
    expect(headers.get('x-bapi-limit')).toBe('10')
    expect(headers.get('x-bapi-limit-status')).toMatch(/^\d+$/)
  })

  test('Kraken: a counter of twenty that sinks slowly', async () => {
    holdDate()
    const { answers } = await ask('kraken', '/0/private/Balance', 24)
    expect(answers.slice(0, 20).every((one) => one.includes('"error":[]'))).toBe(true)
    expect(answers.filter((one) => one.includes('EAPI:Rate limit exceeded'))).toHaveLength(4)
  })

  test('Binance: signed calls weigh like all others', async () => {
    holdDate()
    const { headers } = await ask('binance', '/api/v3/account', 3)
    expect(headers.get('x-mbx-used-weight-1m')).toBe('60')
  })
})
