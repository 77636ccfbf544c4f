import type { Instrument } from '../../market/instrument.ts'
import { feeOf, filledLots, filledValue, type Order, quantityOf, sumOf, valueAt } from '../../orders/order.ts'
import type { OrderRefusal } from '../../orders/order-entry.ts'
import { atLeast, averageText, isBelowMinimum, measure, positive, priceText, unitsIn } from '../../orders/order-text.ts'
import type { Context } from '../../wire/front.ts'
import { pairAltname, pairId } from './names.ts'
import type { Caller } from './signed-calls.ts'

/** The result, or the error in Kraken's words. */
type Outcome = { readonly result: unknown; readonly isCut?: boolean } | string

const PAGE = 50

const REFUSALS: Readonly<Record<OrderRefusal, string>> = {
  duplicate: 'EOrder:Duplicate client order id',
  balance: 'EOrder:Insufficient funds',
  margin: 'EOrder:Insufficient margin',
  'reduce-only': 'EOrder:Reduce only:No position exists',
  'too-large': 'EGeneral:Invalid arguments:volume',
  'too-many': 'EOrder:Orders limit exceeded',
}

/** Kraken's spot orders. Orders never rest: a limit order must be immediate-or-cancel. */
export class KrakenOrders {
  readonly #context: Context
  readonly #findInstrument: (name: string) => Instrument | undefined

  constructor(context: Context, findInstrument: (name: string) => Instrument | undefined) {
    this.#context = context
    this.#findInstrument = findInstrument
  }

  /** Places an order. With `validate` the order is only checked. */
  add({ account, params }: Caller): Outcome {
    const status = this.#context.injector.systemStatus()
    if (status === 'cancel_only') return 'EService:Market in cancel_only mode'
    if (status === 'post_only') return 'EService:Market in post_only mode'
    const market = this.#findInstrument(params.get('pair') ?? '')
    if (!market) return 'EQuery:Unknown asset pair'
    const [side, kind] = [params.get('type'), params.get('ordertype')]
    if (side !== 'buy' && side !== 'sell') return 'EGeneral:Invalid arguments:type'
    if (kind !== 'market' && kind !== 'limit') return 'EGeneral:Invalid arguments:ordertype'
    const volume = positive(params.get('volume'))
    if (volume === null) return 'EGeneral:Invalid arguments:volume'
    const { listing } = market
    const price = kind === 'limit' ? positive(params.get('price')) : null
    if (kind === 'limit' && price === null) return 'EGeneral:Invalid arguments:price'
    const limit = price === null ? null : unitsIn(price, listing.priceDecimals)
    if (price !== null && limit === null) return 'EOrder:Tick size check failed'
    const lots = unitsIn(volume, listing.sizeDecimals)
    if (lots === null) return 'EGeneral:Invalid arguments:volume'
    const below = isBelowMinimum(market, lots, measure(market, side, limit))
    if (below !== null) return below === 'lots' ? 'EOrder:Order minimum not met' : 'EOrder:Cost minimum not met'
    const at = kind === 'limit' ? `limit ${params.get('price')}` : 'market'
    const descr = { order: `${side} ${params.get('volume')} ${pairAltname(listing)} @ ${at}` }
    if (params.get('validate') === 'true') return { result: { descr } }
    if (kind === 'limit' && params.get('timeinforce') !== 'IOC') return 'EGeneral:Invalid arguments:timeinforce'
    const clientId = params.get('cl_ord_id') ?? null
    if (clientId !== null && !/^[0-9A-Za-z-]{1,18}$|^[0-9a-f-]{36}$/.test(clientId))
      return 'EGeneral:Invalid arguments:cl_ord_id'
    const deadline = params.get('deadline')
    if (deadline !== undefined && Number.isNaN(Date.parse(deadline))) return 'EGeneral:Invalid arguments:deadline'
    if (deadline !== undefined && Date.parse(deadline) < this.#context.wall('kraken'))
      return 'EService:Deadline elapsed'
    const placed = this.#context.orders.place({
      account,
      instrument: market,
      side,
      size: { lots },
      limit,
      isWhole: false,
      reduceOnly: false,
      clientId,
    })
    if ('refusal' in placed) return REFUSALS[placed.refusal]
    const result = { descr, txid: [txidOf(placed.order)] }
    return placed.isUnanswered ? { result, isCut: true } : { result }
  }

  /** Orders by the exchange's ids. */
  query({ account, params }: Caller): Outcome {
    const ids = params.get('txid')?.split(',') ?? []
    if (ids.length === 0) return 'EGeneral:Invalid arguments:txid'
    const found = ids.map((id) => this.#context.orders.find(account, { id: idOf(id) }))
    const known = found.filter((one) => one !== undefined)
    if (known.length < ids.length) return 'EOrder:Unknown order'
    return { result: Object.fromEntries(known.map((order) => [txidOf(order), entryOf(order)])) }
  }

  /** Open orders of all pairs. No open order has an id of the client. */
  open({ account, params }: Caller): Outcome {
    const open = params.has('cl_ord_id') ? [] : this.#context.orders.openOrders(account)
    return {
      result: { open: Object.fromEntries(open.map((one) => [txidOf(one), { ...entryOf(one), status: 'open' }])) },
    }
  }

  /** All orders, since every order ends at once, or the order with that client id. */
  closed({ account, params }: Caller): Outcome {
    const clientId = params.get('cl_ord_id')
    const orders = this.#context.orders
      .listed(account, clientId === undefined ? 'history' : 'look-up')
      .filter((order) => clientId === undefined || order.clientId === clientId)
    const closed = orders
      .slice(-PAGE)
      .map((order) => [txidOf(order), { ...entryOf(order), closetm: order.time / 1000, reason: null }] as const)
    return { result: { closed: Object.fromEntries(closed), count: orders.length } }
  }

  /** The newest fills of the account. */
  trades({ account }: Caller): Outcome {
    const fills = this.#context.orders.listed(account, 'fills').flatMap((order) =>
      order.fills.map(({ id, ticks, lots }) => {
        const { instrument, side, limit, time } = order
        const trade = {
          ordertxid: txidOf(order),
          postxid: '',
          pair: pairId(instrument.listing),
          time: time / 1000,
          type: side,
          ordertype: limit === null ? 'market' : 'limit',
          price: priceText(ticks, instrument),
          cost: atLeast(valueAt(ticks, lots, instrument), 5),
          fee: atLeast(feeOf(order, { id, ticks, lots }), 5),
          vol: atLeast(quantityOf(lots, instrument), 8),
          margin: '0.00000',
          misc: '',
        }
        return [`T${id}`, trade] as const
      }),
    )
    return { result: { trades: Object.fromEntries(fills.slice(-PAGE)), count: fills.length } }
  }
}

