import { type Decimal, decimalText, divide, type MarketKind, ofDecimal } from '@makas/domain'
import type { ExchangeOrder, OrderFill, OrderRefusal } from '../../../../app/ports/trading/order-vault.ts'
import { type Ask, CallRefusal, unlessRefused, unreachable } from '../account-api.ts'
import { amountOf, at, idOf, jsonOf, listOf, nameOf } from '../fields.ts'
import { sum } from '../held.ts'
import { okxCode } from '../okx.ts'
import type { Reply } from '../send.ts'
import type { Call } from '../signer.ts'
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
  timeIn,
} from './order-api.ts'

/** Codes of an order: docs/exchanges/okx.md, Private REST. */
const REFUSALS: ReadonlyMap<string, OrderRefusal> = new Map([
  ['51008', 'balance'],
  ['51001', 'instrument'],
  ['51006', 'price'],
  ['51020', 'size'],
  ['51121', 'size'],
  ['51120', 'size'],
  ['51101', 'size'],
  ['51201', 'size'],
  ['51202', 'size'],
  ['51203', 'size'],
  ['50120', 'permission'],
  ['50030', 'permission'],
  // The order arrived after its expiry.
  ['50036', 'busy'],
  ['50037', 'busy'],
])
const DUPLICATE = '51016'
/** Codes of a look-up and of a cancellation. An order that was filled, cancelled or never there has the same code. */
const UNKNOWN_ORDER = ['51603', '51001', '51400']
const RESTING = ['live', 'partially_filled']

const codeOf = ({ text }: Reply): string => okxCode(jsonOf(text)) ?? ''

export const OKX_ORDERS: OrderApi = {
  async placing(order, ask) {
    const { symbol, side, limit, clientId, market, reduceOnly, isUnwind } = order
    return {
      api: 'private',
      path: 'trade/order',
      method: 'POST',
      params: {
        instId: symbol,
        tdMode: market === 'spot' ? 'cash' : 'isolated',
        side,
        clOrdId: clientId,
        sz: market === 'spot' ? order.quantity : await inContracts(order, ask),
        ...(limit === null ? { ordType: 'market' } : { ordType: 'ioc', px: limit }),
        // An order that unwinds takes OKX's own price limit where that limit is narrower.
        ...(limit !== null && isUnwind ? { pxAmendType: '1' } : {}),
        // By default the quantity of a spot market buy is in the quote.
        ...(market === 'spot' && limit === null ? { tgtCcy: 'base_ccy' } : {}),
        ...(reduceOnly ? { reduceOnly: true } : {}),
      },
    }
  },

  /** Each order names its margin mode. */
  async prepare({ symbol, leverage }, { ask }, isLook) {
    const api = 'private'
    const config = await ask({ api, path: 'account/config' })
    if (at(config, 0, 'posMode') !== 'net_mode') return 'hedge-mode'
    if (isLook) return null
    const terms = { instId: symbol, mgnMode: 'isolated' }
    const isLevered = async () =>
      Number(at(await ask({ api, path: 'account/leverage-info', params: terms }), 0, 'lever')) === leverage
    if (await isLevered()) return null
    const params = { ...terms, lever: String(leverage) }
    await unlessRefused(ask({ api, path: 'account/set-leverage', method: 'POST', params }))
    return (await isLevered()) ? null : 'leverage'
  },

  maxOpenOrders: 500,
  async countOpen({ market, symbol }, ask, most) {
    const of = { instType: typeOf(market), instId: symbol, limit: String(PAGE) }
    let count = 0
    let after = {}
    while (count < most) {
      const page = listOf(await ask({ api: 'private', path: 'trade/orders-pending', params: { ...of, ...after } }))
      count += page.length
      if (page.length < PAGE) break
      after = { after: idOf(at(page.at(-1), 'ordId')) }
    }
    return count
  },
  async positions(symbol, ask) {
    const params = { instType: 'SWAP', instId: symbol }
    const held = listOf(await ask({ api: 'private', path: 'account/positions', params }))
      .filter((one) => at(one, 'instId') === symbol)
      .map(signedPosition)
    const unit = held.some(({ mantissa }) => mantissa !== 0n) ? await contractOf(symbol, ask) : ONE
    return held.map((contracts) => times(contracts, unit))
  },

  refusal: (reply) => REFUSALS.get(codeOf(reply)) ?? null,
  isDuplicate: (reply) => codeOf(reply) === DUPLICATE,
  isUnknown: (reply) => UNKNOWN_ORDER.includes(codeOf(reply)),
  // The answer only acknowledges the order.
  readPlaced: (said) => ({ kind: 'resting', orderId: idOf(at(said, 0, 'ordId')) }),

  async lookUp(order, { ask, askAbout }) {
    const { symbol, clientId, market } = order
    const said = await askAbout({
      api: 'private',
      path: 'trade/order',
      params: { instId: symbol, clOrdId: clientId },
    })
    const found = at(said, 0)
    if (said === null || found === undefined) return { kind: 'not-found' }
    const orderId = idOf(at(found, 'ordId'))
    if (RESTING.includes(String(at(found, 'state')))) return { kind: 'resting', orderId }
    const whole = amountOf(at(found, 'accFillSz'))
    const isEmpty = decimalText(whole) === '0'
    const params = { instType: typeOf(market), instId: symbol, ordId: orderId }
    const fills = isEmpty ? [] : await fillsOf(params, whole, ask)
    if (!addUp(fills, 'fillSz', whole)) return { kind: 'resting', orderId }
    const unit = market === 'spot' || isEmpty ? ONE : await contractOf(symbol, ask)
    return { kind: 'done', fill: { orderId, ...sumsOf(fills, unit, symbol) } }
  },

  cancelling: ({ symbol }, clOrdId) => ({
    api: 'private',
    path: 'trade/cancel-order',
    method: 'POST',
    params: { instId: symbol, clOrdId },
  }),

  openOrders: (leg, ask) => ordersIn('trade/orders-pending', leg, ask),
  history: (leg, ask) => ordersIn('trade/orders-history', leg, ask),

  async fills(leg, ask) {
    const said = listOf(await ask({ api: 'private', path: 'trade/fills', params: listing(leg) }))
    const entries = said.map((one) => ({ orderId: idOf(at(one, 'ordId')), time: timeIn(at(one, 'ts')) }))
    return { entries, most: PAGE }
  },
}

