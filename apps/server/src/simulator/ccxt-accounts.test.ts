import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { startSimulator, type TestAccount } from './index.ts'
import { clientOf, type PrivateClient } from './testing/ccxt-client.ts'

const SEED = 5

afterEach(() => simulator.clearFaults())

const open = (exchange: ExchangeId, name: string) => clientOf(simulator.origin, simulator.account(exchange, name))

const simulator = await startSimulator({ seed: SEED, symbols: 6, port: 0, limits: false })
afterFile(() => simulator.stop())
// Loads the lists of markets and coins once, with a good key; later clients share them.
for (const exchange of EXCHANGES) await open(exchange, 'trader')
for (const exchange of ['binance', 'okx', 'bybit'] as const) await open(exchange, 'tester')
await open('kraken', 'futures-trader')

/** Result of a permission call, read as the documents put it; null: the answer did not say. */
interface PermissionReading {
  readonly canTrade: boolean
  readonly canTradeFutures: boolean
  readonly canWithdraw: boolean | null
  readonly canTransfer: boolean
}

type Fields = Record<string, boolean | undefined>

const READERS: Readonly<Record<string, (client: PrivateClient) => Promise<PermissionReading>>> = {
  binance: async (client) => {
    const said = (await client.request('account/apiRestrictions', 'sapi')) as Fields
    return {
      canTrade: said.enableSpotAndMarginTrading === true,
      canTradeFutures: said.enableFutures === true,
      canWithdraw: said.enableWithdrawals ?? null,
      canTransfer: said.enableInternalTransfer === true && said.permitsUniversalTransfer === true,
    }
  },
  okx: async (client) => {
    const { data } = (await client.request('account/config', 'private')) as {
      data: [{ perm?: string; acctLv: string }]
    }
    const words = data[0].perm?.split(',')
    const canTrade = words?.includes('trade') ?? false
    return {
      canTrade,
      canTradeFutures: canTrade && Number(data[0].acctLv) >= 2,
      canWithdraw: words ? words.includes('withdraw') : null,
      canTransfer: false,
    }
  },
  bybit: async (client) => {
    const { result } = (await client.request('v5/user/query-api', 'private')) as {
      result: { readOnly: number; permissions: Record<string, string[]> }
    }
    const has = (list: string, word: string) => result.permissions[list]?.includes(word) ?? false
    return {
      canTrade: result.readOnly === 0 && has('Spot', 'SpotTrade'),
      canTradeFutures: result.readOnly === 0 && has('ContractTrade', 'Order') && has('ContractTrade', 'Position'),
      canWithdraw: result.permissions.Wallet ? has('Wallet', 'Withdraw') : null,
      canTransfer: has('Wallet', 'AccountTransfer'),
    }
  },
  kraken: async (client) => {
    const { result } = (await client.request('GetApiKeyInfo', 'private', 'POST')) as {
      result: { permissions?: string[] }
    }
    const words = result.permissions
    return {
      canTrade: ['modify-trades', 'close-trades'].every((word) => words?.includes(word)),
      canTradeFutures: false,
      canWithdraw: words ? words.includes('withdraw-funds') : null,
      canTransfer: ['add-withdraw-address', 'update-withdraw-address'].some((word) => words?.includes(word)),
    }
  },
}

/** Accounts whose permission call is answered; for the others the signed call is refused. */
const isAnswered = (one: TestAccount) =>
  one.system === 'main' &&
  !one.isExpired &&
  one.name !== 'bound-elsewhere' &&
  (one.exchange !== 'binance' || one.world === 'live')

const AMOUNT = 1e8
/** ccxt's code of a holding. */
const codeOf = ({ wallet, asset }: TestAccount['holdings'][number]) =>
  wallet === 'funding' && asset === 'ETH' ? 'ETH.F' : asset
const WALLETS: Readonly<Record<ExchangeId, readonly (readonly [wallet: string, params: object])[]>> = {
  binance: [
    ['trading', { type: 'spot' }],
    ['futures', { type: 'swap', subType: 'linear' }],
    ['funding', { type: 'funding' }],
  ],
  okx: [
    ['trading', {}],
    ['funding', { type: 'funding' }],
  ],
  bybit: [
    ['trading', {}],
    ['funding', { type: 'funding' }],
  ],
  kraken: [['trading', {}]],
}

