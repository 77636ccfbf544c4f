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
  type ListedOrderAt,
  MOST_PAGES,
  type OrderApi,
  type Page,
  sideIn,
  sideOfFee,
  type TakenOrder,
  timeIn,
} from './order-api.ts'

/** Codes: docs/exchanges/bybit.md, Private REST. */
const REFUSALS: ReadonlyMap<unknown, OrderRefusal> = new Map([
  [170_131, 'balance'],
  [110_004, 'balance'],
  [110_007, 'balance'],
  [110_012, 'balance'],
  [110_045, 'balance'],
  [170_124, 'size'],
  [170_135, 'size'],
  [170_136, 'size'],
  [170_137, 'size'],
  [170_140, 'size'],
  [110_094, 'size'],
  [110_017, 'size'],
  [170_132, 'price'],
  [170_134, 'price'],
  [110_003, 'price'],
  [170_121, 'instrument'],
  [110_074, 'instrument'],
  [10_005, 'permission'],
  [10_003, 'key'],
])
const DUPLICATES: readonly unknown[] = [110_072, 170_141]
const UNKNOWN_ORDER: readonly unknown[] = [110_001, 170_213]
const RESTING = ['New', 'PartiallyFilled', 'Created', 'Untriggered', 'Triggered']

const WRONG_PARAMETER = 10_001
const wordsOf = ({ text }: Reply): string => String(at(jsonOf(text), 'retMsg') ?? '')
const codeOf = ({ text }: Reply): unknown => at(jsonOf(text), 'retCode')
const categoryOf = ({ market }: Pick<ExchangeOrder, 'market'>) => (market === 'spot' ? 'spot' : 'linear')

