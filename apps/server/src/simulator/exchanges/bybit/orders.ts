import { decimalText } from '@makas/domain'
import type { TestAccount } from '../../accounts/test-account.ts'
import { wallMs } from '../../clock.ts'
import type { OrderPlace } from '../../faults/fault.ts'
import type { Instrument } from '../../market/instrument.ts'
import { feeOf, filledLots, filledValue, type Order, quantityOf, sumOf, valueAt } from '../../orders/order.ts'
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
import type { Context } from '../../wire/front.ts'
import type { Refusal } from './signed-calls.ts'

type Outcome = { readonly result: unknown; readonly isCut?: boolean } | Refusal

const say = (retCode: number, retMsg: string): Refusal => ({ retCode, retMsg })
const REFUSALS: Readonly<Record<'spot' | 'perp', Readonly<Record<OrderRefusal, Refusal>>>> = {
  spot: {
    duplicate: say(170_141, 'Duplicate clientOrderId.'),
    balance: say(170_131, 'Insufficient balance.'),
    margin: say(170_131, 'Insufficient balance.'),
    'reduce-only': say(170_130, "Data sent for parameter 'reduceOnly' is not valid."),
    'too-large': say(170_135, 'Order quantity exceeded the upper limit.'),
    'too-many': say(170_210, 'New order rejected.'),
  },
  perp: {
    duplicate: say(110_072, 'OrderLinkedID is duplicate'),
    balance: say(110_007, 'ab not enough for new order'),
    margin: say(110_007, 'ab not enough for new order'),
    'reduce-only': say(110_017, 'current position is zero, cannot fix reduce-only order qty'),
    'too-large': say(110_094, 'Order does not meet minimum order value'),
    'too-many': say(110_020, 'Not allowed to have more than 500 active orders'),
  },
}
/** Time after acceptance in which an order is not found yet, ms. */
const UNSEEN_MS = 40

/** Bybit's orders. Orders never rest, so GTC and post-only limits are refused. */
export class BybitOrders {
  readonly #context: Context
  readonly #find: (category: string, id: string) => Instrument | undefined
  readonly #seenFrom = new Map<Order, number>()

  constructor(context: Context, find: (category: string, id: string) => Instrument | undefined) {
    this.#context = context
    this.#find = find
  }

  place(account: TestAccount, body: string): Outcome {
    const params = fieldsOf(body)
    if (params === null) return say(10_001, 'Request parameter error: not JSON.')
    const text = (name: string) => (typeof params[name] === 'string' ? (params[name] as string) : null)
    const category = text('category') ?? ''
    if (category !== 'spot' && category !== 'linear') return say(10_001, 'params error: Category is invalid')
    const instrument = this.#find(category, text('symbol') ?? '')
    if (!instrument)
      return category === 'spot' ? say(170_121, 'Invalid symbol.') : say(10_001, 'params error: symbol invalid')
    const { kind, priceDecimals, sizeDecimals } = instrument.listing
    const isSpot = kind === 'spot'
    if (instrument.state !== 'trading') return say(isSpot ? 170_219 : 110_074, 'This symbol is not open for trading.')
    const side = text('side') === 'Buy' ? 'buy' : text('side') === 'Sell' ? 'sell' : null
    if (side === null) return say(10_001, 'params error: Side invalid')
    const { isHedged } = this.#context.orders.settings.of(account)
    const index = String(params.positionIdx ?? 0)
    if (!isSpot && !(isHedged ? ['1', '2'] : ['0']).includes(index))
      return say(10_001, 'position idx not match position mode')
    const type = text('orderType')
    if (type !== 'Market' && type !== 'Limit') return say(10_001, 'OrderType invalid')
    const isMarket = type === 'Market'
    if (!isMarket && !['IOC', 'FOK'].includes(text('timeInForce') ?? '')) return say(10_001, 'TimeInForce invalid')
    const amount = positive(text('qty'))
    if (amount === null) return say(10_001, 'Qty invalid')
    const price = isMarket ? null : positive(text('price'))
    if (!isMarket && price === null) return say(10_001, 'Price invalid')
    const limit = price === null ? null : unitsIn(price, priceDecimals)
    if (price !== null && limit === null)
      return isSpot
        ? say(170_134, 'Order price has too many decimals.')
        : say(110_003, 'Order price exceeds the allowable range.')
    // A spot market order to buy counts the quote unless it says otherwise.
    const isMoney = isSpot && isMarket && side === 'buy' && text('marketUnit') !== 'baseCoin'
    const lots = isMoney ? null : unitsIn(amount, sizeDecimals)
    if (!isMoney && lots === null)
      return isSpot ? say(170_137, 'Order volume decimal too long.') : say(10_001, 'Qty invalid')
    const below = lots === null ? null : isBelowMinimum(instrument, lots, measure(instrument, side, limit))
    if (below !== null)
      return isSpot
        ? below === 'lots'
          ? say(170_136, 'Order quantity exceeded lower limit.')
          : say(170_140, 'Order value exceeded lower limit.')
        : say(110_094, 'Order does not meet minimum order value 5USDT')
    const above =
      lots === null
        ? null
        : isAboveMaximum(instrument, lots, measure(instrument, side, limit), isMarket ? 'market' : 'limit')
    if (above !== null)
      return isSpot
        ? above === 'lots'
          ? say(170_135, 'Order quantity exceeded upper limit.')
          : say(170_124, 'Order amount too large.')
        : say(10_001, 'The number of contracts exceeds maximum limit allowed: too large')
    const placed = this.#context.orders.place({
      account,
      instrument,
      side,
      size: lots === null ? { money: amount } : { lots },
      limit,
      isWhole: text('timeInForce') === 'FOK',
      reduceOnly: params.reduceOnly === true,
      clientId: text('orderLinkId'),
    })
    if ('refusal' in placed) return REFUSALS[isSpot ? 'spot' : 'perp'][placed.refusal]
    this.#seenFrom.set(placed.order, wallMs() + UNSEEN_MS)
    const result = { orderId: String(placed.order.id), orderLinkId: placed.order.clientId ?? '' }
    return placed.isUnanswered ? { result, isCut: true } : { result }
  }

  /** Cancels an order: no order is open, since every order ends at once. */
  cancel(body: string): Outcome {
    return fieldsOf(body)?.category === 'spot'
      ? say(170_213, 'Order does not exist.')
      : say(110_001, 'order not exists or too late to cancel')
  }

  /** Ended orders. `/v5/order/realtime` lists an ended order only if its id is asked for. */
  list(account: TestAccount, query: URLSearchParams): Outcome {
    const isOne = query.has('orderId') || query.has('orderLinkId')
    const orders = this.#orders(account, query, isOne ? 'look-up' : 'history')
    return this.#page(query, orders.map(entryOf))
  }

  /** A page of the open orders: on spot of one pair or all, on linear of one. */
  open(account: TestAccount, query: URLSearchParams): Outcome {
    const [category, symbol] = [query.get('category') ?? '', query.get('symbol')]
    const instrument = this.#find(category, symbol ?? 'BTCUSDT')
    if (instrument === undefined || (category !== 'spot' && symbol === null))
      return say(10_001, 'Missing some parameters that must be filled in, symbol or baseCoin or settleCoin')
    const open = this.#context.orders
      .openOrders(account, instrument)
      .filter((one) => symbol === null || one.instrument === instrument)
    const [from, count] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 20)]
    const list = open.slice(from, from + count).map((order) => ({ ...entryOf(order), orderStatus: 'New' }))
    const nextPageCursor = from + count < open.length ? String(from + count) : ''
    return { result: { category, nextPageCursor, list } }
  }

  executions(account: TestAccount, query: URLSearchParams): Outcome {
    const orders = this.#orders(account, query, 'fills')
    return this.#page(
      query,
      orders.flatMap((order) => order.fills.map((fill) => executionOf(order, fill))),
    )
  }

  /** The newest entries, up to the limit of the query. */
  #page(query: URLSearchParams, entries: readonly unknown[]): Outcome {
    const list = entries.slice(-Number(query.get('limit') ?? 20)).toReversed()
    return { result: { category: query.get('category') ?? '', nextPageCursor: '', list } }
  }

  /** Orders of a category, by the exchange's id, the client's id or the symbol. */
  #orders(account: TestAccount, query: URLSearchParams, where: OrderPlace): readonly Order[] {
    const category = query.get('category') ?? ''
    const [id, clientId, symbol] = [query.get('orderId'), query.get('orderLinkId'), query.get('symbol')]
    const instrument = symbol === null ? undefined : this.#find(category, symbol)
    return this.#context.orders
      .listed(account, where, instrument)
      .filter(
        (order) =>
          (id === null || order.id === Number(id)) &&
          (clientId === null || order.clientId === clientId) &&
          (category === 'spot') === (order.instrument.listing.kind === 'spot') &&
          wallMs() >= (this.#seenFrom.get(order) ?? 0),
      )
  }
}