describe.each(EXCHANGES)('an independent client with a key of %s', (exchange) => {
  test('reads the permissions of every account as they are', async () => {
    const accounts = simulator.accounts.filter((one) => one.exchange === exchange && isAnswered(one))
    expect(accounts.length).toBeGreaterThan(8)
    for (const { name, rights, shape } of accounts) {
      const read = await READERS[exchange]?.(await open(exchange, name))
      // Where one field holds all permissions, nothing is known without it.
      const isSaid = shape !== 'missing' || exchange === 'binance' || exchange === 'bybit'
      expect({ name, ...read }).toEqual({
        name,
        canTrade: isSaid && rights.spotTrade,
        canTradeFutures: isSaid && rights.futuresTrade && exchange !== 'kraken',
        canWithdraw: shape === 'missing' ? null : rights.withdraw,
        canTransfer: rights.transfer,
      })
    }
  })

  test('reads what every account holds in each wallet, no more and no less', async () => {
    const accounts = simulator.accounts.filter(
      (one) => one.exchange === exchange && isAnswered(one) && one.rights.read && one.isUnified && one.world === 'live',
    )
    for (const { name, holdings, rights } of accounts) {
      const client = await open(exchange, name)
      for (const [wallet, params] of WALLETS[exchange]) {
        if (wallet === 'futures' && rights.spotTrade && !rights.futuresTrade) continue
        const balance = await client.fetchBalance(params)
        // Kraken lists holdings that earn rewards in the same answer.
        const here = holdings.filter((one) => one.wallet === wallet || exchange === 'kraken')
        const shown = Object.entries((balance.total ?? {}) as Record<string, number>).filter(([, total]) => total > 0)
        expect(shown.map(([asset]) => asset).sort(), name).toEqual(here.map(codeOf).sort())
        for (const one of here) {
          const held = balance[codeOf(one)]
          expect({ name, wallet, asset: one.asset, free: held?.free, total: held?.total }).toEqual({
            name,
            wallet,
            asset: one.asset,
            free: one.free / AMOUNT,
            total: (one.free + one.locked) / AMOUNT,
          })
          expect(held?.used).toBeCloseTo(one.locked / AMOUNT, 8)
        }
      }
    }
  })

  test('is told the fees of its own tier, not those of the public list', async () => {
    const spot = exchange === 'kraken' ? 'BTC/USD' : 'BTC/USDT'
    for (const name of ['trader', 'reader']) {
      const client = await open(exchange, name)
      const { fees } = simulator.account(exchange, name)
      expect(await client.fetchTradingFee(spot)).toMatchObject({
        maker: fees.spot.maker / 1e6,
        taker: fees.spot.taker / 1e6,
      })
      if (exchange === 'kraken') continue
      expect(await client.fetchTradingFee('BTC/USDT:USDT')).toMatchObject({
        maker: fees.perp.maker / 1e6,
        taker: fees.perp.taker / 1e6,
      })
    }
    expect(simulator.account(exchange, 'trader').fees.spot.taker).toBeLessThan(
      simulator.account(exchange, 'reader').fees.spot.taker,
    )
  })
})

test('a key of the derivatives of Kraken is another key, and opens the account there', async () => {
  const account = simulator.account('kraken', 'futures-trader')
  const client = await clientOf(simulator.origin, account)
  const balance = await client.fetchBalance()
  for (const { asset, free, locked } of account.holdings)
    expect(balance[asset]).toMatchObject({ free: free / AMOUNT, total: (free + locked) / AMOUNT })
  expect(await client.fetchTradingFee('BTC/USD:USD')).toMatchObject({ maker: 0.00015, taker: 0.0004 })
  client.secret = simulator.account('kraken', 'futures-reader').secret
  await expect(client.fetchBalance()).rejects.toThrow(/authenticationError/)
  const spotKey = { ...simulator.account('kraken', 'trader'), system: 'futures' as const }
  await expect((await clientOf(simulator.origin, spotKey)).fetchBalance()).rejects.toThrow(/authenticationError/)
})

/** A call that every key with reading rights may make. */
const balanceOf = (client: PrivateClient) => client.fetchBalance()