/** Kraken's order id: letters and digits in three groups. */
const txidOf = ({ id }: Order): string => {
  const text = id.toString(36).toUpperCase().padStart(16, '0')
  return `O${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10)}`
}

const idOf = (txid: string): number => Number.parseInt(txid.slice(1).replaceAll('-', ''), 36)

function entryOf(order: Order) {
  const { instrument, side, limit, clientId, time } = order
  const filled = quantityOf(filledLots(order), instrument)
  const value = filledValue(order)
  const price = limit === null ? '0' : priceText(limit, instrument)
  const volume = atLeast(quantityOf(order.lots, instrument), 8)
  return {
    refid: null,
    userref: null,
    cl_ord_id: clientId ?? undefined,
    status: filled.mantissa === 0n && limit !== null ? 'canceled' : 'closed',
    opentm: time / 1000,
    starttm: 0,
    expiretm: 0,
    descr: {
      pair: pairAltname(instrument.listing),
      type: side,
      ordertype: limit === null ? 'market' : 'limit',
      price,
      price2: '0',
      leverage: 'none',
      order: `${side} ${volume} ${pairAltname(instrument.listing)} @ ${limit === null ? 'market' : `limit ${price}`}`,
      close: '',
    },
    vol: volume,
    vol_exec: atLeast(filled, 8),
    cost: atLeast(value, 5),
    fee: atLeast(sumOf(order.fills.map((fill) => feeOf(order, fill))), 5),
    price: averageText(value, filled, 12),
    stopprice: '0.00000',
    limitprice: '0.00000',
    misc: '',
    oflags: 'fciq',
    trades: order.fills.map(({ id }) => `T${id}`),
  }
}
