import type { Caller, ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import { FEE_DECIMALS } from '../../accounts/fee-tiers.ts'
import { AMOUNT_DECIMALS, type Holding, holdingsIn, type TestAccount } from '../../accounts/test-account.ts'
import { wallMs } from '../../clock.ts'
import { shortText, signedText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { startUsd } from '../../market/listings.ts'
import type { Context, RestReply, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { OkxOrders } from './orders.ts'
import { good, unknownInstrument, wrong } from './perp-rest.ts'
import { OkxPositionSettings } from './position-settings.ts'
import { SignedCalls } from './signed-calls.ts'

const WINDOW_MS = 2_000
/** Path → calls in two seconds per user. */
const LIMITS: Readonly<Record<string, number>> = {
  '/api/v5/account/config': 5,
  '/api/v5/account/balance': 10,
  '/api/v5/account/trade-fee': 5,
  '/api/v5/asset/balances': 6,
  '/api/v5/asset/currencies': 6,
  '/api/v5/trade/order': 60,
  '/api/v5/trade/batch-orders': 300,
  '/api/v5/trade/cancel-order': 60,
  '/api/v5/trade/orders-pending': 60,
  '/api/v5/trade/orders-history': 40,
  '/api/v5/trade/fills': 60,
  '/api/v5/account/positions': 10,
  '/api/v5/account/leverage-info': 20,
  '/api/v5/account/set-leverage': 20,
  '/api/v5/account/set-position-mode': 5,
}
const FUNDING = '/api/v5/asset/'
const ORDER = '/api/v5/trade/order'
const ORDERS = '/api/v5/trade/batch-orders'
const CANCEL = '/api/v5/trade/cancel-order'
/** Calls that change something. */
const POSTED = [ORDERS, CANCEL, '/api/v5/account/set-leverage', '/api/v5/account/set-position-mode']

const amount = (value: number) => shortText(value, AMOUNT_DECIMALS)
/** Value at the market's start, for informative sums only. */
const usd = (asset: string, value: number) =>
  shortText(Math.round((value / 10 ** AMOUNT_DECIMALS) * startUsd(asset) * 100), 2)

/** OKX's signed calls: configuration with the key's permissions, balances of both accounts, fees. */
export class OkxPrivateRest {
  readonly #context: Context
  readonly #signed: SignedCalls
  readonly #find: (id: string) => Instrument | undefined
  readonly #orders: OkxOrders
  readonly #settings: OkxPositionSettings
  readonly #windows = new Map<string, RateWindow>()

  constructor(context: Context, find: (id: string) => Instrument | undefined) {
    this.#context = context
    this.#signed = new SignedCalls(context)
    this.#find = find
    this.#orders = new OkxOrders(context, find)
    this.#settings = new OkxPositionSettings(context, find)
  }

  /** The answer; undefined where the path is not one of these calls. */
  answer(request: RestRequest): RestReply | undefined {
    const { path, query, method } = request
    if (!Object.hasOwn(LIMITS, path)) return undefined
    const isPosted = method === 'POST' && (path === ORDER || POSTED.includes(path))
    if (method !== 'GET' && !isPosted) return wrong('405', 'Method Not Allowed', 405)
    const caller = this.#signed.admit(request)
    if ('refusal' in caller) return caller.refusal
    if (!this.#isWithinLimit(`${path} ${caller.account.apiKey}`, LIMITS[path] ?? 0))
      return wrong(
        '50011',
        'Rate limit reached. Please refer to API documentation and throttle requests accordingly.',
        429,
      )
    if (!(isPosted ? caller.rights.spotTrade : caller.rights.read)) return this.#signed.notPermitted(request.address)
    if (isPosted) {
      if (path === ORDER) return this.#orders.place(caller.account, request)
      if (path === ORDERS) return this.#orders.placeAll(caller.account, request)
      if (path === CANCEL) return this.#orders.cancel(request.body)
      return this.#settings.change(caller.account, path, request.body)
    }
    // The funding account does not exist on the test network.
    if (path.startsWith(FUNDING) && caller.account.world === 'test')
      return wrong('50038', 'This feature is unavailable in demo trading', 200)
    switch (path) {
      case ORDER:
        return this.#orders.one(caller.account, query)
      case '/api/v5/trade/fills':
        return this.#orders.fills(caller.account, query)
      case '/api/v5/account/positions':
        return this.#orders.positions(caller.account, query)
      case '/api/v5/trade/orders-pending':
        return this.#orders.pending(caller.account, query)
      case '/api/v5/trade/orders-history':
        return this.#orders.history(caller.account, query)
      case '/api/v5/account/leverage-info':
        return this.#settings.leverage(caller.account, query)
      case '/api/v5/account/config':
        return good([{ ...configOf(caller, this.#signed.keys), posMode: this.#settings.mode(caller.account) }])
      case '/api/v5/account/balance':
        return good([this.#balance(caller.account, query.get('ccy'))])
      case '/api/v5/account/trade-fee':
        return this.#fee(caller.account, query)
      case '/api/v5/asset/balances':
        return good(chosen(holdingsIn(caller.account, 'funding'), query.get('ccy')).map(fundingEntry))
      default:
        return good(currencies(caller.account))
    }
  }

  #isWithinLimit(name: string, limit: number): boolean {
    const window = this.#windows.get(name) ?? new RateWindow(limit, WINDOW_MS)
    this.#windows.set(name, window)
    if (window.spend(1, wallMs()) || !this.#context.limits) return true
    this.#context.counters.refusals += 1
    return false
  }

  #balance(account: TestAccount, ccy: string | null): unknown {
    const uTime = String(this.#context.wall('okx') - 60_000)
    const held = chosen(this.#context.orders.holdings(account, 'trading'), ccy)
    const value = held.reduce((sum, { asset, free, locked }) => sum + Number(usd(asset, free + locked)), 0)
    return {
      adjEq: '',
      availEq: '',
      borrowFroz: '',
      details: held.map((one) => tradingEntry(one, uTime)),
      imr: '',
      isoEq: '0',
      mgnRatio: '',
      mmr: '',
      notionalUsd: '',
      notionalUsdForBorrow: '',
      ordFroz: '',
      totalEq: shortText(Math.round(value * 100), 2),
      uTime,
      upl: '',
    }
  }

  /** Fee rates; a fee to pay is negative. */
  #fee({ fees }: TestAccount, query: URLSearchParams): RestReply {
    const kind = query.get('instType')
    if (kind !== 'SPOT' && kind !== 'SWAP') return wrong('51000', 'Parameter instType error', 400)
    const id = query.get('instId')
    if (id !== null && !this.#find(id)) return unknownInstrument()
    const { maker, taker } = kind === 'SPOT' ? fees.spot : fees.perp
    const pay = (value: number) => signedText(-value, FEE_DECIMALS)
    const isSpot = kind === 'SPOT'
    return good([
      {
        category: '1',
        delivery: '',
        exercise: '',
        feeGroup: [{ groupId: '1', maker: pay(maker), taker: pay(taker) }],
        fiat: [],
        instType: kind,
        level: fees.level,
        maker: isSpot ? pay(maker) : '',
        makerU: isSpot ? '' : pay(maker),
        makerUSDC: '',
        ruleType: 'normal',
        taker: isSpot ? pay(taker) : '',
        takerU: isSpot ? '' : pay(taker),
        takerUSDC: '',
        ts: String(this.#context.wall('okx')),
      },
    ])
  }
}

function chosen(held: readonly Holding[], ccy: string | null): readonly Holding[] {
  const wanted = ccy?.split(',')
  return wanted ? held.filter((one) => wanted.includes(one.asset)) : held
}

function permOf({ account, rights }: Caller, keys: ExchangeAccounts): unknown {
  const words = [
    'read_only',
    ...(rights.withdraw ? ['withdraw'] : []),
    ...(rights.spotTrade ? ['trade'] : []),
    ...(keys.shapeOf(account) === 'added' ? ['something_new'] : []),
  ]
  return keys.shapeOf(account) === 'mistyped' ? words : words.join(',')
}

/**
 * Account configuration. There is no futures permission: a trading key may trade futures if the account's mode does
 * (`acctLv` from 2 on).
 */
function configOf(caller: Caller, keys: ExchangeAccounts): Readonly<Record<string, unknown>> {
  const { account } = caller
  return {
    acctLv: account.rights.spotTrade && !account.rights.futuresTrade ? '1' : '2',
    acctStpMode: 'cancel_maker',
    autoLoan: false,
    ctIsoMode: 'automatic',
    enableSpotBorrow: false,
    greeksType: 'PA',
    feeType: '0',
    ip: account.addresses.join(','),
    type: '0',
    kycLv: '2',
    label: account.name,
    level: account.fees.level,
    levelTmp: '',
    liquidationGear: '-1',
    mainUid: '44705892343619584',
    mgnIsoMode: 'automatic',
    opAuth: '0',
    ...(keys.shapeOf(account) === 'missing' ? {} : { perm: permOf(caller, keys) }),
    roleType: '0',
    spotBorrowAutoRepay: false,
    spotOffsetType: '',
    spotRoleType: '0',
    spotTraderInsts: [],
    stgyType: '0',
    traderInsts: [],
    uid: '44705892343619584',
    settleCcy: 'USDT',
    settleCcyList: ['USD', 'USDT', 'USDC'],
  }
}

function tradingEntry({ asset, free, locked }: Holding, uTime: string): unknown {
  const total = amount(free + locked)
  const value = usd(asset, free + locked)
  return {
    accAvgPx: '',
    availBal: amount(free),
    availEq: amount(free),
    borrowFroz: '',
    cashBal: total,
    ccy: asset,
    collateralEnabled: false,
    crossLiab: '',
    disEq: value,
    eq: total,
    eqUsd: value,
    fixedBal: '0',
    frozenBal: amount(locked),
    imr: '0',
    interest: '',
    isoEq: '0',
    isoLiab: '',
    isoUpl: '0',
    liab: '',
    maxLoan: '',
    mgnRatio: '',
    mmr: '0',
    notionalLever: '0',
    ordFrozen: amount(locked),
    rewardBal: '0',
    spotInUseAmt: '',
    spotIsoBal: '0',
    stgyEq: '0',
    twap: '0',
    uTime,
    upl: '0',
    uplLiab: '',
  }
}

const fundingEntry = ({ asset, free, locked }: Holding): unknown => ({
  availBal: amount(free),
  bal: amount(free + locked),
  ccy: asset,
  frozenBal: amount(locked),
})

/** Networks of the held coins; clients ask for them as soon as they have a key. */
const currencies = (account: TestAccount): unknown[] =>
  [...new Set(account.holdings.map((one) => one.asset))].map((ccy) => ({
    burningFeeRate: '',
    canDep: true,
    canInternal: true,
    canWd: true,
    ccy,
    chain: `${ccy}-Demo`,
    ctAddr: '',
    depQuotaFixed: '',
    fee: '0.1',
    logoLink: '',
    mainNet: true,
    maxFee: '0.1',
    maxWd: '1000000',
    minDep: '0.00001',
    minDepArrivalConfirm: '1',
    minFee: '0.1',
    minWd: '0.001',
    minWdUnlockConfirm: '1',
    name: ccy,
    needTag: false,
    wdTickSz: '8',
  }))
