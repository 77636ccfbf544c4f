import { FEE_DECIMALS } from '../../accounts/fee-tiers.ts'
import {
  AMOUNT_DECIMALS,
  type Holding,
  holdingsIn,
  type Rights,
  type TestAccount,
} from '../../accounts/test-account.ts'
import { fixedText, paddedText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { orderMistake } from './order-check.ts'
import { BinanceOrders } from './orders.ts'
import { type Answer, BAD_SYMBOL, wrong } from './request-weights.ts'
import { type Caller, SignedCalls } from './signed-calls.ts'

const ORDER = '/api/v3/order'
const CREATED_AT = 1_698_645_219_000

const amount = (value: number) => fixedText(value, AMOUNT_DECIMALS)
const fee = (value: number) => paddedText(value, FEE_DECIMALS, 8)
const mayRead = (rights: Rights) => rights.read

interface Call {
  readonly weight: number
  readonly method?: 'POST'
  /** Rights that the call needs; left out: reading. */
  readonly may?: (rights: Rights) => boolean
  /** Whether the test network lacks the call, as with the wallet calls (`/sapi`). */
  readonly isLiveOnly?: boolean
  readonly reply: (caller: Caller) => RestReply
}

/** The signed calls of the spot host: account, permissions, wallets, fees, dry-run orders. */
export class BinancePrivateRest {
  readonly #context: Context
  readonly #signed: SignedCalls
  readonly #markets: ReadonlyMap<string, Instrument>
  readonly #calls: Readonly<Record<string, Call>> = {
    '/sapi/v1/account/apiRestrictions': {
      weight: 1,
      isLiveOnly: true,
      may: () => true,
      reply: (one) => this.#rights(one),
    },
    '/sapi/v1/asset/tradeFee': { weight: 1, isLiveOnly: true, reply: (one) => this.#tradeFee(one) },
    '/sapi/v1/asset/get-funding-asset': {
      weight: 1,
      method: 'POST',
      isLiveOnly: true,
      reply: ({ account, params }) => json(fundingAssets(account, params.get('asset'))),
    },
    '/sapi/v1/capital/config/getall': { weight: 10, isLiveOnly: true, reply: ({ account }) => json(coins(account)) },
    // Margin trading is not simulated.
    '/sapi/v1/margin/allPairs': { weight: 1, isLiveOnly: true, reply: () => json([]) },
    '/sapi/v1/margin/isolated/allPairs': { weight: 10, isLiveOnly: true, reply: () => json([]) },
    '/api/v3/account': { weight: 20, reply: (one) => this.#account(one) },
    '/api/v3/account/commission': { weight: 20, reply: (one) => this.#commission(one) },
    '/api/v3/order/test': {
      weight: 1,
      method: 'POST',
      may: (rights) => rights.spotTrade,
      reply: ({ params }) => orderMistake(params, (id) => this.#market(id)) ?? json({}),
    },
    '/api/v3/openOrders': { weight: 6, reply: (one) => this.#orders.open(one) },
    '/api/v3/allOrders': { weight: 20, reply: (one) => this.#orders.list(one) },
    '/api/v3/myTrades': { weight: 20, reply: (one) => this.#orders.trades(one) },
  }

  readonly #orders: BinanceOrders

  constructor(context: Context, markets: ReadonlyMap<string, Instrument>) {
    this.#context = context
    this.#orders = new BinanceOrders(context, 'spot', (id) => this.#market(id))
    this.#signed = new SignedCalls(context)
    this.#markets = markets
  }

  answerTo(request: RestRequest): Answer | undefined {
    if (request.path === ORDER) return this.#order(request)
    const call = Object.hasOwn(this.#calls, request.path) ? this.#calls[request.path] : undefined
    if (!call || (call.isLiveOnly && request.isTestnet)) return undefined
    const { weight, method = 'GET', may = mayRead, reply } = call
    if (request.method !== method)
      return {
        weight: 1,
        reply: () => json({ code: -1000, msg: `Request method '${request.method}' is not supported.` }, 405),
      }
    return { weight, reply: () => this.#signed.answer(request, may, reply) }
  }

  /** `/order`: placing by POST, cancelling by DELETE, reading by GET. */
  #order(request: RestRequest): Answer | undefined {
    const { method } = request
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return undefined
    const isRead = method === 'GET'
    const may = isRead ? mayRead : (rights: Rights) => rights.spotTrade
    const reply = (one: Caller) => {
      if (isRead) return this.#orders.one(one)
      return method === 'POST' ? this.#orders.place(one) : this.#orders.cancel(one)
    }
    return { weight: isRead ? 4 : 1, reply: () => this.#signed.answer(request, may, reply) }
  }

  #market(id: string): Instrument | undefined {
    const found = this.#markets.get(id)
    return found?.state === 'delisted' ? undefined : found
  }

  /** Permissions of the key. Any live key may read them: the answer holds nothing else. */
  #rights({ account, rights }: Caller): RestReply {
    const shape = this.#signed.keys.shapeOf(account)
    const withdrawals = shape === 'mistyped' ? String(rights.withdraw) : rights.withdraw
    return json({
      ipRestrict: account.addresses.length > 0,
      createTime: CREATED_AT,
      enableReading: rights.read,
      ...(shape === 'missing' ? {} : { enableWithdrawals: withdrawals }),
      enableInternalTransfer: rights.transfer,
      enableMargin: false,
      enableFutures: rights.futuresTrade,
      permitsUniversalTransfer: rights.transfer,
      enableVanillaOptions: false,
      enableFixApiTrade: false,
      enableFixReadOnly: false,
      enableSpotAndMarginTrading: rights.spotTrade,
      enablePortfolioMarginTrading: false,
      ...(shape === 'added' ? { enableSomethingNew: true } : {}),
    })
  }

  /** The account; `canTrade` and `canWithdraw` are the account's, not the key's. */
  #account({ account, params }: Caller): RestReply {
    const { maker, taker } = account.fees.spot
    const held = this.#context.orders.holdings(account, 'trading')
    const others = params.get('omitZeroBalances') === 'true' ? [] : this.#assets().filter((name) => !holds(held, name))
    return json({
      makerCommission: Math.round(maker / 100),
      takerCommission: Math.round(taker / 100),
      buyerCommission: 0,
      sellerCommission: 0,
      commissionRates: { maker: fee(maker), taker: fee(taker), buyer: '0.00000000', seller: '0.00000000' },
      canTrade: true,
      canWithdraw: true,
      canDeposit: true,
      brokered: false,
      requireSelfTradePrevention: false,
      preventSor: false,
      updateTime: this.#context.wall('binance') - 3_600_000,
      accountType: 'SPOT',
      balances: [
        ...held.map(({ asset, free, locked }) => ({ asset, free: amount(free), locked: amount(locked) })),
        ...others.map((asset) => ({ asset, free: amount(0), locked: amount(0) })),
      ],
      permissions: ['SPOT'],
      uid: 354_937_868,
    })
  }

  #assets(): string[] {
    return [...new Set([...this.#markets.values()].flatMap(({ listing }) => [listing.baseName, listing.quote]))]
  }

  #commission({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return wrong(-1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.")
    if (!this.#market(symbol)) return BAD_SYMBOL()
    const { maker, taker } = account.fees.spot
    const none = { maker: fee(0), taker: fee(0), buyer: fee(0), seller: fee(0) }
    return json({
      symbol,
      standardCommission: { ...none, maker: fee(maker), taker: fee(taker) },
      specialCommission: none,
      taxCommission: none,
      discount: { enabledForAccount: false, enabledForSymbol: true, discountAsset: 'BNB', discount: '0.75000000' },
    })
  }

  #tradeFee({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (symbol !== null && !this.#market(symbol)) return BAD_SYMBOL()
    const { maker, taker } = account.fees.spot
    const ids = symbol === null ? [...this.#markets.keys()].filter((id) => this.#market(id)) : [symbol]
    return json(ids.map((id) => ({ symbol: id, makerCommission: fee(maker), takerCommission: fee(taker) })))
  }
}

const holds = (held: readonly Holding[], asset: string) => held.some((one) => one.asset === asset)

function fundingAssets(account: TestAccount, asset: string | null): unknown[] {
  return holdingsIn(account, 'funding')
    .filter((one) => asset === null || one.asset === asset)
    .map((one) => ({
      asset: one.asset,
      free: amount(one.free),
      locked: amount(one.locked),
      freeze: '0',
      withdrawing: '0',
      btcValuation: '0',
    }))
}

/** Networks of the held coins; clients ask for them as soon as they have a key. */
const coins = (account: TestAccount): unknown[] =>
  [...new Set(account.holdings.map((one) => one.asset))].map((coin) => ({
    coin,
    depositAllEnable: true,
    withdrawAllEnable: true,
    name: coin,
    free: amount(totalOf(account, coin, (one) => one.free)),
    locked: amount(totalOf(account, coin, (one) => one.locked)),
    freeze: '0',
    withdrawing: '0',
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: coin === 'TRY',
    trading: true,
    networkList: [
      {
        network: coin,
        coin,
        withdrawIntegerMultiple: '0.00000001',
        isDefault: true,
        depositEnable: true,
        withdrawEnable: true,
        name: coin,
        withdrawFee: '0.1',
        withdrawMin: '0.001',
        withdrawMax: '1000000',
        minConfirm: 1,
        unLockConfirm: 1,
      },
    ],
  }))

const totalOf = (account: TestAccount, asset: string, part: (one: Holding) => number): number =>
  holdingsIn(account, 'trading').reduce((sum, one) => (one.asset === asset ? sum + part(one) : sum), 0)
