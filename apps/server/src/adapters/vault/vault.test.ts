import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { KeyPermissions, KeyReading } from '../../app/ports/trading/key-vault.ts'
import { type Simulator, startSimulator, type TestAccount } from '../../simulator/index.ts'
import { makeKeyFile } from './testing/key-file.ts'
import { materialOf, startVault, worldOf } from './testing/vault.ts'
import type { VaultProcess } from './vault-process.ts'

let simulator: Simulator
let vault: VaultProcess
let forgetBans: () => void
const keyFile = makeKeyFile()
beforeAll(async () => {
  simulator = await startSimulator({ seed: 7, symbols: 4, port: 0, limits: false })
  ;({ vault, forgetBans } = startVault(keyFile.path, simulator.origin))
})
afterEach(() => simulator.clearFaults())
afterAll(async () => {
  vault.stop()
  keyFile.remove()
  await simulator.stop()
})

const ask = (account: TestAccount) => vault.ask(worldOf(account), materialOf(account), 'user')
const named = (exchange: ExchangeId, name: string) => simulator.account(exchange, name)

async function readOf(account: TestAccount): Promise<KeyReading> {
  const answer = await ask(account)
  if (answer.kind !== 'read') throw new Error(`${account.exchange} ${account.name}: ${answer.kind} ${answer.why}`)
  return answer
}

/** Accounts that the exchange refuses altogether. */
const isTurnedAway = ({ name, isExpired }: TestAccount) => isExpired || name === 'bound-elsewhere'
const isSpotKey = ({ system }: TestAccount) => system === 'main'

/** The documented permissions of an account with these rights, by exchange. */
function expected({ exchange, rights, shape, world }: TestAccount): KeyPermissions {
  const { read, spotTrade, futuresTrade, withdraw, transfer } = rights
  if (world === 'test' && exchange === 'binance')
    return { read: true, spotTrade, futuresTrade, withdraw: null, transfer: null }
  const isUnsaid = shape === 'missing' || shape === 'mistyped'
  const all: KeyPermissions = { read, spotTrade, futuresTrade, withdraw, transfer }
  switch (exchange) {
    case 'binance':
      return isUnsaid ? { ...all, withdraw: null } : all
    case 'bybit':
      return isUnsaid ? { ...all, withdraw: null, transfer: null } : all
    case 'okx':
      return isUnsaid
        ? { read: null, spotTrade: null, futuresTrade: null, withdraw: null, transfer: null }
        : { ...all, transfer: false }
    case 'kraken':
      return isUnsaid
        ? { read: null, spotTrade: null, futuresTrade: false, withdraw: null, transfer: null }
        : { ...all, futuresTrade: false }
  }
}

const UNIT = 100_000_000n
const amount = (units: number) => {
  const text = `${BigInt(units) / UNIT}.${String(BigInt(units) % UNIT).padStart(8, '0')}`
  return text.replace(/\.?0+$/, '')
}
const heldBy = (account: TestAccount, wallet: string) =>
  account.holdings
    .filter((one) => one.wallet === wallet)
    .map(({ asset, free, locked }) => ({
      asset,
      free: amount(free),
      used: amount(locked),
      total: amount(free + locked),
    }))
const byAsset = (left: { asset: string }, right: { asset: string }) => (left.asset < right.asset ? -1 : 1)
const millionths = (fee: number) => `0.${String(fee).padStart(6, '0')}`.replace(/0+$/, '')

