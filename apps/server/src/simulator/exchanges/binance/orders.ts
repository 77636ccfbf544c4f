import { type Decimal, decimalText } from '@makas/domain'
import type { Instrument } from '../../market/instrument.ts'
import {
  feeOf,
  filledLots,
  filledValue,
  type Order,
  type OrderRequest,
  quantityOf,
  valueAt,
} from '../../orders/order.ts'
import type { OrderRefusal } from '../../orders/order-entry.ts'
import { atLeast, averageText, feeName, positive, priceText, unitsIn } from '../../orders/order-text.ts'
import { type Context, json, type RestReply } from '../../wire/front.ts'
import { orderMistake } from './order-check.ts'
import { BAD_SYMBOL, MISSING_SYMBOL, wrong } from './request-weights.ts'
import type { Caller } from './signed-calls.ts'

const MOST_LISTED = 1_000
const limitIn = (params: URLSearchParams) => Math.min(MOST_LISTED, Number(params.get('limit') ?? 500))

/** Binance prints eight decimals whatever the tick is. */
const eight = (value: Decimal) => atLeast(value, 8)
const UNKNOWN = () => wrong(-2013, 'Order does not exist.')

export const WRONG_SIDE = () => wrong(-4061, "Order's position side does not match user's setting.")

/** Refusals in the words of spot and of futures. */
const REFUSALS: Readonly<Record<'spot' | 'perp', Readonly<Record<OrderRefusal, () => RestReply>>>> = {
  spot: {
    duplicate: () => wrong(-2010, 'Duplicate order sent.'),
    balance: () => wrong(-2010, 'Account has insufficient balance for requested action.'),
    margin: () => wrong(-2010, 'Account has insufficient balance for requested action.'),
    'reduce-only': () => wrong(-2010, 'Order would immediately trigger.'),
    'too-large': () => wrong(-1013, 'Filter failure: LOT_SIZE'),
    'too-many': () => wrong(-2010, 'Filter failure: MAX_NUM_ORDERS'),
  },
  perp: {
    duplicate: () => wrong(-4116, 'ClientOrderId is duplicated.'),
    balance: () => wrong(-2019, 'Margin is insufficient.'),
    margin: () => wrong(-2019, 'Margin is insufficient.'),
    'reduce-only': () => wrong(-2022, 'ReduceOnly Order is rejected.'),
    'too-large': () => wrong(-4005, 'Quantity greater than max quantity.'),
    'too-many': () => wrong(-2025, 'Reach max open order limit.'),
  },
}

/** Orders of one of Binance's two systems. Orders never rest, so good-till-cancelled is refused. */
export class BinanceOrders {
  readonly #context: Context
  readonly #kind: 'spot' | 'perp'
  readonly #find: (id: string) => Instrument | undefined

  constructor(context: Context, kind: 'spot' | 'perp', find: (id: string) => Instrument | undefined) {
    this.#context = context
    this.#kind = kind
    this.#find = find
  }

