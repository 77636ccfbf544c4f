import { EXCHANGES, type ExchangeId } from '@makas/domain'
import type { Listing } from '../market/instrument.ts'
import { startUsd } from '../market/listings.ts'
import { type Random, seededRandom } from '../random.ts'
import { credentialsOf } from './credentials.ts'
import { FEE_TIERS } from './fee-tiers.ts'
import { AMOUNT_DECIMALS, type Holding, type PermissionShape, type Rights, type TestAccount } from './test-account.ts'

const NONE: Rights = { read: false, spotTrade: false, futuresTrade: false, withdraw: false, transfer: false }
const READ: Rights = { ...NONE, read: true }
const TRADE: Rights = { ...READ, spotTrade: true, futuresTrade: true }

/** Loopback addresses, IPv4 and IPv6. */
const HERE = ['127.0.0.1', '::1']
/** An address reserved for documentation (RFC 5737), from which no call comes. */
const ELSEWHERE = ['203.0.113.7']

/** An account to make on each of these exchanges. Fields that are left out are as in `trader`. */
interface Plan {
  readonly name: string
  readonly purpose: string
  readonly on: readonly ExchangeId[]
  readonly system?: 'futures'
  readonly isTest?: boolean
  readonly rights?: Rights
  readonly addresses?: readonly string[]
  readonly isExpired?: boolean
  readonly shape?: PermissionShape
  readonly isClassic?: boolean
  /** Whether the account has the better fee tier. */
  readonly isFavoured?: boolean
  readonly isEmpty?: boolean
  /** Whether the account holds some of every listed coin, so that it can sell any coin first. */
  readonly isStocked?: boolean
}

const TESTNETS: readonly ExchangeId[] = ['binance', 'okx', 'bybit']
const KRAKEN: readonly ExchangeId[] = ['kraken']

/** Accounts for users of the demo market. Exchanges count calls by key, so each user needs a key. */
export const GUESTS: readonly string[] = Array.from({ length: 24 }, (_, at) => `guest-${at + 1}`)

const PLANS: readonly Plan[] = [
  { name: 'trader', purpose: 'reads and trades, better fees', on: EXCHANGES, isFavoured: true },
  { name: 'reader', purpose: 'reads only', on: EXCHANGES, rights: READ },
  { name: 'spot-trader', purpose: 'trades spot only', on: TESTNETS, rights: { ...TRADE, futuresTrade: false } },
  { name: 'withdrawer', purpose: 'may withdraw', on: EXCHANGES, rights: { ...TRADE, withdraw: true } },
  {
    name: 'transferrer',
    purpose: 'may move money, not withdraw it',
    on: ['binance', 'bybit', 'kraken'],
    rights: { ...TRADE, transfer: true },
  },
  { name: 'blind', purpose: 'trades and may not read', on: ['binance', 'kraken'], rights: { ...TRADE, read: false } },
  { name: 'bound-here', purpose: 'works from this machine only', on: EXCHANGES, addresses: HERE },
  { name: 'bound-elsewhere', purpose: 'works from another machine only', on: EXCHANGES, addresses: ELSEWHERE },
  { name: 'expired', purpose: 'no longer valid', on: EXCHANGES, isExpired: true },
  { name: 'unclear', purpose: 'its withdrawal field is missing', on: EXCHANGES, shape: 'missing' },
  { name: 'novel', purpose: 'has a permission that nobody knows', on: EXCHANGES, shape: 'added' },
  { name: 'empty', purpose: 'holds nothing', on: EXCHANGES, isEmpty: true },
  { name: 'classic', purpose: 'not a unified account', on: ['bybit'], isClassic: true },
  { name: 'tester', purpose: 'test network, reads and trades', on: TESTNETS, isTest: true, isStocked: true },
  { name: 'test-reader', purpose: 'test network, reads only', on: TESTNETS, isTest: true, rights: READ },
  { name: 'futures-trader', purpose: 'derivatives, reads and trades', on: KRAKEN, system: 'futures', isFavoured: true },
  { name: 'futures-reader', purpose: 'derivatives, reads only', on: KRAKEN, system: 'futures', rights: READ },
  {
    name: 'futures-transferrer',
    purpose: 'derivatives, may move money out',
    on: KRAKEN,
    system: 'futures',
    rights: { ...TRADE, transfer: true },
  },
  ...GUESTS.map((name) => ({
    name,
    purpose: 'for a person of the demo market',
    on: EXCHANGES,
    isFavoured: true,
    isStocked: true,
  })),
]

