import { decimalText } from '@makas/domain'
import { FEE_DECIMALS } from '../../../accounts/fee-tiers.ts'
import {
  AMOUNT_DECIMALS,
  type Holding,
  holdingsIn,
  type Rights,
  type TestAccount,
} from '../../../accounts/test-account.ts'
import { fixedText } from '../../../market/decimal-text.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { quantityOf } from '../../../orders/order.ts'
import { averageText } from '../../../orders/order-text.ts'
import { leverageIn } from '../../../orders/position-settings.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../../wire/front.ts'
import { orderMistake } from '../order-check.ts'
import { BinanceOrders, WRONG_SIDE } from '../orders.ts'
import { type Answer, BAD_SYMBOL, MISSING_SYMBOL, wrong } from '../request-weights.ts'
import { type Caller, SignedCalls } from '../signed-calls.ts'

const amount = (value: number) => fixedText(value, AMOUNT_DECIMALS)
const fee = (value: number) => fixedText(value, FEE_DECIMALS)
const NOTHING = amount(0)

/**
 * Whether the key may read here. A read-only key may. A key that trades spot without the futures permission is older
 * than the futures account, and reaches nothing here.
 */
const mayRead = (rights: Rights) => rights.read && (rights.futuresTrade || !rights.spotTrade)
const mayTrade = (rights: Rights) => rights.futuresTrade

/** The signed calls of the USDT-margined futures. */
export class UsdmPrivateRest {
  readonly #context: Context
  readonly #signed: SignedCalls
  readonly #market: (id: string) => Perpetual | undefined
  readonly #orders: BinanceOrders

  constructor(context: Context, market: (id: string) => Perpetual | undefined) {
    this.#context = context
    this.#signed = new SignedCalls(context)
    this.#market = market
    this.#orders = new BinanceOrders(context, 'perp', market)
  }