  place(caller: Caller): RestReply {
    const { params } = caller
    const mistake = orderMistake(params, this.#find)
    if (mistake) return mistake
    if (this.#kind === 'perp' && !this.isOfMode(caller)) return WRONG_SIDE()
    const isLimit = params.get('type') === 'LIMIT'
    if (isLimit && !['IOC', 'FOK'].includes(params.get('timeInForce') ?? ''))
      return wrong(-1115, 'Invalid timeInForce.')
    const placed = this.#context.orders.place(this.#request(caller))
    if ('refusal' in placed) return REFUSALS[this.#kind][placed.refusal]()
    const reply = json(this.#kind === 'spot' ? withFills(placed.order) : this.#futures(placed.order))
    return placed.isUnanswered ? { ...reply, isCut: true } : reply
  }

  /** Whether an order names its position side exactly if the account keeps long and short apart. */
  isOfMode({ account, params }: Caller): boolean {
    const side = params.get('positionSide') ?? 'BOTH'
    return this.#context.orders.settings.of(account).isHedged ? side !== 'BOTH' : side === 'BOTH'
  }

  /** An order, by the exchange's or the client's id. */
  one(caller: Caller): RestReply {
    const { params } = caller
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    if (!this.#find(symbol)) return BAD_SYMBOL()
    const found = this.#findOrder(caller, 'origClientOrderId')
    if (found === null)
      return wrong(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!")
    if (found?.instrument.listing.id !== symbol) return UNKNOWN()
    return json(this.#kind === 'spot' ? orderBody(found) : this.#futures(found))
  }

  open({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    const instrument = this.#find(symbol)
    if (!instrument) return BAD_SYMBOL()
    const open = this.#context.orders.openOrders(account, instrument)
    const body = (order: Order) => (this.#kind === 'spot' ? orderBody(order) : this.#futures(order)) as object
    return json(open.map((order) => ({ ...body(order), status: 'NEW', timeInForce: 'GTC' })))
  }

  /** Cancels an order: no order is open, since every order ends at once. */
  cancel({ params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    return this.#find(symbol) ? wrong(-2011, 'Unknown order sent.') : BAD_SYMBOL()
  }

  /** Orders of a symbol that have ended. */
  list({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    const instrument = this.#find(symbol)
    if (!instrument) return BAD_SYMBOL()
    const orders = this.#context.orders.listed(account, 'history', instrument)
    return json(
      orders.slice(-limitIn(params)).map((one) => (this.#kind === 'spot' ? orderBody(one) : this.#futures(one))),
    )
  }

  /** The fills of a symbol or of an order. */
  trades({ account, params }: Caller): RestReply {
    const symbol = params.get('symbol')
    if (!symbol) return MISSING_SYMBOL()
    const instrument = this.#find(symbol)
    if (!instrument) return BAD_SYMBOL()
    const id = params.get('orderId')
    const orders = this.#context.orders
      .listed(account, 'fills', instrument)
      .filter((order) => id === null || order.id === Number(id))
    const fills = orders.flatMap((order) => order.fills.map((fill) => tradeOf(order, fill)))
    return json(fills.slice(-limitIn(params)))
  }

  /** The order by id; null where no id was sent. */
  #findOrder({ account, params }: Caller, clientName: string | null): Order | undefined | null {
    const id = params.get('orderId')
    if (id !== null) return this.#context.orders.find(account, { id: Number(id) })
    const clientId = clientName === null ? null : params.get(clientName)
    return clientId === null ? null : this.#context.orders.find(account, { clientId })
  }

  /** The order request of a call whose parameters were checked. */
  #request({ account, params }: Caller): OrderRequest {
    const instrument = this.#find(params.get('symbol') ?? '') as Instrument
    const { priceDecimals, sizeDecimals } = instrument.listing
    const quantity = positive(params.get('quantity'))
    const price = params.get('type') === 'LIMIT' ? positive(params.get('price')) : null
    return {
      account,
      instrument,
      side: params.get('side') === 'BUY' ? 'buy' : 'sell',
      size:
        quantity === null
          ? { money: positive(params.get('quoteOrderQty')) as Decimal }
          : { lots: unitsIn(quantity, sizeDecimals) as number },
      limit: price === null ? null : unitsIn(price, priceDecimals),
      isWhole: params.get('timeInForce') === 'FOK',
      reduceOnly: params.get('reduceOnly') === 'true',
      clientId: params.get('newClientOrderId'),
    }
  }

  #futures(order: Order): unknown {
    const { instrument, id, clientId, side, limit, reduceOnly, time } = order
    const { priceDecimals } = instrument.listing
    const executed = quantityOf(filledLots(order), instrument)
    const value = filledValue(order)
    const type = limit === null ? 'MARKET' : 'LIMIT'
    return {
      orderId: id,
      symbol: instrument.listing.id,
      status: statusOf(order),
      clientOrderId: clientId ?? `auto${id}`,
      price: limit === null ? '0.00' : priceText(limit, instrument),
      avgPrice: averageText(value, executed, priceDecimals + 2),
      origQty: decimalText(quantityOf(order.lots, instrument)),
      executedQty: decimalText(executed),
      cumQuote: decimalText(value),
      timeInForce: order.isWhole ? 'FOK' : 'IOC',
      type,
      reduceOnly,
      closePosition: false,
      side: side.toUpperCase(),
      positionSide: 'BOTH',
      stopPrice: '0.00',
      workingType: 'CONTRACT_PRICE',
      priceProtect: false,
      origType: type,
      priceMatch: 'NONE',
      selfTradePreventionMode: 'EXPIRE_MAKER',
      goodTillDate: 0,
      time,
      updateTime: time,
    }
  }
}

/** Status of an order. An order whose rest was cancelled at once reads as expired. */
const statusOf = (order: Order): string => (filledLots(order) === order.lots ? 'FILLED' : 'EXPIRED')

/** Price text padded to eight decimals, as all numbers of the spot host. */
const padded = ({ instrument }: Order, ticks: number) => paddedTo(priceText(ticks, instrument))

function paddedTo(text: string): string {
  const own = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  return own >= 8 ? text : `${text}${own === 0 ? '.' : ''}${'0'.repeat(8 - own)}`
}

function core(order: Order) {
  const { instrument, id, clientId, limit, isWhole, side } = order
  return {
    symbol: instrument.listing.id,
    orderId: id,
    orderListId: -1,
    clientOrderId: clientId ?? `auto${id}`,
    price: limit === null ? '0.00000000' : padded(order, limit),
    origQty: eight(quantityOf(order.lots, instrument)),
    executedQty: eight(quantityOf(filledLots(order), instrument)),
    origQuoteOrderQty: '0.00000000',
    cummulativeQuoteQty: eight(filledValue(order)),
    status: statusOf(order),
    timeInForce: isWhole ? 'FOK' : limit === null ? 'GTC' : 'IOC',
    type: limit === null ? 'MARKET' : 'LIMIT',
    side: side.toUpperCase(),
    workingTime: order.time,
    selfTradePreventionMode: 'EXPIRE_MAKER',
  }
}

function withFills(order: Order): unknown {
  return {
    ...core(order),
    transactTime: order.time,
    fills: order.fills.map((fill) => ({
      price: padded(order, fill.ticks),
      qty: eight(quantityOf(fill.lots, order.instrument)),
      commission: eight(feeOf(order, fill)),
      commissionAsset: feeName(order),
      tradeId: fill.id,
    })),
  }
}

const orderBody = (order: Order): unknown => ({
  ...core(order),
  stopPrice: '0.00000000',
  icebergQty: '0.00000000',
  time: order.time,
  updateTime: order.time,
  isWorking: true,
})

function tradeOf(order: Order, fill: Order['fills'][number]): unknown {
  const { instrument, id, side, time } = order
  return {
    symbol: instrument.listing.id,
    id: fill.id,
    orderId: id,
    price: padded(order, fill.ticks),
    qty: eight(quantityOf(fill.lots, instrument)),
    quoteQty: eight(valueAt(fill.ticks, fill.lots, instrument)),
    commission: eight(feeOf(order, fill)),
    commissionAsset: feeName(order),
    time,
    isBuyer: side === 'buy',
    buyer: side === 'buy',
    side: side.toUpperCase(),
    positionSide: 'BOTH',
    isMaker: false,
    maker: false,
    isBestMatch: true,
  }
}