/** The error's name and the exchange's message; null where the call succeeded. */
const errorOf = async (call: Promise<unknown>): Promise<string | null> => {
  try {
    await call
    return null
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name} ${error.message}` : String(error)
  }
}

const NAMES: Readonly<Record<string, Readonly<Record<ExchangeId, RegExp>>>> = {
  'a wrong secret': {
    binance: /^AuthenticationError .*-1022/,
    okx: /^AuthenticationError .*50113/,
    bybit: /^AuthenticationError .*10004/,
    kraken: /Invalid signature/,
  },
  'an unknown key': {
    binance: /^AuthenticationError .*-2015/,
    okx: /^AuthenticationError .*50119|^ExchangeError .*50119/,
    bybit: /^AuthenticationError .*10003/,
    kraken: /^AuthenticationError .*EAPI:Invalid key/,
  },
  expired: {
    binance: /^AuthenticationError .*-2015/,
    okx: /50100/,
    bybit: /^AuthenticationError .*33004/,
    kraken: /^AuthenticationError .*EAPI:Invalid key/,
  },
  'bound-elsewhere': {
    binance: /^AuthenticationError .*-2015/,
    okx: /^PermissionDenied .*50110.*127\.0\.0\.1/,
    bybit: /^PermissionDenied .*10010/,
    kraken: /^AuthenticationError .*EAPI:Invalid key/,
  },
  maintenance: {
    binance: /^OnMaintenance .*System is under maintenance/,
    okx: /^OnMaintenance .*50001/,
    bybit: /^ExchangeError .*10016/,
    kraken: /^ExchangeNotAvailable .*EService:Unavailable/,
  },
  'rate-limited': {
    binance: /^(RateLimitExceeded|DDoSProtection) .*(-1003|429)/,
    okx: /^RateLimitExceeded .*50011/,
    bybit: /^RateLimitExceeded .*10006/,
    kraken: /^(DDoSProtection|RateLimitExceeded)/,
  },
  'HTTP 500': {
    binance: /^ExchangeNotAvailable/,
    okx: /^ExchangeNotAvailable/,
    bybit: /^ExchangeNotAvailable/,
    kraken: /^ExchangeNotAvailable/,
  },
}
const matches = (what: string, exchange: ExchangeId) => NAMES[what]?.[exchange] ?? /^no such row$/

describe.each(EXCHANGES)('what goes wrong with a key of %s is told apart', (exchange) => {
  test('a wrong secret, an unknown key, an expired one, one that is bound elsewhere', async () => {
    const trader = simulator.account(exchange, 'trader')
    const { secret } = simulator.account(exchange, 'reader')
    const stranger = await startSimulator({ seed: SEED + 1, symbols: 1, port: 0 })
    const { apiKey } = stranger.account(exchange, 'trader')
    await stranger.stop()
    const cases: [string, TestAccount][] = [
      ['a wrong secret', { ...trader, secret }],
      ['an unknown key', { ...trader, apiKey }],
      ['expired', simulator.account(exchange, 'expired')],
      ['bound-elsewhere', simulator.account(exchange, 'bound-elsewhere')],
    ]
    for (const [what, account] of cases)
      expect(await errorOf(balanceOf(await clientOf(simulator.origin, account))), what).toMatch(matches(what, exchange))
    expect(await errorOf(balanceOf(await open(exchange, 'bound-here')))).toBeNull()
  })

  test('maintenance, a rate limit and a failing server, and all is well after each', async () => {
    const client = await open(exchange, 'trader')
    for (const [what, fault] of [
      ['maintenance', { kind: 'maintenance', exchange, ms: 60_000 }],
      ['rate-limited', { kind: '429', exchange }],
      ['HTTP 500', { kind: 'server-error', exchange }],
    ] as const) {
      const end = simulator.script(fault)
      expect(await errorOf(balanceOf(client)), what).toMatch(matches(what, exchange))
      end()
      expect(await errorOf(balanceOf(client)), `after ${what}`).toBeNull()
    }
  })
})

// Kraken's signed calls carry no timestamp.
test.each(['binance', 'okx', 'bybit'] as const)(
  'a clock that is a minute wrong is refused until the client has compared it: %s',
  async (exchange) => {
    const client = await open(exchange, 'trader')
    for (const ms of [-60_000, 60_000]) {
      client.options.timeDifference = 0
      const end = simulator.script({ kind: 'time-offset', exchange, ms })
      expect(await errorOf(balanceOf(client))).toMatch(/^InvalidNonce .*(-1021|50102|10002)/)
      await client.loadTimeDifference()
      expect(await errorOf(balanceOf(client))).toBeNull()
      end()
    }
  },
)

test('a key that may not read its balance is told so, and may still ask what it may do', async () => {
  const blind = {
    binance: /^AuthenticationError .*-2015|^PermissionDenied .*-2015/,
    kraken: /^PermissionDenied .*EGeneral:Permission/,
  }
  for (const [exchange, said] of Object.entries(blind) as ['binance' | 'kraken', RegExp][]) {
    const client = await open(exchange, 'blind')
    expect(await errorOf(balanceOf(client))).toMatch(said)
    expect(await READERS[exchange]?.(client)).toMatchObject({ canTrade: true })
  }
})

test('a key of Binance from before its futures account opens the spot wallet and not the futures', async () => {
  const client = await open('binance', 'spot-trader')
  expect(await errorOf(client.fetchBalance({ type: 'swap', subType: 'linear' }))).toMatch(
    /^AuthenticationError .*-2015/,
  )
  expect(await errorOf(client.fetchBalance({ type: 'spot' }))).toBeNull()
})

test('OKX: a wrong passphrase, and a key of the other world', async () => {
  const client = await open('okx', 'trader')
  client.password = 'wrong'
  expect(await errorOf(balanceOf(client))).toMatch(/^AuthenticationError .*50105/)
  const asLive = { ...simulator.account('okx', 'tester'), world: 'live' as const }
  expect(await errorOf(balanceOf(await clientOf(simulator.origin, asLive)))).toMatch(/^AuthenticationError .*50101/)
})

test.each(['binance', 'okx', 'bybit'] as const)('the test network of %s knows its own keys only', async (exchange) => {
  const tester = simulator.account(exchange, 'tester')
  const balance = await (await clientOf(simulator.origin, tester)).fetchBalance()
  const bitcoin = tester.holdings.find((one) => one.asset === 'BTC' && one.wallet === 'trading')
  expect(balance.BTC?.free).toBe((bitcoin?.free ?? 0) / AMOUNT)
  const elsewhere = { ...tester, world: 'live' as const }
  expect(await errorOf(balanceOf(await clientOf(simulator.origin, elsewhere)))).toMatch(/AuthenticationError/)
  const live = { ...simulator.account(exchange, 'trader'), world: 'test' as const }
  expect(await errorOf(balanceOf(await clientOf(simulator.origin, live)))).toMatch(/AuthenticationError/)
})

test('a classic account of Bybit has its wallet elsewhere', async () => {
  const { holdings } = simulator.account('bybit', 'classic')
  const balance = await (await open('bybit', 'classic')).fetchBalance({ type: 'spot' })
  for (const { asset, free, locked, wallet } of holdings)
    if (wallet === 'trading') expect(balance[asset]).toMatchObject({ free: free / AMOUNT, used: locked / AMOUNT })
})

describe('permissions that change while a key is in use', () => {
  test.each(EXCHANGES)('withdrawals turned on, then nothing but reading: %s', async (exchange) => {
    const client = await open(exchange, 'trader')
    const read = () => READERS[exchange]?.(client)
    expect(await read()).toMatchObject({ canWithdraw: false, canTrade: true })
    const end = simulator.script({ kind: 'permissions', exchange, rights: 'withdraw' })
    expect(await read()).toMatchObject({ canWithdraw: true, canTrade: true })
    end()
    simulator.script({ kind: 'permissions', exchange, rights: 'read-only' })
    expect(await read()).toMatchObject({ canWithdraw: false, canTrade: false })
  })

  test.each(EXCHANGES)('the field of withdrawals goes away: %s', async (exchange) => {
    const client = await open(exchange, 'trader')
    simulator.script({ kind: 'permissions', exchange, shape: 'missing' })
    expect((await READERS[exchange]?.(client))?.canWithdraw).toBeNull()
  })
})

test('the same seed makes the same accounts, another one others, and no two have a key in common', async () => {
  const again = await startSimulator({ seed: SEED, symbols: 6, port: 0 })
  const other = await startSimulator({ seed: SEED + 1, symbols: 1, port: 0 })
  expect(again.accounts).toEqual(simulator.accounts)
  const keys = [...simulator.accounts, ...other.accounts].flatMap((one) => [one.apiKey, one.secret])
  expect(new Set(keys).size).toBe(keys.length)
  await again.stop()
  await other.stop()
})
