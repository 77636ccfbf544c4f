import { type Decimal, decimalText } from '@makas/domain'
import type { TestAccount } from '../../accounts/test-account.ts'
import type { Instrument } from '../../market/instrument.ts'
import { feeOf, filledLots, filledValue, type Order, quantityOf, sumOf } from '../../orders/order.ts'
import type { OrderRefusal } from '../../orders/order-entry.ts'
import {
  averageText,
  feeName,
  fieldsOf,
  isAboveMaximum,
  isBelowMinimum,
  measure,
  positive,
  priceText,
  unitsIn,
} from '../../orders/order-text.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { good, unknownInstrument, wrong } from './perp-rest.ts'

const REFUSALS: Readonly<Record<OrderRefusal, readonly [string, string]>> = {
  duplicate: ['51016', 'Client order ID already exists.'],
  balance: ['51008', 'Order failed. Insufficient balance in account'],
  margin: ['51008', 'Order failed. Insufficient USDT margin in account'],
  'reduce-only': [
    '51169',
    "Order failed because you don't have any positions in this direction for this contract to reduce or close.",
  ],
  'too-large': ['51202', 'The market order amount exceeds the max amount.'],
  'too-many': ['51174', 'The number of pending orders reached the upper limit of 500 (orders).'],
}
const PAGE = 100
const TYPES = ['market', 'ioc', 'fok', 'optimal_limit_ioc']

/** OKX's orders. Orders never rest, so `limit` and `post_only` are refused. */
export class OkxOrders {
  readonly #context: Context
  readonly #find: (id: string) => Instrument | undefined

  constructor(context: Context, find: (id: string) => Instrument | undefined) {
    this.#context = context
    this.#find = find
  }

  place(account: TestAccount, request: RestRequest): RestReply {
    const fields = fieldsOf(request.body)
    if (fields === null) return NOT_JSON
    return this.#isExpired(request) ? EXPIRED : replied([this.#row(account, fields)])
  }

  /** Places several orders, each judged by itself. */
  placeAll(account: TestAccount, request: RestRequest): RestReply {
    const list = listOf(request.body)
    if (list === null) return NOT_JSON
    return this.#isExpired(request) ? EXPIRED : replied(list.map((fields) => this.#row(account, fields)))
  }

