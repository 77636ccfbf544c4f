import { decimalText } from '@makas/domain'
import type { ExchangeOrder, OrderFill, OrderRefusal } from '../../../../app/ports/trading/order-vault.ts'
import { type Ask, unlessRefused } from '../account-api.ts'
import { amountOf, at, idOf, jsonOf, listOf, nameOf } from '../fields.ts'
import type { Reply } from '../send.ts'
import {
  addUp,
  clientIdIn,
  feesOf,
  type ListedLeg,
  type OrderApi,
  sideIn,
  sideOfFee,
  type TakenOrder,
  timeIn,
} from './order-api.ts'

/** The order names no position side, or the wrong one. */
const WRONG_SIDE = -4061
/** Codes: docs/exchanges/binance.md, Private REST. */
const REFUSALS: ReadonlyMap<unknown, OrderRefusal> = new Map([
  // The account keeps long and short apart since it was looked at.
  [WRONG_SIDE, 'other'],
  [-2018, 'balance'],
  [-2019, 'balance'],
  [-1111, 'size'],
  [-4164, 'size'],
  [-4005, 'size'],
  [-1121, 'instrument'],
  [-2014, 'key'],
  [-2015, 'key'],
])
const FILTER = -1013
/** Code of all rejected spot orders; the message has the reason. */
const REJECTED = -2010
/** Codes of a look-up and of a cancellation. */
const UNKNOWN_ORDER: readonly unknown[] = [-2013, -2011]
const RESTING = ['NEW', 'PARTIALLY_FILLED', 'PENDING_NEW']

const codeOf = ({ text }: Reply): unknown => at(jsonOf(text), 'code')
const wordsOf = ({ text }: Reply): string => String(at(jsonOf(text), 'msg') ?? '')

/** The reason, by the filter's name; a filter also limits the number of open orders. */
function refusalOfFilter(words: string): OrderRefusal {
  if (words.includes('PRICE')) return 'price'
  return /LOT_SIZE|NOTIONAL|MAX_POSITION|quantity/i.test(words) ? 'size' : 'other'
}

/** The API group of an order's market; spot and perpetuals are two systems. */
const groupOf = ({ market }: Pick<ExchangeOrder, 'market'>) => (market === 'spot' ? 'private' : 'fapiPrivate')