describe.each(EXCHANGES)('[SEC-45] through the vault, a key of %s', (exchange) => {
  test('tells every permission of every account as it is', async () => {
    const accounts = simulator.accounts.filter(
      (one) => one.exchange === exchange && isSpotKey(one) && !isTurnedAway(one),
    )
    expect(accounts.length).toBeGreaterThan(7)
    for (const account of accounts)
      expect({ name: account.name, ...(await readOf(account)).permissions }).toEqual({
        name: account.name,
        ...expected(account),
      })
  })

  test('tells to the last digit what an order is paid from, and what the account pays', async () => {
    for (const name of ['trader', 'reader', 'empty', exchange === 'kraken' ? 'novel' : 'tester']) {
      const account = named(exchange, name)
      const { balances, fees, permissions } = await readOf(account)
      if (balances.kind !== 'read' || fees.kind !== 'read') throw new Error(`${name}: a part is missing`)
      const earning = exchange === 'kraken' ? heldBy(account, 'funding').map((one) => ({ ...one, asset: 'ETH.F' })) : []
      expect([...balances.value.trading].sort(byAsset)).toEqual(
        [...heldBy(account, 'trading'), ...earning].sort(byAsset),
      )
      const hasOwn = exchange === 'binance' && permissions.futuresTrade === true
      expect(balances.value.futures).toEqual(hasOwn ? heldBy(account, 'futures') : null)
      const perp = permissions.futuresTrade ? millionths(account.fees.perp.taker) : null
      expect(fees.value).toEqual({ spot: millionths(account.fees.spot.taker), perp })
    }
  })

  test('is turned away for its own reason', async () => {
    const trader = named(exchange, 'trader')
    const other = named(exchange, 'reader')
    const stranger = { ...trader, apiKey: strangeKey(trader.apiKey) }
    const cases: readonly (readonly [string, TestAccount, Readonly<Record<ExchangeId, string>>])[] = [
      ['a wrong secret', { ...trader, secret: other.secret }, every('signature')],
      ['an unknown key', stranger, { binance: 'key-or-address', okx: 'key', bybit: 'key', kraken: 'key-or-address' }],
      [
        'an expired key',
        named(exchange, 'expired'),
        { binance: 'key-or-address', okx: 'expired', bybit: 'expired', kraken: 'key-or-address' },
      ],
      [
        'another address',
        named(exchange, 'bound-elsewhere'),
        { binance: 'key-or-address', okx: 'address', bybit: 'address', kraken: 'key-or-address' },
      ],
    ]
    for (const [what, account, why] of cases)
      expect([what, await ask(account)]).toEqual([what, { kind: 'refused', why: why[exchange] }])
  })

  test('is told apart from an exchange that cannot answer now, and is good again afterwards', async () => {
    const trader = named(exchange, 'trader')
    for (const [fault, why] of [
      [{ kind: 'maintenance', exchange, ms: 60_000 }, 'maintenance'],
      [{ kind: '429', exchange }, 'rate-limited'],
      [{ kind: 'server-error', exchange }, 'server-error'],
      [{ kind: 'huge-body', exchange }, 'unreadable'],
    ] as const) {
      const end = simulator.script(fault)
      expect([fault.kind, await ask(trader)]).toMatchObject([fault.kind, { kind: 'unreachable', why }])
      end()
      forgetBans()
      expect((await ask(trader)).kind).toBe('read')
    }
  })

  test('shows a permission that was given or taken while it is in use', async () => {
    const trader = named(exchange, 'trader')
    const end = simulator.script({ kind: 'permissions', exchange, rights: 'withdraw' })
    expect((await readOf(trader)).permissions).toMatchObject({ withdraw: true, spotTrade: true })
    end()
    simulator.script({ kind: 'permissions', exchange, rights: 'read-only' })
    expect((await readOf(trader)).permissions).toMatchObject({ withdraw: false, spotTrade: false })
  })
})

const every = (why: string): Readonly<Record<ExchangeId, string>> => ({
  binance: why,
  okx: why,
  bybit: why,
  kraken: why,
})
/** A key of the same form that no account has. */
const strangeKey = (key: string) => [...key].reverse().join('')

test.each(['binance', 'okx', 'bybit'] as const)(
  'a clock that is a minute off is compared and overcome: %s',
  async (exchange) => {
    for (const ms of [-60_000, 60_000]) {
      const end = simulator.script({ kind: 'time-offset', exchange, ms })
      expect((await ask(named(exchange, 'trader'))).kind).toBe('read')
      end()
    }
    simulator.script({ kind: 'key-refused', exchange, why: 'clock' })
    expect(await ask(named(exchange, 'trader'))).toEqual({ kind: 'refused', why: 'clock' })
  },
)