export const BYBIT_ORDERS: OrderApi = {
  async placing(order) {
    const { symbol, side, quantity, limit, clientId, market, reduceOnly } = order
    return {
      api: 'private',
      path: 'v5/order/create',
      method: 'POST',
      params: {
        category: categoryOf(order),
        symbol,
        side: side === 'buy' ? 'Buy' : 'Sell',
        qty: quantity,
        orderLinkId: clientId,
        timeInForce: 'IOC',
        ...(limit === null ? { orderType: 'Market' } : { orderType: 'Limit', price: limit }),
        // By default the quantity of a spot market buy is in the quote.
        ...(market === 'spot' && limit === null ? { marketUnit: 'baseCoin' } : {}),
        ...(reduceOnly ? { reduceOnly: true } : {}),
      },
    }
  },

  /** The whole account has one margin mode. */
  async prepare({ symbol, leverage }, { ask }, isLook) {
    const api = 'private'
    const of = { category: 'linear', symbol }
    const positions = async () => listOf(at(await ask({ api, path: 'v5/position/list', params: of }), 'list'))
    const isIsolated = async () => at(await ask({ api, path: 'v5/account/info' }), 'marginMode') === 'ISOLATED_MARGIN'
    const isLevered = (list: readonly unknown[]) =>
      list.length > 0 && list.every((one) => Number(at(one, 'leverage')) === leverage)
    let before = await positions()
    if (before.some((one) => at(one, 'positionIdx') !== 0)) return 'hedge-mode'
    if (isLook) return null
    const change = (path: string, params: Readonly<Record<string, string>>) =>
      unlessRefused(ask({ api, path, method: 'POST', params }))
    if (!(await isIsolated())) {
      await change('v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
      if (!(await isIsolated())) return 'margin-mode'
      // Each margin mode may have its own leverage.
      before = await positions()
    }
    if (isLevered(before)) return null
    const leverages = { buyLeverage: String(leverage), sellLeverage: String(leverage) }
    await change('v5/position/set-leverage', { ...of, ...leverages })
    return isLevered(await positions()) ? null : 'leverage'
  },

  maxOpenOrders: 500,
  /** On spot all pairs share one limit. */
  async countOpen({ market, symbol }, ask, most) {
    const params = { category: categoryOf({ market }), ...(market === 'spot' ? {} : { symbol }), limit: '50' }
    return (await pagesOf('v5/order/realtime', params, ask, most)).length
  },
  async positions(symbol, ask) {
    const params = { category: 'linear', symbol }
    const said = await ask({ api: 'private', path: 'v5/position/list', params })
    return listOf(at(said, 'list')).map((one) => {
      const { mantissa, decimals } = amountOf(at(one, 'size'))
      return { mantissa: at(one, 'side') === 'Sell' ? -mantissa : mantissa, decimals }
    })
  },

  refusal(reply) {
    const code = codeOf(reply)
    // Perpetuals have one code for all wrong parameters: only its words tell a quantity that is too large.
    if (code === WRONG_PARAMETER && /exceeds max/i.test(wordsOf(reply))) return 'size'
    return REFUSALS.get(code) ?? null
  },
  isDuplicate: (reply) => DUPLICATES.includes(codeOf(reply)),
  // A look-up of an unknown order lists nothing. A cancellation answers with a code, one on perpetuals and one on spot.
  isUnknown: (reply) => UNKNOWN_ORDER.includes(codeOf(reply)),
  // The answer only acknowledges the order.
  readPlaced: (said) => ({ kind: 'resting', orderId: idOf(at(said, 'orderId')) }),

  async lookUp(order, { ask }) {
    const params = { category: categoryOf(order), symbol: order.symbol, orderLinkId: order.clientId }
    for (const path of ['v5/order/realtime', 'v5/order/history']) {
      const [found] = listOf(at(await ask({ api: 'private', path, params }), 'list'))
      if (found === undefined) continue
      const orderId = idOf(at(found, 'orderId'))
      if (RESTING.includes(String(at(found, 'orderStatus')))) return { kind: 'resting', orderId }
      const whole = amountOf(at(found, 'cumExecQty'))
      const executions =
        decimalText(whole) === '0' ? [] : await pagesOf('v5/execution/list', { ...params, limit: '100' }, ask)
      return addUp(executions, 'execQty', whole) ? reportOf(found, order, executions) : { kind: 'resting', orderId }
    }
    return { kind: 'not-found' }
  },

  cancelling: (leg, orderLinkId) => ({
    api: 'private',
    path: 'v5/order/cancel',
    method: 'POST',
    params: { category: categoryOf(leg), symbol: leg.symbol, orderLinkId },
  }),

  openOrders: (leg, ask) => ordersIn('v5/order/realtime', leg, ask),
  history: (leg, ask) => ordersIn('v5/order/history', leg, ask),

  async fills(leg, ask) {
    const params = { category: categoryOf(leg), symbol: leg.symbol, limit: String(MOST_FILLS) }
    const said = listOf(at(await ask({ api: 'private', path: 'v5/execution/list', params }), 'list'))
    // Payments of funding are listed among the fills.
    const trades = said.filter((one) => at(one, 'execType') === 'Trade')
    const entries = trades.map((one) => ({ orderId: idOf(at(one, 'orderId')), time: timeIn(at(one, 'execTime')) }))
    return { entries, most: MOST_FILLS - (said.length - trades.length) }
  },
}

/** Most entries of a list of orders, and of a list of fills. */
const MOST_ORDERS = 50
const MOST_FILLS = 100

async function ordersIn(path: string, leg: ListedLeg, ask: Ask): Promise<Page<ListedOrderAt>> {
  const params = { category: categoryOf(leg), symbol: leg.symbol, limit: String(MOST_ORDERS) }
  const said = listOf(at(await ask({ api: 'private', path, params }), 'list'))
  const entries = said.map((one) => ({
    clientId: clientIdIn(at(one, 'orderLinkId')),
    orderId: idOf(at(one, 'orderId')),
    side: sideIn(at(one, 'side')),
    time: timeIn(at(one, 'createdTime')),
  }))
  return { entries, most: MOST_ORDERS }
}

/** The entries of a list, page by page, until there are `most`. */
async function pagesOf(
  path: string,
  params: Readonly<Record<string, string>>,
  ask: Ask,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly unknown[]> {
  const all: unknown[] = []
  let cursor: unknown = ''
  for (let page = 0; page < MOST_PAGES && all.length < most && typeof cursor === 'string'; page++) {
    const said = await ask({ api: 'private', path, params: { ...params, ...(cursor === '' ? {} : { cursor }) } })
    all.push(...listOf(at(said, 'list')))
    cursor = at(said, 'nextPageCursor')
    if (cursor === '') break
  }
  return all
}

function reportOf(found: unknown, order: ExchangeOrder, executions: readonly unknown[]): TakenOrder {
  const filled = decimalText(amountOf(at(found, 'cumExecQty')))
  if (at(found, 'orderStatus') === 'Rejected' && filled === '0') return { kind: 'refused', why: 'other' }
  return {
    kind: 'done',
    fill: {
      orderId: idOf(at(found, 'orderId')),
      filled,
      value: decimalText(amountOf(at(found, 'cumExecValue'))),
      fees: feesOf(executions.map((one) => feeOf(one, order))),
    },
  }
}

/** The fee of an execution. Without a currency the fee is in the bought asset on spot, in the quote on perpetuals. */
function feeOf(execution: unknown, { market, side, symbol }: ExchangeOrder): OrderFill['fees'][number] {
  const amount = decimalText(amountOf(at(execution, 'execFee')))
  const currency = at(execution, 'feeCurrency')
  if (typeof currency === 'string' && currency !== '') {
    const asset = nameOf(currency)
    // The names of perpetuals quoted in USDC lack the quote: `BTCPERP`.
    return { asset, amount, of: sideOfFee(asset, symbol.replace(/PERP$/, 'USDC')) }
  }
  const isBase = market === 'spot' && side === 'buy'
  return { asset: null, amount, of: isBase ? 'base' : 'quote' }
}
