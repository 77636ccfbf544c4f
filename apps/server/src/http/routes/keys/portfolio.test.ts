import { PATHS, PersonalRows, Portfolio } from '@makas/contract'
import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterEach, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import type { TestAccount } from '../../../simulator/index.ts'
import { startKeyServer } from '../../testing/key-server.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import { type SignedIn, send, signUp } from '../../testing/user-server.ts'

let users = 0
afterEach(() => {
  server.simulator.clearFaults()
  server.simulator.resume()
})

const newUser = (): Promise<SignedIn> => signUp(server, `wallet-${++users}@example.org`)
const account = (exchange: ExchangeId, name: string) => server.simulator.account(exchange, name)

const server = await startKeyServer(1_000, { hasMarket: true })
afterFile(() => server.stop())
async function add({ exchange, apiKey, secret, passphrase, world }: TestAccount, token: string): Promise<void> {
  const body = { exchange_name: exchange, api_key: apiKey, api_secret: secret, passphrase, testnet: world === 'test' }
  const answer = await send(server, PATHS.apiKeys, body, { token })
  expect([exchange, answer.status]).toEqual([exchange, 201])
}
/** A new user with the account `name` on each of the exchanges. */
async function holder(name = 'trader', exchanges: readonly ExchangeId[] = EXCHANGES): Promise<string> {
  const { token } = await newUser()
  for (const exchange of exchanges) await add(account(exchange, name), token)
  return token
}
const ask = (path: string, token: string) => send(server, path, undefined, { token })
const portfolio = async (token: string) => Portfolio.parse(await (await ask(PATHS.portfolio, token)).json())
/** A busy machine may answer 503, with Retry-After; asks again then. */
async function rows(token: string) {
  for (;;) {
    const answer = await ask(PATHS.personalSpot, token)
    if (answer.status !== 503) return PersonalRows.parse(await answer.json()).opportunities
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
/** Token of a user with an account on each exchange. */
const trader = await holder()
await eventually(async () => (await rows(trader)).length > 0)

const UNIT = 100_000_000n
const amount = (units: number) =>
  `${BigInt(units) / UNIT}.${String(BigInt(units) % UNIT).padStart(8, '0')}`.replace(/\.?0+$/, '')

test('[CALL-08] the holdings of every account of every exchange are told to the last digit', async () => {
  const { token } = await newUser()
  const names = ['trader', 'empty']
  for (const [exchange, name] of [
    ...EXCHANGES.flatMap((exchange) => names.map((one) => [exchange, one] as const)),
    ['bybit', 'classic'] as const,
  ]) {
    const one = account(exchange, name)
    await add(one, token)
    let told: Portfolio['exchanges'][number] | undefined
    // On a busy machine an exchange may answer too late.
    await eventually(async () => {
      told = (await portfolio(token)).exchanges.find((entry) => entry.exchange === exchange)
      return told?.status !== 'unreachable'
    })
    expect([name, told?.status, told?.error, told?.testnet]).toEqual([name, 'connected', null, false])
    const expected = one.holdings
      .filter(
        ({ wallet }) =>
          wallet === 'trading' || (wallet === 'futures' && exchange === 'binance' && one.rights.futuresTrade),
      )
      .map(({ asset, wallet, free, locked }) => [asset, wallet, amount(free), amount(locked), amount(free + locked)])
    const known = told?.balances.filter(({ unvalued }) => unvalued !== 'not-listed') ?? []
    expect(known.map((held) => [held.asset, held.wallet, held.free, held.used, held.total]).sort()).toEqual(
      expected.sort(),
    )
  }
})

/** Best bid plus best ask of a book at rest, times 10^12. */
function twiceMid(exchange: ExchangeId, symbol: string): bigint {
  const { bids, asks } = server.simulator.bookOf(exchange, symbol)
  const scaled = (text: string | undefined) => {
    const [whole = '0', fraction = ''] = (text ?? '').split('.')
    return BigInt(whole + fraction.padEnd(12, '0'))
  }
  return scaled(bids[0]?.[0]) + scaled(asks[0]?.[0])
}

test('[CALL-08] values follow our own books at rest, and the sum says what it leaves out', async () => {
  server.simulator.pause()
  const held = (told: Portfolio, exchange: ExchangeId, asset: string) =>
    told.exchanges.find((one) => one.exchange === exchange)?.balances.find((one) => one.asset === asset)
  const isOfOurBooks = (told: Portfolio) => {
    const dollars = held(told, 'kraken', 'USD')
    const perDollar = 2e12 / Number(twiceMid('kraken', 'USDT/USD'))
    return (
      (
        [
          ['binance', 'BTC', 'BTC/USDT'],
          ['okx', 'ETH', 'ETH/USDT'],
          ['bybit', 'SOL', 'SOL/USDT'],
        ] as const
      ).every(([exchange, asset, symbol]) => {
        const { total, usdt_value, unvalued } = held(told, exchange, asset) ?? {}
        if (total === undefined) return false
        const units = BigInt(Math.round(Number(total) * 1e8))
        const expected = Number((units * twiceMid(exchange, symbol)) / 2n) / 1e20
        return unvalued === null && Math.abs((usdt_value ?? 0) - expected) < 1e-6
      }) && Math.abs((dollars?.usdt_value ?? 0) - Number(dollars?.total) * perDollar) < 5e-5
    )
  }
  let told = await portfolio(trader)
  // What was sent before the pause is still being read.
  await eventually(async () => {
    told = await portfolio(trader)
    return isOfOurBooks(told)
  })
  const { exchanges, total_usdt, is_partial, owned } = told
  expect(held(told, 'kraken', 'ETH.F')).toMatchObject({ usdt_value: null, unvalued: 'not-listed' })
  const all = exchanges.flatMap(({ balances }) => balances)
  const sum = all.reduce((whole, { usdt_value: value }) => whole + (value ?? 0), 0)
  expect(total_usdt).toBeCloseTo(sum, 5)
  expect(is_partial).toBe(true)
  expect(owned).toEqual(['BTC', 'ETH', 'EUR', 'SOL', 'TRY', 'USD', 'USDC', 'USDT'])
})

test('[ROLE-06] a user without connections is shown no balance, not zero', async () => {
  const { token } = await newUser()
  expect(await portfolio(token)).toMatchObject({ total_usdt: null, is_partial: false, owned: [], exchanges: [] })
  let found = await rows(token)
  await eventually(async () => {
    found = await rows(token)
    return found.length > 0
  })
  for (const row of found) {
    expect(row).toMatchObject({ affordable_size: null, net_pnl_affordable: null, limited_by: 'buy-not-connected' })
    expect([row.fees_basis, row.source]).toEqual(['public', 'demo'])
  }
  const empty = await holder('empty', ['okx'])
  expect(await portfolio(empty)).toMatchObject({ total_usdt: 0, is_partial: false, owned: [] })
})

test('money of a test network is shown without a value, and carries no row', async () => {
  const token = await holder('tester', ['okx'])
  const { total_usdt, is_partial, owned, exchanges } = await portfolio(token)
  expect([total_usdt, is_partial, owned]).toEqual([null, false, []])
  expect(exchanges).toMatchObject([{ exchange: 'okx', testnet: true, status: 'connected', error: null }])
  expect(exchanges[0]?.balances.length).toBeGreaterThan(3)
  for (const { usdt_value, unvalued } of exchanges[0]?.balances ?? [])
    expect([usdt_value, unvalued]).toEqual([null, 'test-money'])
  for (const row of await rows(token)) expect(row.affordable_size).toBeNull()
})

test('[CALL-09] rows are accounted for at the own fees, and as large as both balances allow', async () => {
  const free = new Map(
    (await portfolio(trader)).exchanges.flatMap(({ exchange, balances }) =>
      balances
        .filter(({ wallet }) => wallet === 'trading')
        .map((one): [string, number] => [`${exchange} ${one.asset}`, Number(one.free)]),
    ),
  )
  const heldOn = (exchange: string, asset: string) => free.get(`${exchange} ${asset}`) ?? 0
  const feeOf = (exchange: ExchangeId) => account(exchange, 'trader').fees.spot.taker / 1e6
  const limits = new Set<string>()
  // Some rows need more than the wallets hold, others less; the market has both within seconds.
  await eventually(async () => {
    const found = await rows(trader)
    for (const row of found) {
      const { buy_exchange: buyer, sell_exchange: seller, base, quote, affordable_size: size, limited_by } = row
      limits.add(limited_by)
      if (row.fees_basis === 'own') {
        const [fA, fB] = [feeOf(buyer), feeOf(seller)]
        const fees = (100 * (row.buy_price * fA + row.sell_price * fB)) / (row.buy_price * (1 + fA))
        expect(row.fees).toBeCloseTo(fees, 6)
      }
      const [money, coins] = [heldOn(buyer, quote), heldOn(seller, base)]
      expect([row.id, limited_by]).toEqual([row.id, expect.stringMatching(/^(market|buy-balance|sell-balance)$/)])
      expect(size).toBeLessThanOrEqual(row.size)
      expect(size).toBeLessThanOrEqual(coins + 1e-9)
      expect((size ?? 0) * row.buy_price).toBeLessThanOrEqual(money * 1.01)
      expect((row.net_pnl_affordable ?? -1) > 0).toBe((size ?? 0) > 0)
      if (limited_by === 'market') expect([size, row.net_pnl_affordable]).toEqual([row.size, row.net_pnl])
      else expect(size).toBeLessThan(row.size)
    }
    return limits.has('market') && limits.size > 1
  })
})

test('with one connection the other side of every row is unknown', async () => {
  const token = await holder('trader', ['okx'])
  let found = await rows(token)
  await eventually(async () => {
    found = await rows(token)
    return found.length > 0
  })
  for (const row of found) {
    expect(row.affordable_size).toBeNull()
    expect(row.limited_by).toBe(row.buy_exchange === 'okx' ? 'sell-not-connected' : 'buy-not-connected')
    expect(row.fees_basis).toBe([row.buy_exchange, row.sell_exchange].includes('okx') ? 'mixed' : 'public')
  }
})

const FAULTS = (exchange: ExchangeId) =>
  [
    [{ kind: 'maintenance', exchange, ms: 60_000 }, 'unreachable', 'Borsa bakımda.'],
    [{ kind: '429', exchange }, 'unreachable', 'Borsa çok sık sorulduğu için şu anda yanıt vermiyor.'],
    [{ kind: 'server-error', exchange }, 'unreachable', 'Borsa şu anda hata veriyor.'],
    [{ kind: 'huge-body', exchange, bytes: 5_000_000 }, 'unreachable', 'Borsanın yanıtı okunamadı.'],
    [{ kind: 'key-refused', exchange, why: 'signature' }, 'error', 'Secret Key yanlış.'],
  ] as const

test.each(EXCHANGES)(
  '[CALL-08] [CALL-09] a failure at %s is told beside the answers of the others',
  async (exchange) => {
    const token = await holder()
    for (const [fault, status, error] of FAULTS(exchange)) {
      // The kept answer is no longer repeated.
      server.clock.advance(5_001)
      const end = server.simulator.script(fault)
      const { exchanges, is_partial, total_usdt } = await portfolio(token)
      const found = await rows(token)
      end()
      server.forgetBans()
      const told = (one: string) => (one === exchange ? [status, error] : ['connected', null])
      const errorOf = (one: (typeof exchanges)[number]) => one.error?.replace(/ En erken .*/, '') ?? null
      expect([fault.kind, exchanges.map((one) => [one.exchange, one.status, errorOf(one)])]).toEqual([
        fault.kind,
        EXCHANGES.map((one) => [one, ...told(one)]),
      ])
      for (const one of exchanges) expect(one.balances.length > 0).toBe(one.exchange !== exchange)
      expect([is_partial, typeof total_usdt]).toEqual([true, 'number'])
      for (const row of found) {
        const unknown =
          row.buy_exchange === exchange ? 'buy-unknown' : row.sell_exchange === exchange ? 'sell-unknown' : null
        if (unknown !== null) expect(row).toMatchObject({ limited_by: unknown, affordable_size: null })
        else expect(row.affordable_size).not.toBeNull()
      }
    }
  },
)

test('a key that trades and may not read says so', async () => {
  const token = await holder('blind', ['binance', 'kraken'])
  const { exchanges, total_usdt, is_partial } = await portfolio(token)
  expect([total_usdt, is_partial]).toEqual([null, true])
  for (const one of exchanges)
    expect(one).toMatchObject({ status: 'error', error: 'API anahtarının gerekli izinleri yok.', balances: [] })
})

test('[SEC-34] nobody sees the holdings of somebody else', async () => {
  const [hers, his] = [trader, await holder('reader', ['okx'])]
  const ids = async (token: string) => (await portfolio(token)).exchanges.map(({ id }) => id)
  const [mine, other] = [await ids(hers), await ids(his)]
  expect(other.length).toBe(1)
  expect(mine.filter((id) => other.includes(id))).toEqual([])
  const own = (await portfolio(his)).exchanges[0]?.balances.find(({ asset }) => asset === 'BTC')
  const held = account('okx', 'reader').holdings.find(({ asset, wallet }) => asset === 'BTC' && wallet === 'trading')
  expect(own?.total).toBe(amount((held?.free ?? 0) + (held?.locked ?? 0)))
  for (const row of await rows(his)) expect(row.limited_by).toMatch(/not-connected$/)
})

test('while the engine is away balances are told without values, and rows are not told at all', async () => {
  const token = await holder('trader', ['okx'])
  await server.engine.stop()
  const { exchanges, total_usdt, is_partial } = await portfolio(token)
  expect([total_usdt, is_partial]).toEqual([null, true])
  expect(exchanges[0]?.balances[0]).toMatchObject({ usdt_value: null, unvalued: 'market-away' })
  const refused = await ask(PATHS.personalSpot, token)
  expect([refused.status, (await jsonOf<Refusal>(refused)).code]).toEqual([503, 'unavailable'])
  expect(refused.headers.get('retry-after')).toBe('2')
})