  answerTo(request: RestRequest): Answer | undefined {
    const { path, method } = request
    const read = (weight: number, reply: (caller: Caller) => RestReply): Answer | undefined =>
      method === 'GET' ? { weight, reply: () => this.#signed.answer(request, mayRead, reply) } : undefined
    const change = (reply: (caller: Caller) => RestReply): Answer | undefined =>
      method === 'POST' ? { weight: 1, reply: () => this.#signed.answer(request, mayTrade, reply) } : undefined
    switch (path) {
      case '/fapi/v2/balance':
      case '/fapi/v3/balance':
        return read(5, (one) => json(held(one).map((holding) => this.#balance(holding))))
      case '/fapi/v2/account':
      case '/fapi/v3/account':
        return read(5, (one) => this.#account(one, path === '/fapi/v2/account'))
      case '/fapi/v1/accountConfig':
        return read(5, (one) => json(this.#config(one)))
      case '/fapi/v1/commissionRate':
        return read(20, (one) => this.#commission(one))
      case '/fapi/v1/order':
        if (method === 'GET') return read(1, (one) => this.#orders.one(one))
        if (method === 'DELETE')
          return {
            weight: 1,
            reply: () => this.#signed.answer(request, mayTrade, (one) => this.#orders.cancel(one)),
          }
        return { weight: 1, reply: () => this.#signed.answer(request, mayTrade, (one) => this.#orders.place(one)) }
      case '/fapi/v1/openOrders':
        return read(1, (one) => this.#orders.open(one))
      case '/fapi/v1/allOrders':
        return read(5, (one) => this.#orders.list(one))
      case '/fapi/v1/userTrades':
        return read(5, (one) => this.#orders.trades(one))
      case '/fapi/v2/positionRisk':
      case '/fapi/v3/positionRisk':
        return read(5, (one) => json(this.#positions(one)))
      case '/fapi/v1/order/test':
        if (method !== 'POST') return undefined
        return {
          weight: 1,
          reply: () =>
            this.#signed.answer(request, mayTrade, (one) =>
              this.#orders.isOfMode(one) ? (orderMistake(one.params, this.#market) ?? json({})) : WRONG_SIDE(),
            ),
        }
      case '/fapi/v1/positionSide/dual':
        if (method !== 'POST')
          return read(30, ({ account }) => json({ dualSidePosition: this.#settings.of(account).isHedged }))
        return change(({ account, params }) => this.#changeMode(account, params.get('dualSidePosition') === 'true'))
      case '/fapi/v1/symbolConfig':
        return read(5, (one) => this.#ofSymbol(one, (market) => json([this.#symbolConfig(one, market)])))
      case '/fapi/v1/marginType':
        return change((one) => this.#ofSymbol(one, (market) => this.#changeMargin(one, market)))
      case '/fapi/v1/leverage':
        return change((one) => this.#ofSymbol(one, (market) => this.#changeLeverage(one, market)))
      default:
        return undefined
    }
  }

  get #settings() {
    return this.#context.orders.settings
  }

  #changeMode(account: TestAccount, isHedged: boolean): RestReply {
    const settings = this.#settings.of(account)
    if (settings.isHedged === isHedged) return wrong(-4059, 'No need to change position side.')
    if (this.#context.orders.hasPosition(account))
      return wrong(-4068, 'Position side cannot be changed if there exists position.')
    settings.isHedged = isHedged
    return DONE()
  }

  #ofSymbol({ params }: Caller, reply: (market: Perpetual) => RestReply): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    const market = this.#market(symbol)
    return market === undefined ? BAD_SYMBOL() : reply(market)
  }

  #symbolConfig({ account }: Caller, market: Perpetual): unknown {
    const { leverage, isIsolated } = this.#settings.ofInstrument(account, market)
    return {
      symbol: market.listing.id,
      marginType: isIsolated ? 'ISOLATED' : 'CROSSED',
      isAutoAddMargin: false,
      leverage,
      maxNotionalValue: '1000000',
    }
  }

  #changeMargin({ account, params }: Caller, market: Perpetual): RestReply {
    const type = params.get('marginType')
    if (type !== 'ISOLATED' && type !== 'CROSSED') return wrong(-4049, 'Invalid margin type.')
    const settings = this.#settings.ofInstrument(account, market)
    if (settings.isIsolated === (type === 'ISOLATED')) return wrong(-4046, 'No need to change margin type.')
    if (this.#context.orders.hasPosition(account, market))
      return wrong(-4048, 'Margin type cannot be changed if there exists position.')
    settings.isIsolated = type === 'ISOLATED'
    return DONE()
  }

  #changeLeverage({ account, params }: Caller, market: Perpetual): RestReply {
    const leverage = leverageIn(params.get('leverage'))
    if (leverage === null) return wrong(-4028, `Leverage ${params.get('leverage')} is not valid`)
    const settings = this.#settings.ofInstrument(account, market)
    if (settings.isIsolated && leverage < settings.leverage && this.#context.orders.hasPosition(account, market))
      return wrong(-4161, 'Leverage reduction is not supported in Isolated Margin Mode with open positions')
    settings.leverage = leverage
    return json({ leverage, maxNotionalValue: '1000000', symbol: market.listing.id })
  }

  /** Open positions, of one symbol or of all. */
  #positions({ account, params }: Caller): unknown[] {
    const symbol = params.get('symbol')
    const all = this.#context.orders.positions(account)
    const asked = symbol === null ? all : all.filter(({ instrument }) => instrument.listing.id === symbol)
    return asked.map(({ instrument, lots, value }) => ({
      symbol: instrument.listing.id,
      positionSide: 'BOTH',
      positionAmt: `${lots < 0 ? '-' : ''}${decimalText(quantityOf(Math.abs(lots), instrument))}`,
      entryPrice: averageText(value, quantityOf(Math.abs(lots), instrument), 12),
      unRealizedProfit: NOTHING,
      notional: decimalText(value),
      marginAsset: instrument.listing.quote,
      updateTime: instrument.changedAt,
    }))
  }

  #balance({ asset, free, locked }: Holding): unknown {
    const total = amount(free + locked)
    return {
      accountAlias: 'SgsR',
      asset,
      balance: total,
      crossWalletBalance: total,
      crossUnPnl: NOTHING,
      availableBalance: amount(free),
      maxWithdrawAmount: amount(free),
      marginAvailable: true,
      updateTime: this.#context.wall('binance') - 60_000,
    }
  }

  #account(caller: Caller, hasConfig: boolean): RestReply {
    const assets = held(caller)
    const sum = (part: (one: Holding) => number) => amount(assets.reduce((total, one) => total + part(one), 0))
    const [free, locked, total] = [
      sum((one) => one.free),
      sum((one) => one.locked),
      sum((one) => one.free + one.locked),
    ]
    return json({
      ...(hasConfig ? this.#config(caller) : {}),
      totalInitialMargin: locked,
      totalMaintMargin: NOTHING,
      totalWalletBalance: total,
      totalUnrealizedProfit: NOTHING,
      totalMarginBalance: total,
      totalPositionInitialMargin: NOTHING,
      totalOpenOrderInitialMargin: locked,
      totalCrossWalletBalance: total,
      totalCrossUnPnl: NOTHING,
      availableBalance: free,
      maxWithdrawAmount: free,
      assets: assets.map((one) => this.#asset(one)),
      positions: [],
    })
  }

  #asset({ asset, free, locked }: Holding): unknown {
    const total = amount(free + locked)
    return {
      asset,
      walletBalance: total,
      unrealizedProfit: NOTHING,
      marginBalance: total,
      maintMargin: NOTHING,
      initialMargin: amount(locked),
      positionInitialMargin: NOTHING,
      openOrderInitialMargin: amount(locked),
      crossWalletBalance: total,
      crossUnPnl: NOTHING,
      availableBalance: amount(free),
      maxWithdrawAmount: amount(free),
      updateTime: this.#context.wall('binance') - 60_000,
    }
  }

  #config({ account }: Caller) {
    return {
      feeTier: Number(account.fees.level),
      canTrade: true,
      canDeposit: true,
      canWithdraw: true,
      dualSidePosition: this.#settings.of(account).isHedged,
      updateTime: 0,
      multiAssetsMargin: false,
      tradeGroupId: -1,
    }
  }

  #commission({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    if (!this.#market(symbol)) return BAD_SYMBOL()
    const { maker, taker } = account.fees.perp
    return json({
      symbol,
      makerCommissionRate: fee(maker),
      takerCommissionRate: fee(taker),
      rpiCommissionRate: fee(Math.round(maker / 4)),
    })
  }
}

const DONE = () => json({ code: 200, msg: 'success' })

const held = ({ account }: Caller): readonly Holding[] => holdingsIn(account, 'futures')