  /** Whether the call is past its `expTime` header. Without the header its timestamp decides. */
  #isExpired({ headers }: RestRequest): boolean {
    const until = headers.exptime
    return until !== undefined && Number(until) < this.#context.wall('okx')
  }

  #row(account: TestAccount, params: Readonly<Record<string, unknown>>): Row {
    const text = (name: string) => (typeof params[name] === 'string' ? (params[name] as string) : null)
    const instrument = this.#find(text('instId') ?? '')
    if (!instrument)
      return refused('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.", text('clOrdId'))
    const say = (code: string, message: string) => refused(code, message, text('clOrdId'))
    if (instrument.state !== 'trading') return say('51021', 'Contract to be listed.')
    const { kind, priceDecimals, sizeDecimals } = instrument.listing
    const side = text('side')
    if (side !== 'buy' && side !== 'sell') return say('51000', 'Parameter side error')
    const type = text('ordType') ?? ''
    if (!TYPES.includes(type)) return say('51000', 'Parameter ordType error')
    const modes = kind === 'spot' ? ['cash'] : ['cross', 'isolated']
    if (!modes.includes(text('tdMode') ?? ''))
      return say('51010', 'Operation is not supported under the current account mode.')
    const isHedged = kind === 'perp' && this.#context.orders.settings.of(account).isHedged
    const sides = isHedged ? ['long', 'short'] : ['net']
    if (!sides.includes(text('posSide') ?? 'net')) return say('51000', 'Parameter posSide error')
    const clientId = text('clOrdId')
    if (clientId !== null && !/^[0-9A-Za-z]{1,32}$/.test(clientId)) return say('51000', 'Parameter clOrdId error')
    const amount = positive(text('sz'))
    if (amount === null) return say('51000', 'Parameter sz error')
    const isMarket = type === 'market' || type === 'optimal_limit_ioc'
    const price = isMarket ? null : positive(text('px'))
    if (!isMarket && price === null) return say('51000', 'Parameter px error')
    const limit = price === null ? null : unitsIn(price, priceDecimals)
    if (price !== null && limit === null) return say('51006', 'Order price is not within the price limit.')
    // A spot market order to buy counts the quote unless it says otherwise.
    const isMoney = kind === 'spot' && isMarket && side === 'buy' && text('tgtCcy') !== 'base_ccy'
    const lots = isMoney ? null : unitsIn(amount, sizeDecimals)
    if (!isMoney && lots === null) return say('51121', 'Order quantity must be a multiple of the lot size.')
    if (lots !== null && isBelowMinimum(instrument, lots, measure(instrument, side, limit)) !== null)
      return say('51020', 'Your order should meet or exceed the minimum order amount.')
    const priceOf = measure(instrument, side, limit)
    if (lots !== null && isAboveMaximum(instrument, lots, priceOf, isMarket ? 'market' : 'limit') !== null)
      return isMarket
        ? say('51202', 'Market order amount exceeds the maximum amount.')
        : say('51203', 'Limit order amount exceeds the maximum amount.')
    const placed = this.#context.orders.place({
      account,
      instrument,
      side,
      size: lots === null ? { money: amount } : { lots },
      limit,
      isWhole: type === 'fok',
      reduceOnly: params.reduceOnly === true || params.reduceOnly === 'true',
      clientId,
    })
    if ('refusal' in placed) return say(...REFUSALS[placed.refusal])
    const { order, isUnanswered } = placed
    const { id, time } = order
    const row = {
      clOrdId: clientId ?? '',
      ordId: String(id),
      tag: '',
      ts: String(time),
      sCode: '0',
      sMsg: 'Order placed',
    }
    return { row, isUnanswered }
  }

  /** An order, by the exchange's or the client's id. */
  one(account: TestAccount, query: URLSearchParams): RestReply {
    const order = this.#findOrder(account, query)
    if (!this.#find(query.get('instId') ?? '')) return unknownInstrument()
    return order ? good([entryOf(order)]) : wrong('51603', 'Order does not exist')
  }

  /** Cancels an order: no order is open, since every order ends at once. */
  cancel(body: string): RestReply {
    const clientId = fieldsOf(body)?.clOrdId
    return replied([refused('51400', 'Order does not exist', typeof clientId === 'string' ? clientId : null)])
  }

  /** Orders of an instrument that have ended. */
  history(account: TestAccount, query: URLSearchParams): RestReply {
    const instrument = this.#find(query.get('instId') ?? '')
    if (!instrument) return unknownInstrument()
    const orders = this.#context.orders.listed(account, 'history', instrument)
    return good(orders.toReversed().slice(0, PAGE).map(entryOf))
  }

  /** Fills of an instrument, or of one of its orders. */
  fills(account: TestAccount, query: URLSearchParams): RestReply {
    const id = query.get('ordId')
    const orders = this.#context.orders
      .listed(account, 'fills', this.#find(query.get('instId') ?? ''))
      .filter((order) => id === null || order.id === Number(id))
    const fills = orders.flatMap((order) => order.fills.map((fill) => fillOf(order, fill)))
    return good(fills.slice(-PAGE))
  }

  /** The open orders of one instrument, newest first, in pages of 100. */
  pending(account: TestAccount, query: URLSearchParams): RestReply {
    const instrument = this.#find(query.get('instId') ?? '')
    if (!instrument) return unknownInstrument()
    const after = Number(query.get('after') ?? Number.POSITIVE_INFINITY)
    const open = this.#context.orders.openOrders(account, instrument).filter(({ id }) => id < after)
    const body = (order: Order) => entryOf(order) as object
    return good(open.slice(0, PAGE).map((order) => ({ ...body(order), ordType: 'limit', state: 'live' })))
  }

  /** Open positions, of one instrument or of all. */
  positions(account: TestAccount, query: URLSearchParams): RestReply {
    const id = query.get('instId')
    const all = this.#context.orders.positions(account)
    return good(
      (id === null ? all : all.filter(({ instrument }) => instrument.listing.id === id)).map(
        ({ instrument, lots, value }) => ({
          instType: 'SWAP',
          instId: instrument.listing.id,
          mgnMode: 'cross',
          posSide: 'net',
          posId: String(1_000_000 + instrument.index),
          pos: signedText(lots, instrument),
          avgPx: averageText(value, quantityOf(Math.abs(lots), instrument), 12),
          ccy: instrument.listing.quote,
          lever: '10',
          upl: '0',
          uTime: String(instrument.changedAt),
        }),
      ),
    )
  }

  #findOrder(account: TestAccount, query: URLSearchParams): Order | undefined {
    const [id, clientId] = [query.get('ordId'), query.get('clOrdId')]
    if (id !== null) return this.#context.orders.find(account, { id: Number(id) })
    return clientId === null ? undefined : this.#context.orders.find(account, { clientId })
  }
}

