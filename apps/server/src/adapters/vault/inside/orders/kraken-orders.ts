import { decimalText } from '@makas/domain'
import type { OrderRefusal } from '../../../../app/ports/trading/order-vault.ts'
import { amountOf, at, entriesOf, idOf, jsonOf, words } from '../fields.ts'
import type { Reply } from '../send.ts'
import { clientIdIn, type OrderApi, sideIn, timeIn } from './order-api.ts'

/** Errors: docs/exchanges/kraken.md, Private REST; by the beginning of the text. */
const REFUSALS: readonly (readonly [string, OrderRefusal])[] = [
  ['EOrder:Insufficient funds', 'balance'],
  ['EOrder:Order minimum not met', 'size'],
  ['EOrder:Cost minimum not met', 'size'],
  ['EGeneral:Invalid arguments:volume', 'size'],
  ['EOrder:Tick size check failed', 'price'],
  ['EGeneral:Invalid arguments:price', 'price'],
  ['EQuery:Unknown asset pair', 'instrument'],
  ['EOrder:Rate limit exceeded', 'busy'],
  ['EOrder:Orders limit exceeded', 'busy'],
  ['EGeneral:Permission denied', 'permission'],
  ['EAPI:Invalid key', 'key'],
  ['EService:Deadline elapsed', 'busy'],
  // Cancel-only and post-only markets reject orders that are filled at once.
  ['EService:Market in', 'other'],
]
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['BTC', 'XBT'],
  ['DOGE', 'XDG'],
])

const errorOf = ({ text }: Reply): string => words(at(jsonOf(text), 'error'))?.[0] ?? ''

/** The pair's name in orders: `XBTUSD` for the stream's `BTC/USD`. */
const pairOf = (symbol: string): string =>
  symbol
    .split('/')
    .map((asset) => ASSETS.get(asset) ?? asset)
    .join('')

export const KRAKEN_ORDERS: OrderApi = {
  async placing({ symbol, side, quantity, limit, clientId }) {
    return {
      api: 'private',
      path: 'AddOrder',
      method: 'POST',
      params: {
        pair: pairOf(symbol),
        type: side,
        volume: quantity,
        cl_ord_id: clientId,
        ...(limit === null ? { ordertype: 'market' } : { ordertype: 'limit', price: limit, timeinforce: 'IOC' }),
      },
    }
  },

  // Kraken's keys here are spot keys.
  prepare: async () => null,

  // The least of the account tiers (60, 80, 225), which no call tells.
  maxOpenOrders: 60,
  async countOpen({ symbol }, ask) {
    const open = entriesOf(at(await ask({ api: 'private', path: 'OpenOrders', method: 'POST' }), 'open'))
    return open.filter(([, one]) => at(one, 'descr', 'pair') === pairOf(symbol)).length
  },
  positions: async () => [],

  refusal: (reply) => REFUSALS.find(([beginning]) => errorOf(reply).startsWith(beginning))?.[1] ?? null,
  isDuplicate: (reply) => /duplicate/i.test(errorOf(reply)),
  isUnknown: (reply) => errorOf(reply).startsWith('EOrder:Unknown order'),
  // The answer has only the exchange's ids.
  readPlaced: (said) => ({ kind: 'resting', orderId: idOf(at(said, 'txid', 0)) }),

  async lookUp({ clientId }, { askAbout }) {
    const orders = async (path: string, list: string) => {
      const said = await askAbout({ api: 'private', path, method: 'POST', params: { cl_ord_id: clientId } })
      return said === null ? [] : entriesOf(at(said, list)).filter(([, one]) => at(one, 'cl_ord_id') === clientId)
    }
    const [closed] = await orders('ClosedOrders', 'closed')
    if (closed === undefined) {
      const [open] = await orders('OpenOrders', 'open')
      return open === undefined ? { kind: 'not-found' } : { kind: 'resting', orderId: idOf(open[0]) }
    }
    const [name, found] = closed
    const fee = decimalText(amountOf(at(found, 'fee')))
    return {
      kind: 'done',
      fill: {
        orderId: idOf(name),
        filled: decimalText(amountOf(at(found, 'vol_exec'))),
        value: decimalText(amountOf(at(found, 'cost'))),
        // Fees are in the quote unless an order asks for another currency.
        fees: fee === '0' ? [] : [{ asset: null, amount: fee, of: 'quote' }],
      },
    }
  },

  cancelling: (_leg, cl_ord_id) => ({ api: 'private', path: 'CancelOrder', method: 'POST', params: { cl_ord_id } }),

  // Kraken lists the orders of the whole account.
  async openOrders(_leg, ask) {
    const said = await ask({ api: 'private', path: 'OpenOrders', method: 'POST' })
    return { entries: ordersIn(said, 'open'), most: Number.POSITIVE_INFINITY }
  },

  async history(_leg, ask) {
    const said = await ask({ api: 'private', path: 'ClosedOrders', method: 'POST' })
    return { entries: ordersIn(said, 'closed'), most: PAGE }
  },

  async fills(_leg, ask) {
    const said = await ask({ api: 'private', path: 'TradesHistory', method: 'POST' })
    const entries = entriesOf(at(said, 'trades')).map(([, one]) => ({
      orderId: idOf(at(one, 'ordertxid')),
      time: timeIn(at(one, 'time')) * 1_000,
    }))
    return { entries, most: PAGE }
  },
}

const PAGE = 50

const ordersIn = (said: unknown, list: string) =>
  entriesOf(at(said, list)).map(([name, one]) => ({
    clientId: clientIdIn(at(one, 'cl_ord_id')),
    orderId: idOf(name),
    side: sideIn(at(one, 'descr', 'type')),
    time: timeIn(at(one, 'opentm')) * 1_000,
  }))