const listing = ({ market, symbol }: ListedLeg) => ({
  instType: market === 'spot' ? 'SPOT' : 'SWAP',
  instId: symbol,
  limit: String(PAGE),
})

async function ordersIn(path: string, leg: ListedLeg, ask: Ask): Promise<Page<ListedOrderAt>> {
  const said = listOf(await ask({ api: 'private', path, params: listing(leg) }))
  const entries = said.map((one) => ({
    clientId: clientIdIn(at(one, 'clOrdId')),
    orderId: idOf(at(one, 'ordId')),
    side: sideIn(at(one, 'side')),
    time: timeIn(at(one, 'cTime')),
  }))
  return { entries, most: PAGE }
}

/** Fills of one order, in pages of 100, until they add up to it. */
async function fillsOf(params: NonNullable<Call['params']>, whole: Decimal, ask: Ask): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const after = all.length === 0 ? {} : { after: idOf(at(all.at(-1), 'billId')) }
    const more = listOf(await ask({ api: 'private', path: 'trade/fills', params: { ...params, ...after } }))
    all.push(...more)
    if (more.length < PAGE || addUp(all, 'fillSz', whole)) break
  }
  return all
}

const PAGE = 100
const typeOf = (market: MarketKind) => (market === 'spot' ? 'SPOT' : 'SWAP')

/** Contracts of a position; where the account keeps long and short apart, a short position's number has no sign. */
function signedPosition(one: unknown): Decimal {
  const { mantissa, decimals } = amountOf(at(one, 'pos'))
  return { mantissa: at(one, 'posSide') === 'short' ? -mantissa : mantissa, decimals }
}

const ONE: Decimal = { mantissa: 1n, decimals: 0 }

async function contractOf(symbol: string, ask: Ask): Promise<Decimal> {
  const said = await ask({ api: 'public', path: 'public/instruments', params: { instType: 'SWAP', instId: symbol } })
  const [value, times] = [amountOf(at(said, 0, 'ctVal')), amountOf(at(said, 0, 'ctMult'))]
  return { mantissa: value.mantissa * times.mantissa, decimals: value.decimals + times.decimals }
}

/** A swap's quantity in contracts. @throws CallRefusal where it is no finite decimal */
async function inContracts({ symbol, quantity }: ExchangeOrder, ask: Ask): Promise<string> {
  const contracts = divide(ofDecimal(amountOf(quantity)), ofDecimal(await contractOf(symbol, ask)))
  const scale = 10n ** 8n
  if ((contracts.n * scale) % contracts.d !== 0n) throw new CallRefusal(unreachable('unreadable'))
  return decimalText({ mantissa: (contracts.n * scale) / contracts.d, decimals: 8 })
}

/** Sums of fills; OKX writes paid fees as negative. */
function sumsOf(fills: readonly unknown[], unit: Decimal, symbol: string): Omit<OrderFill, 'orderId'> {
  const fees = fills.map((one): OrderFill['fees'][number] => {
    const { mantissa, decimals } = amountOf(at(one, 'fee'))
    const asset = nameOf(at(one, 'feeCcy'))
    return { asset, amount: decimalText({ mantissa: -mantissa, decimals }), of: feeSide(asset, symbol) }
  })
  const sizes = fills.map((one) => times(amountOf(at(one, 'fillSz')), unit))
  const values = fills.map((one, index) => times(sizes[index] ?? ONE, amountOf(at(one, 'fillPx'))))
  return { filled: decimalText(sum(...sizes)), value: decimalText(sum(...values)), fees: feesOf(fees) }
}

/** The side of a fee's asset, by the symbol without `-SWAP`. */
const feeSide = (asset: string, symbol: string) => sideOfFee(asset, symbol.replace(/-SWAP$/, ''))

function times(a: Decimal, b: Decimal): Decimal {
  return { mantissa: a.mantissa * b.mantissa, decimals: a.decimals + b.decimals }
}