interface Row {
  readonly row: { readonly sCode: string }
  readonly isUnanswered?: boolean
}

const refused = (sCode: string, sMsg: string, clOrdId: string | null): Row => {
  const row = { clOrdId: clOrdId ?? '', ordId: '', tag: '', sCode, sMsg }
  return { row }
}

/** The answer's code says whether all orders were refused, or a part. */
function replied(rows: readonly Row[]): RestReply {
  const isCut = rows.some(({ isUnanswered }) => isUnanswered)
  const bad = rows.filter(({ row }) => row.sCode !== '0').length
  const [code, msg] =
    bad === 0
      ? ['0', '']
      : bad === rows.length
        ? ['1', 'All operations failed']
        : ['2', 'Bulk operation partially succeeded.']
  return { ...json({ code, msg, data: rows.map(({ row }) => row) }), ...(isCut ? { isCut } : {}) }
}

const EXPIRED = wrong(
  '50036',
  "The expTime can't be earlier than the current system time. Please adjust the expTime and try again.",
  200,
)
const NOT_JSON = wrong('50002', 'Incorrect json data format.', 400)

function listOf(body: string): readonly Readonly<Record<string, unknown>>[] | null {
  const list = fieldsOf(`{"all":${body}}`)?.all
  if (!Array.isArray(list)) return null
  return list.map((one: unknown) => (typeof one === 'object' && one !== null ? { ...one } : {}))
}

const signedText = (lots: number, instrument: Instrument): string =>
  `${lots < 0 ? '-' : ''}${decimalText(quantityOf(Math.abs(lots), instrument))}`

const paid = ({ mantissa, decimals }: Decimal): string => decimalText({ mantissa: -mantissa, decimals })

const kindOf = ({ listing }: Instrument): string => (listing.kind === 'spot' ? 'SPOT' : 'SWAP')

/** Average price. The value of a contract order counts coins, its quantity contracts. */
function averageOf(order: Order): string {
  const { instrument, fills } = order
  const lots = filledLots(order)
  if (lots === 0) return ''
  const ticks = sumOf(fills.map((fill) => ({ mantissa: BigInt(fill.ticks) * BigInt(fill.lots), decimals: 0 })))
  const decimals = Math.max(0, instrument.listing.priceDecimals)
  return averageText({ mantissa: ticks.mantissa, decimals }, { mantissa: BigInt(lots), decimals: 0 }, 12)
}

function entryOf(order: Order): unknown {
  const { instrument, side, limit, isWhole, id, clientId, time, reduceOnly } = order
  const filled = filledLots(order)
  const fee = sumOf(order.fills.map((fill) => feeOf(order, fill)))
  return {
    instType: kindOf(instrument),
    instId: instrument.listing.id,
    tgtCcy: instrument.listing.kind === 'spot' ? 'base_ccy' : '',
    ccy: '',
    ordId: String(id),
    clOrdId: clientId ?? '',
    tag: '',
    px: limit === null ? '' : priceText(limit, instrument),
    sz: decimalText(quantityOf(order.lots, instrument)),
    pnl: '0',
    ordType: limit === null ? 'market' : isWhole ? 'fok' : 'ioc',
    side,
    posSide: 'net',
    tdMode: instrument.listing.kind === 'spot' ? 'cash' : 'cross',
    accFillSz: decimalText(quantityOf(filled, instrument)),
    fillPx: order.fills.length === 0 ? '' : priceText((order.fills.at(-1) as { ticks: number }).ticks, instrument),
    avgPx: averageOf(order),
    state: filled === order.lots ? 'filled' : 'canceled',
    lever: instrument.listing.kind === 'spot' ? '' : '10',
    feeCcy: feeName(order),
    fee: paid(fee),
    rebateCcy: '',
    rebate: '0',
    reduceOnly: String(reduceOnly),
    accFillNotional: decimalText(filledValue(order)),
    uTime: String(time),
    cTime: String(time),
  }
}

function fillOf(order: Order, fill: Order['fills'][number]): unknown {
  const { instrument, side, id, clientId, time } = order
  return {
    instType: kindOf(instrument),
    instId: instrument.listing.id,
    tradeId: String(fill.id),
    ordId: String(id),
    clOrdId: clientId ?? '',
    billId: String(fill.id),
    fillPx: priceText(fill.ticks, instrument),
    fillSz: decimalText(quantityOf(fill.lots, instrument)),
    side,
    posSide: 'net',
    execType: 'T',
    feeCcy: feeName(order),
    fee: paid(feeOf(order, fill)),
    ts: String(time),
    fillTime: String(time),
  }
}