/** Wallet, asset and value (about, in USD). Several wallets must not be taken for one sum. */
const SPOT: readonly (readonly [Holding['wallet'], string, number])[] = [
  ['trading', 'USDT', 24_000],
  ['trading', 'USDC', 3_000],
  ['trading', 'BTC', 30_000],
  ['trading', 'ETH', 9_000],
  ['trading', 'SOL', 4_000],
]
const HELD: Readonly<Record<ExchangeId, typeof SPOT>> = {
  binance: [...SPOT, ['trading', 'TRY', 800], ['funding', 'USDT', 1_200], ['futures', 'USDT', 6_000]],
  okx: [...SPOT, ['trading', 'TRY', 500], ['funding', 'USDT', 2_500], ['funding', 'BTC', 400]],
  bybit: [...SPOT, ['funding', 'USDT', 900]],
  kraken: [...SPOT, ['trading', 'USD', 7_000], ['trading', 'EUR', 1_500], ['funding', 'ETH', 700]],
}
const FUTURES: typeof SPOT = [
  ['futures', 'USD', 8_000],
  ['futures', 'BTC', 2_000],
]

function hold(random: Random, [wallet, asset, usd]: (typeof SPOT)[number]): Holding {
  const total = Math.round((usd / startUsd(asset)) * random.between(0.6, 1.4) * 10 ** AMOUNT_DECIMALS)
  // About a third of the assets have something in open orders.
  const locked = random.below(3) === 0 ? Math.floor(total * random.between(0.05, 0.3)) : 0
  return { wallet, asset, free: total - locked, locked }
}

/** Value of each coin of a stocked account (about, in USD). */
const STOCK_USD = 300
/** Cap of the units of a holding: orders may double it, and it must stay an exact integer. */
const MOST_UNITS = Number.MAX_SAFE_INTEGER / 2

/** Holdings of listed coins that the account does not hold yet, under the exchange's own names. */
function stock(random: Random, listed: readonly Listing[], held: readonly Holding[]): Holding[] {
  return listed.flatMap(({ base, baseName, multiplier }) => {
    if (held.some(({ asset }) => asset === baseName)) return []
    const units = Math.round(
      (STOCK_USD / (startUsd(base) * multiplier)) * random.between(0.6, 1.4) * 10 ** AMOUNT_DECIMALS,
    )
    return units > MOST_UNITS ? [] : [{ wallet: 'trading', asset: baseName, free: units, locked: 0 }]
  })
}

function accountOf(seed: number, exchange: ExchangeId, plan: Plan, listed: readonly Listing[]): TestAccount {
  const random = seededRandom(seed, `account ${exchange} ${plan.name}`)
  const system = plan.system ?? 'main'
  const { lowest, better } = FEE_TIERS[exchange]
  const held = plan.isEmpty ? [] : (system === 'futures' ? FUTURES : HELD[exchange]).map((one) => hold(random, one))
  return {
    exchange,
    system,
    name: plan.name,
    purpose: plan.purpose,
    world: plan.isTest ? 'test' : 'live',
    ...credentialsOf(seed, exchange, plan.name),
    rights: plan.rights ?? TRADE,
    addresses: plan.addresses ?? [],
    isExpired: plan.isExpired ?? false,
    shape: plan.shape ?? 'documented',
    isUnified: !plan.isClassic,
    fees: plan.isFavoured ? better : lowest,
    holdings: plan.isStocked ? [...held, ...stock(random, listed, held)] : held,
  }
}

/** Every test account of the four exchanges. Keys and holdings follow from the seed. `listings`: all spot markets. */
export const seededAccounts = (seed: number, listings: readonly Listing[]): TestAccount[] =>
  EXCHANGES.flatMap((exchange) => {
    const listed = listings.filter((one) => one.exchange === exchange && one.quote === 'USDT')
    return PLANS.filter((plan) => plan.on.includes(exchange)).map((plan) => accountOf(seed, exchange, plan, listed))
  })