export const BINANCE_ORDERS: OrderApi = {
  async placing(order) {
    const { symbol, side, quantity, limit, clientId, market, reduceOnly } = order
    return {
      api: groupOf(order),
      path: 'order',
      method: 'POST',
      params: {
        symbol,
        side: side === 'buy' ? 'BUY' : 'SELL',
        quantity,
        newClientOrderId: clientId,
        newOrderRespType: market === 'spot' ? 'FULL' : 'RESULT',
        ...(limit === null ? { type: 'MARKET' } : { type: 'LIMIT', timeInForce: 'IOC', price: limit }),
        ...(reduceOnly ? { reduceOnly: 'true' } : {}),
      },
    }
  },

  async prepare({ symbol, side, quantity, leverage }, { ask, reply }, isLook) {
    const api = 'fapiPrivate'
    const mode = await ask({ api, path: 'positionSide/dual' })
    const trial = { symbol, side: side === 'buy' ? 'BUY' : 'SELL', type: 'MARKET', quantity }
    if (at(mode, 'dualSidePosition') !== false) return 'hedge-mode'
    const tried = await reply({ api, path: 'order/test', method: 'POST', params: trial })
    if (codeOf(tried) === WRONG_SIDE) return 'hedge-mode'
    if (isLook) return null
    const change = (path: string, params: Readonly<Record<string, string>>) =>
      unlessRefused(ask({ api, path, method: 'POST', params: { symbol, ...params } }))
    const read = async () => at(await ask({ api, path: 'symbolConfig', params: { symbol } }), 0)
    const isIsolated = (config: unknown) => at(config, 'marginType') === 'ISOLATED'
    const isLevered = (config: unknown) => at(config, 'leverage') === leverage
    const before = await read()
    if (isIsolated(before) && isLevered(before)) return null
    if (!isIsolated(before)) await change('marginType', { marginType: 'ISOLATED' })
    if (!isLevered(before)) await change('leverage', { leverage: String(leverage) })
    const after = await read()
    if (!isIsolated(after)) return 'margin-mode'
    return isLevered(after) ? null : 'leverage'
  },

  maxOpenOrders: null,
  countOpen: async (on, ask) => (await openIn(on, ask)).length,
  positions: async (symbol, ask) =>
    listOf(await ask({ api: 'fapiPrivateV3', path: 'positionRisk', params: { symbol } }))
      .filter((one) => at(one, 'symbol') === symbol)
      .map((one) => amountOf(at(one, 'positionAmt'))),

  refusal(reply) {
    const code = codeOf(reply)
    if (code === FILTER) return refusalOfFilter(wordsOf(reply))
    if (code === REJECTED) return /insufficient balance/i.test(wordsOf(reply)) ? 'balance' : 'other'
    return REFUSALS.get(code) ?? null
  },
  // Perpetuals have a separate code for duplicates.
  isDuplicate: (reply) => codeOf(reply) === -4116 || (codeOf(reply) === REJECTED && /duplicate/i.test(wordsOf(reply))),
  isUnknown: (reply) => UNKNOWN_ORDER.includes(codeOf(reply)),

  /** Perpetuals have to be looked up: their answer has no fees. */
  readPlaced(said, order) {
    if (order.market !== 'spot') return { kind: 'resting', orderId: idOf(at(said, 'orderId')) }
    return reportOf(said, order, () => listOf(at(said, 'fills')))
  },

  async lookUp(order, { ask, askAbout }) {
    const { symbol, clientId } = order
    const said = await askAbout({ api: groupOf(order), path: 'order', params: { symbol, origClientOrderId: clientId } })
    if (said === null) return { kind: 'not-found' }
    const orderId = idOf(at(said, 'orderId'))
    if (RESTING.includes(String(at(said, 'status')))) return { kind: 'resting', orderId }
    const isEmpty = decimalText(amountOf(at(said, 'executedQty'))) === '0'
    const path = order.market === 'spot' ? 'myTrades' : 'userTrades'
    const params = { symbol, orderId, limit: '1000' }
    const trades = isEmpty ? [] : listOf(await ask({ api: groupOf(order), path, params }))
    return reportOf(said, order, () => trades)
  },

  cancelling: (leg, origClientOrderId) => ({
    api: groupOf(leg),
    path: 'order',
    method: 'DELETE',
    params: { symbol: leg.symbol, origClientOrderId },
  }),

  openOrders: async (leg, ask) => ({ entries: ordersIn(await openIn(leg, ask)), most: Number.POSITIVE_INFINITY }),

  async history(leg, ask) {
    const params = { symbol: leg.symbol, limit: String(PAGE) }
    return { entries: ordersIn(listOf(await ask({ api: groupOf(leg), path: 'allOrders', params }))), most: PAGE }
  },

  async fills(leg, ask) {
    const path = leg.market === 'spot' ? 'myTrades' : 'userTrades'
    const said = listOf(await ask({ api: groupOf(leg), path, params: { symbol: leg.symbol, limit: String(PAGE) } }))
    const entries = said.map((one) => ({ orderId: idOf(at(one, 'orderId')), time: timeIn(at(one, 'time')) }))
    return { entries, most: PAGE }
  },
}

const PAGE = 1_000

const openIn = async (leg: ListedLeg, ask: Ask) =>
  listOf(await ask({ api: groupOf(leg), path: 'openOrders', params: { symbol: leg.symbol } }))

const ordersIn = (said: readonly unknown[]) =>
  said.map((one) => ({
    clientId: clientIdIn(at(one, 'clientOrderId')),
    orderId: idOf(at(one, 'orderId')),
    side: sideIn(at(one, 'side')),
    time: timeIn(at(one, 'time')),
  }))

function reportOf(said: unknown, { symbol, market }: ExchangeOrder, trades: () => readonly unknown[]): TakenOrder {
  const status = String(at(said, 'status'))
  const orderId = idOf(at(said, 'orderId'))
  if (RESTING.includes(status)) return { kind: 'resting', orderId }
  if (status === 'REJECTED') return { kind: 'refused', why: 'other' }
  const fills = trades()
  const whole = amountOf(at(said, 'executedQty'))
  if (!addUp(fills, 'qty', whole)) return { kind: 'resting', orderId }
  const fees = fills.map((one): OrderFill['fees'][number] => {
    const asset = nameOf(at(one, 'commissionAsset'))
    return { asset, amount: decimalText(amountOf(at(one, 'commission'))), of: sideOfFee(asset, symbol) }
  })
  return {
    kind: 'done',
    fill: {
      orderId,
      filled: decimalText(whole),
      value: decimalText(amountOf(at(said, market === 'spot' ? 'cummulativeQuoteQty' : 'cumQuote'))),
      fees: feesOf(fees),
    },
  }
}
