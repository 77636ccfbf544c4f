import type { Caller } from '../../accounts/exchange-accounts.ts'
import { FEE_DECIMALS } from '../../accounts/fee-tiers.ts'
import { AMOUNT_DECIMALS, type Holding, holdingsIn, type TestAccount } from '../../accounts/test-account.ts'
import { wallMs } from '../../clock.ts'
import { shortText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { startUsd } from '../../market/listings.ts'
import type { Context, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { keyInfo } from './key-info.ts'
import { BybitOrders } from './orders.ts'
import { BybitPositionSettings } from './position-settings.ts'
import { type Refusal, SignedCalls } from './signed-calls.ts'

/** Path → calls a second per user. */
const LIMITS: Readonly<Record<string, number>> = {
  '/v5/user/query-api': 10,
  '/v5/account/info': 50,
  '/v5/account/wallet-balance': 50,
  '/v5/account/fee-rate': 10,
  '/v5/asset/transfer/query-account-coins-balance': 5,
  '/v5/asset/coin/query-info': 5,
  '/v5/order/create': 20,
  '/v5/order/cancel': 20,
  '/v5/order/realtime': 50,
  '/v5/order/history': 50,
  '/v5/execution/list': 50,
  '/v5/position/list': 50,
  '/v5/account/set-margin-mode': 5,
  '/v5/position/set-leverage': 10,
  '/v5/position/switch-mode': 10,
}
const CREATE = '/v5/order/create'
const CANCEL = '/v5/order/cancel'
/** Calls that change something. */
const POSTED = [CREATE, CANCEL, '/v5/account/set-margin-mode', '/v5/position/set-leverage', '/v5/position/switch-mode']
const WINDOW_MS = 1_000

/** Result of a signed call, and headers that tell the remaining calls. */
export interface PrivateAnswer {
  readonly outcome: { readonly result: unknown; readonly isCut?: boolean } | Refusal
  readonly headers: Readonly<Record<string, string>>
}

const amount = (value: number) => shortText(value, AMOUNT_DECIMALS)
const fee = (value: number) => shortText(value, FEE_DECIMALS)
/** Value in cents at the market's start, for informative sums only. */
const cents = ({ asset, free, locked }: Holding) =>
  Math.round(((free + locked) / 10 ** AMOUNT_DECIMALS) * startUsd(asset) * 100)

const UNIFIED_ONLY: Refusal = { retCode: 10028, retMsg: 'The API can only be accessed by unified account users.' }
const badParameter = (retMsg: string): Refusal => ({ retCode: 10001, retMsg })

/** Bybit's signed calls: the key's permissions, balances of the unified and the funding account, fees. */
export class BybitPrivateRest {
  readonly #context: Context
  readonly #signed: SignedCalls
  readonly #find: (category: string, id: string) => Instrument | undefined
  readonly #orders: BybitOrders
  readonly #settings: BybitPositionSettings
  readonly #windows = new Map<string, RateWindow>()

  constructor(context: Context, find: (category: string, id: string) => Instrument | undefined) {
    this.#context = context
    this.#signed = new SignedCalls(context)
    this.#find = find
    this.#orders = new BybitOrders(context, find)
    this.#settings = new BybitPositionSettings(context, find)
  }

  /** The answer; undefined where the path is not one of these calls. */
  answer(request: RestRequest): PrivateAnswer | undefined {
    const limit = Object.hasOwn(LIMITS, request.path) ? LIMITS[request.path] : undefined
    if (limit === undefined || request.method !== (POSTED.includes(request.path) ? 'POST' : 'GET')) return undefined
    const caller = this.#signed.admit(request)
    if ('retCode' in caller) return { outcome: caller, headers: {} }
    const now = wallMs()
    const name = `${request.path} ${caller.account.apiKey}`
    const window = this.#windows.get(name) ?? new RateWindow(limit, WINDOW_MS)
    this.#windows.set(name, window)
    const isWithin = window.spend(1, now) || !this.#context.limits
    const headers = {
      'X-Bapi-Limit': String(limit),
      'X-Bapi-Limit-Status': String(Math.max(0, limit - window.used)),
      'X-Bapi-Limit-Reset-Timestamp': String(now + window.leftMs(now)),
    }
    if (isWithin) return { outcome: this.#outcome(caller, request), headers }
    this.#context.counters.refusals += 1
    return { outcome: { retCode: 10006, retMsg: 'Too many visits. Exceeded the API Rate Limit.' }, headers }
  }

  #outcome(caller: Caller, { path, query, body }: RestRequest): PrivateAnswer['outcome'] {
    const { account, rights } = caller
    if (path === '/v5/user/query-api') return { result: keyInfo(caller, this.#signed.keys) }
    if (path === CANCEL) return rights.spotTrade ? this.#orders.cancel(body) : this.#signed.notPermitted
    if (path !== CREATE && POSTED.includes(path))
      return rights.futuresTrade ? this.#settings.change(account, path, body) : this.#signed.notPermitted
    if (path === CREATE) {
      // `rights.spotTrade` decides, not the listed permissions: a read-only key lists its permissions too.
      return rights.spotTrade ? this.#orders.place(account, body) : this.#signed.notPermitted
    }
    if (!rights.read) return this.#signed.notPermitted
    switch (path) {
      case '/v5/order/realtime':
        if (!query.has('orderId') && !query.has('orderLinkId')) return this.#orders.open(account, query)
        return this.#orders.list(account, query)
      case '/v5/order/history':
        return this.#orders.list(account, query)
      case '/v5/execution/list':
        return this.#orders.executions(account, query)
      case '/v5/position/list':
        return this.#settings.positions(account, query)
      case '/v5/account/info':
        return { result: this.#info(account) }
      case '/v5/account/wallet-balance':
        return walletBalance(account, query, this.#context.orders.holdings(account, 'trading'))
      case '/v5/account/fee-rate':
        return this.#fees(account, query)
      case '/v5/asset/coin/query-info':
        return { result: { rows: [...new Set(account.holdings.map((one) => one.asset))].map(coinInfo) } }
      default:
        return accountCoins(account, query.get('accountType') ?? '')
    }
  }

  /** `unifiedMarginStatus`: 1 for an account before unification, 5 for the second unified edition. */
  #info(account: TestAccount): unknown {
    const { isIsolated } = this.#context.orders.settings.of(account)
    return {
      marginMode: isIsolated ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
      updatedTime: String(this.#context.wall('bybit') - 86_400_000),
      unifiedMarginStatus: account.isUnified ? 5 : 1,
      dcpStatus: 'OFF',
      timeWindow: 10,
      smpGroup: 0,
      isMasterTrader: false,
      spotHedgingStatus: 'OFF',
    }
  }

  #fees({ fees }: TestAccount, query: URLSearchParams): PrivateAnswer['outcome'] {
    const category = query.get('category') ?? ''
    if (category !== 'spot' && category !== 'linear') return badParameter('Illegal category')
    const symbol = query.get('symbol')
    if (symbol === null) return badParameter('symbol is required')
    if (!this.#find(category, symbol)) return badParameter('Not supported symbols')
    const { maker, taker } = category === 'spot' ? fees.spot : fees.perp
    const entry = { symbol, takerFeeRate: fee(taker), makerFeeRate: fee(maker) }
    return { result: { category, list: [entry] } }
  }
}

/** Wallet balances: one wallet in a unified account, several in an older account. */
function walletBalance(
  account: TestAccount,
  query: URLSearchParams,
  trading: readonly Holding[],
): PrivateAnswer['outcome'] {
  const accountType = query.get('accountType') ?? ''
  if (accountType === '') return badParameter('accountType is null')
  if (accountType === 'UNIFIED' && !account.isUnified) return UNIFIED_ONLY
  const known = account.isUnified ? ['UNIFIED'] : ['SPOT', 'CONTRACT']
  if (!known.includes(accountType)) return badParameter('accountType is not supported.')
  const wanted = query.get('coin')?.split(',')
  const held = accountType === 'CONTRACT' ? [] : trading
  const shown = wanted ? held.filter((one) => wanted.includes(one.asset)) : held
  const total = shortText(
    held.reduce((sum, one) => sum + cents(one), 0),
    2,
  )
  return {
    result: {
      list: [
        {
          totalEquity: total,
          accountIMRate: '0',
          totalMarginBalance: total,
          totalInitialMargin: '0',
          accountType,
          totalAvailableBalance: total,
          accountMMRate: '0',
          totalPerpUPL: '0',
          totalWalletBalance: total,
          accountLTV: '0',
          totalMaintenanceMargin: '0',
          coin: shown.map((one) => coinBalance(one, account.isUnified)),
        },
      ],
    },
  }
}

/**
 * Balance of one coin. On a unified account `free` and `availableToWithdraw` are empty; the free amount is balance less
 * locked.
 */
function coinBalance(one: Holding, isUnified: boolean): unknown {
  const total = amount(one.free + one.locked)
  return {
    availableToBorrow: '',
    bonus: '0',
    accruedInterest: '0',
    availableToWithdraw: isUnified ? '' : amount(one.free),
    totalOrderIM: '0',
    equity: total,
    totalPositionMM: '0',
    usdValue: shortText(cents(one), 2),
    unrealisedPnl: '0',
    collateralSwitch: true,
    spotHedgingQty: '0',
    borrowAmount: '0',
    spotBorrow: '0',
    totalPositionIM: '0',
    walletBalance: total,
    free: isUnified ? '' : amount(one.free),
    cumRealisedPnl: '0',
    locked: amount(one.locked),
    marginCollateral: true,
    coin: one.asset,
  }
}

function accountCoins(account: TestAccount, accountType: string): PrivateAnswer['outcome'] {
  if (!['FUND', 'UNIFIED', 'SPOT', 'CONTRACT'].includes(accountType))
    return badParameter('accountType is not supported.')
  const held = holdingsIn(account, accountType === 'FUND' ? 'funding' : 'trading')
  return {
    result: {
      accountType,
      bizType: 1,
      accountId: '1631385',
      memberId: '1448939',
      balance: held.map(({ asset, free, locked }) => ({
        coin: asset,
        transferBalance: amount(free),
        walletBalance: amount(free + locked),
        bonus: '',
      })),
    },
  }
}

/** Networks of a coin; clients ask for them as soon as they have a key. */
const coinInfo = (coin: string): unknown => ({
  name: coin,
  coin,
  remainAmount: '1000000',
  chains: [
    {
      chainType: coin,
      confirmation: '1',
      withdrawFee: '0.1',
      depositMin: '0.00001',
      withdrawMin: '0.001',
      chain: coin,
      chainDeposit: '1',
      chainWithdraw: '1',
      minAccuracy: '8',
      withdrawPercentageFee: '0',
      contractAddress: '',
    },
  ],
})
