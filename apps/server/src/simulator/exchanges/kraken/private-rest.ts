import { AMOUNT_DECIMALS, type Holding, holdingsIn, type Rights } from '../../accounts/test-account.ts'
import { fixedText } from '../../market/decimal-text.ts'
import type { Instrument } from '../../market/instrument.ts'
import { startUsd } from '../../market/listings.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { altname, assetId, pairId } from './names.ts'
import { KrakenOrders } from './orders.ts'
import { type Caller, SignedCalls } from './signed-calls.ts'

const PATH = '/0/private/'
/** Decimals of balances. Fees in percent have four. */
const BALANCE_DECIMALS = 10
const PERCENT_DECIMALS = 4
const CREATED_AT = '1763090445'

const good = (result: unknown) => json({ error: [], result })
const wrong = (error: string) => json({ error: [error] })
function said(outcome: ReturnType<KrakenOrders['add']>): RestReply {
  if (typeof outcome === 'string') return wrong(outcome)
  return { ...good(outcome.result), ...(outcome.isCut ? { isCut: true } : {}) }
}
const amount = (value: number) => fixedText(value * 10 ** (BALANCE_DECIMALS - AMOUNT_DECIMALS), BALANCE_DECIMALS)
const percent = (millionths: number) => fixedText(millionths, PERCENT_DECIMALS)

interface Call {
  /** Rights that the call needs; left out: any key may call. */
  readonly may?: (rights: Rights) => boolean
  readonly reply: (caller: Caller) => RestReply
}
const mayRead = (rights: Rights) => rights.read

/** Kraken's signed calls: the key's permissions, balances, fees, orders. Errors are HTTP 200. */
export class KrakenPrivateRest {
  readonly #context: Context
  readonly #signed: SignedCalls
  readonly #findInstrument: (name: string) => Instrument | undefined
  readonly #orders: KrakenOrders
  readonly #calls: Readonly<Record<string, Call>> = {
    GetApiKeyInfo: { reply: (one) => good(this.#keyInfo(one)) },
    Balance: { may: mayRead, reply: (one) => good(this.#balances(one, plain)) },
    BalanceEx: { may: mayRead, reply: (one) => good(this.#balances(one, extended)) },
    TradeBalance: { may: mayRead, reply: ({ account }) => good(tradeBalance(holdingsIn(account, 'trading'))) },
    TradeVolume: { may: mayRead, reply: (one) => this.#tradeVolume(one) },
    AddOrder: { may: (rights) => rights.spotTrade, reply: (one) => said(this.#orders.add(one)) },
    QueryOrders: { may: mayRead, reply: (one) => said(this.#orders.query(one)) },
    ClosedOrders: { may: mayRead, reply: (one) => said(this.#orders.closed(one)) },
    TradesHistory: { may: mayRead, reply: (one) => said(this.#orders.trades(one)) },
    // No order is open: each ends at once.
    CancelOrder: { may: (rights) => rights.spotTrade, reply: () => wrong('EOrder:Unknown order') },
    OpenOrders: { may: mayRead, reply: (one) => said(this.#orders.open(one)) },
  }

  constructor(context: Context, findInstrument: (name: string) => Instrument | undefined) {
    this.#context = context
    this.#signed = new SignedCalls(context)
    this.#findInstrument = findInstrument
    this.#orders = new KrakenOrders(context, findInstrument)
  }

  /** The answer; undefined where the path is not one of these calls. */
  answer(request: RestRequest): RestReply | undefined {
    if (!request.path.startsWith(PATH)) return undefined
    const name = request.path.slice(PATH.length)
    const call = Object.hasOwn(this.#calls, name) ? this.#calls[name] : undefined
    if (!call || request.method !== 'POST') return wrong('EGeneral:Unknown method')
    const caller = this.#signed.admit(request)
    if (typeof caller === 'string') return wrong(caller)
    return (call.may ?? (() => true))(caller.rights) ? call.reply(caller) : wrong('EGeneral:Permission denied')
  }

  /** Balances by asset id. A holding that earns rewards has the plain name with the suffix `.F`. */
  #balances({ account }: Caller, print: (one: Holding) => unknown): Record<string, unknown> {
    const trading = this.#context.orders.holdings(account, 'trading')
    return Object.fromEntries([
      ...trading.map((one) => [assetId(one.asset), print(one)] as const),
      ...holdingsIn(account, 'funding').map((one) => [`${altname(one.asset)}.F`, print(one)] as const),
    ])
  }

  #keyInfo(caller: Caller): unknown {
    const { account, nonce } = caller
    const shape = this.#signed.keys.shapeOf(account)
    const words = permissionWords(caller.rights)
    if (shape === 'added') words.push('something-new')
    return {
      apiKeyName: account.name,
      apiKey: account.apiKey,
      nonce,
      nonceWindow: '0',
      ...(shape === 'missing' ? {} : { permissions: shape === 'mistyped' ? words.join(',') : words }),
      iban: 'AA17 N84G DEMO NONE',
      validUntil: '0',
      queryFrom: '0',
      queryTo: '0',
      createdTime: CREATED_AT,
      modifiedTime: CREATED_AT,
      ipAllowlist: account.addresses,
      lastUsed: String(Math.floor(this.#context.wall('kraken') / 1000)),
    }
  }

  #tradeVolume({ account, params }: Caller): RestReply {
    const names = params.get('pair')?.split(',') ?? []
    const markets = names.map((name) => this.#findInstrument(name))
    const known = markets.filter((market) => market !== undefined)
    if (known.length < markets.length) return wrong('EQuery:Unknown asset pair')
    const { spot, level } = account.fees
    const fees = (value: number) =>
      Object.fromEntries(
        known.map(({ listing }) => [
          pairId(listing),
          {
            fee: percent(value),
            minfee: percent(0),
            maxfee: percent(8000),
            nextfee: null,
            tiervolume: `${level}.0000`,
            nextvolume: null,
          },
        ]),
      )
    return good({
      currency: 'ZUSD',
      volume: `${level}.0000`,
      ...(known.length === 0 ? {} : { fees: fees(spot.taker), fees_maker: fees(spot.maker) }),
    })
  }
}

/** Permissions of a spot key. They say nothing about derivatives, which have their own keys. */
function permissionWords({ read, spotTrade, withdraw, transfer }: Rights): string[] {
  return [
    ...(read ? ['query-funds', 'query-open-trades', 'query-closed-trades'] : []),
    ...(spotTrade ? ['modify-trades', 'close-trades'] : []),
    ...(withdraw ? ['withdraw-funds'] : []),
    ...(transfer ? ['add-withdraw-address', 'update-withdraw-address'] : []),
  ]
}

const plain = (one: Holding): unknown => amount(one.free + one.locked)
const extended = (one: Holding): unknown => ({ balance: amount(one.free + one.locked), hold_trade: amount(one.locked) })

function tradeBalance(held: readonly Holding[]): unknown {
  const value = held.reduce(
    (sum, { asset, free, locked }) =>
      sum + Math.round(((free + locked) / 10 ** AMOUNT_DECIMALS) * startUsd(asset) * 1e4),
    0,
  )
  const [total, none] = [fixedText(value, 4), '0.0000']
  return { eb: total, tb: total, m: none, n: none, c: none, v: none, e: total, mf: total }
}