const statusOf = (order: Order): string => {
  const filled = filledLots(order)
  return filled === order.lots ? 'Filled' : filled === 0 ? 'Cancelled' : 'PartiallyFilledCanceled'
}

function entryOf(order: Order) {
  const { instrument, id, clientId, side, limit, isWhole, reduceOnly, time } = order
  const filled = quantityOf(filledLots(order), instrument)
  const value = filledValue(order)
  const fee = decimalText(sumOf(order.fills.map((fill) => feeOf(order, fill))))
  return {
    orderId: String(id),
    orderLinkId: clientId ?? '',
    symbol: instrument.listing.id,
    price: limit === null ? '0' : priceText(limit, instrument),
    qty: decimalText(quantityOf(order.lots, instrument)),
    side: side === 'buy' ? 'Buy' : 'Sell',
    positionIdx: 0,
    orderStatus: statusOf(order),
    rejectReason: 'EC_NoError',
    avgPrice: filled.mantissa === 0n ? '' : averageText(value, filled, 12),
    leavesQty: '0',
    cumExecQty: decimalText(filled),
    cumExecValue: decimalText(value),
    cumExecFee: fee,
    cumFeeDetail: fee === '0' ? {} : { [feeName(order)]: fee },
    timeInForce: isWhole ? 'FOK' : 'IOC',
    orderType: limit === null ? 'Market' : 'Limit',
    reduceOnly,
    createdTime: String(time),
    updatedTime: String(time),
  }
}

/** Linear executions name no currency of their fee. */
function executionOf(order: Order, fill: Order['fills'][number]): unknown {
  const { instrument, id, clientId, side, time } = order
  return {
    symbol: instrument.listing.id,
    orderId: String(id),
    orderLinkId: clientId ?? '',
    side: side === 'buy' ? 'Buy' : 'Sell',
    orderType: order.limit === null ? 'Market' : 'Limit',
    execId: String(fill.id),
    execPrice: priceText(fill.ticks, instrument),
    execQty: decimalText(quantityOf(fill.lots, instrument)),
    execValue: decimalText(valueAt(fill.ticks, fill.lots, instrument)),
    execFee: decimalText(feeOf(order, fill)),
    feeCurrency: instrument.listing.kind === 'spot' ? feeName(order) : '',
    execType: 'Trade',
    isMaker: false,
    execTime: String(time),
  }
}
