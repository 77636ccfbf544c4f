import { describe, expect, test } from 'vitest'
import type { ExchangeOrder } from '../../../../app/ports/trading/order-vault.ts'
import { ORDER } from '../../testing/order.ts'
import { CallRefusal } from '../account-api.ts'
import { ACCOUNT_APIS } from '../account-apis.ts'
import { jsonOf } from '../fields.ts'
import type { Call } from '../signer.ts'
import { BINANCE_ORDERS } from './binance-orders.ts'
import { BYBIT_ORDERS } from './bybit-orders.ts'
import { OKX_ORDERS } from './okx-orders.ts'
import type { OrderApi } from './order-api.ts'

/** Looks an order up with scripted answers by path; repeated calls of a path get its next answer. */
function lookUp(api: OrderApi, order: ExchangeOrder, said: Readonly<Record<string, readonly unknown[]>>) {
  const asked: Call[] = []
  const ask = async (call: Call) => {
    const before = asked.filter(({ path }) => path === call.path).length
    asked.push(call)
    return said[call.path]?.[before]
  }
  return { asked, seen: api.lookUp(order, { ask, askAbout: ask }) }
}

describe('an order whose fills are not all listed yet is looked at again', () => {
  test('on OKX, whose fills alone tell what it cost', async () => {
    const order = { ...ORDER, symbol: 'SOL-USDT' }
    const detail = [{ ordId: '7', state: 'filled', accFillSz: '2' }]
    const fill = { billId: '1', fillSz: '1.5', fillPx: '100', fee: '-0.0015', feeCcy: 'SOL' }
    const behind = lookUp(OKX_ORDERS, order, { 'trade/order': [detail], 'trade/fills': [[fill]] })
    expect(await behind.seen).toEqual({ kind: 'resting', orderId: '7' })
    const rest = { ...fill, billId: '2', fillSz: '0.5', fee: '-0.0005' }
    const whole = lookUp(OKX_ORDERS, order, { 'trade/order': [detail], 'trade/fills': [[fill, rest]] })
    expect(await whole.seen).toMatchObject({ kind: 'done', fill: { filled: '2', value: '200' } })
  })

  test('on Bybit and Binance, whose fills tell the fees', async () => {
    const done = { orderId: '7', orderStatus: 'Filled', cumExecQty: '2', cumExecValue: '200' }
    const executions = { list: [{ execQty: '1', execFee: '0.001', feeCurrency: 'SOL' }], nextPageCursor: '' }
    const bybit = { 'v5/order/realtime': [{ list: [done] }], 'v5/execution/list': [executions] }
    const resting = { kind: 'resting', orderId: '7' }
    expect(await lookUp(BYBIT_ORDERS, ORDER, bybit).seen).toEqual(resting)
    const filled = { orderId: 7, status: 'FILLED', executedQty: '2', cummulativeQuoteQty: '200' }
    expect(await lookUp(BINANCE_ORDERS, ORDER, { order: [filled], myTrades: [[]] }).seen).toEqual(resting)
  })
})

test('fills beyond the first page count too', async () => {
  const fill = { fillSz: '0.01', fillPx: '100', fee: '-0.00001', feeCcy: 'SOL' }
  const fills = Array.from({ length: 150 }, (_, at) => ({ ...fill, billId: String(at) }))
  const { asked, seen } = lookUp(
    OKX_ORDERS,
    { ...ORDER, symbol: 'SOL-USDT' },
    {
      'trade/order': [[{ ordId: '7', state: 'filled', accFillSz: '1.5' }]],
      'trade/fills': [fills.slice(0, 100), fills.slice(100)],
    },
  )
  expect(await seen).toMatchObject({ kind: 'done', fill: { filled: '1.5', value: '150' } })
  expect(asked.at(-1)?.params?.after).toBe('99')

  const execution = { execQty: '0.01', execFee: '0.00001', feeCurrency: 'SOL' }
  const executions = Array.from({ length: 150 }, () => execution)
  const bybit = lookUp(BYBIT_ORDERS, ORDER, {
    'v5/order/realtime': [{ list: [{ orderId: '7', orderStatus: 'Filled', cumExecQty: '1.5', cumExecValue: '150' }] }],
    'v5/execution/list': [
      { list: executions.slice(0, 100), nextPageCursor: 'next' },
      { list: executions.slice(100), nextPageCursor: '' },
    ],
  })
  expect(await bybit.seen).toMatchObject({ kind: 'done', fill: { fees: [{ asset: 'SOL', amount: '0.0015' }] } })
})

test('an order id of 19 digits is asked for as it was told', async () => {
  const text = '{"orderId":8389765591234567891,"status":"FILLED","executedQty":"2","cumQuote":"200"}'
  const order = { ...ORDER, market: 'perp' } as const
  const trade = { qty: '2', commission: '0.1', commissionAsset: 'USDT' }
  const { asked, seen } = lookUp(BINANCE_ORDERS, order, { order: [jsonOf(text)], userTrades: [[trade]] })
  expect(await seen).toMatchObject({ kind: 'done', fill: { orderId: '8389765591234567891' } })
  expect(asked.at(-1)?.params?.orderId).toBe('8389765591234567891')
})

test.each([
  ['perp', 'BTCPERP', 'USDC', 'quote'],
  ['perp', 'BTCUSDT', 'USDT', 'quote'],
  ['spot', 'BTCUSDC', 'BTC', 'base'],
  ['perp', 'BTCPERP', 'MNT', 'other'],
] as const)('a fee on Bybit of a %s %s in %s is of the %s', async (market, symbol, feeCurrency, of) => {
  const seen = lookUp(
    BYBIT_ORDERS,
    { ...ORDER, market, symbol },
    {
      'v5/order/realtime': [{ list: [{ orderId: '7', orderStatus: 'Filled', cumExecQty: '2', cumExecValue: '200' }] }],
      'v5/execution/list': [{ list: [{ execQty: '2', execFee: '0.1', feeCurrency }], nextPageCursor: '' }],
    },
  ).seen
  expect(await seen).toMatchObject({ kind: 'done', fill: { fees: [{ asset: feeCurrency, amount: '0.1', of }] } })
})

test('words of an exchange that are no name of an asset go no further', async () => {
  const executions = { list: [{ execQty: '2', execFee: '0.001', feeCurrency: '<b>call us</b>' }], nextPageCursor: '' }
  const done = { orderId: '7', orderStatus: 'Filled', cumExecQty: '2', cumExecValue: '200' }
  const said = { 'v5/order/realtime': [{ list: [done] }], 'v5/execution/list': [executions] }
  await expect(lookUp(BYBIT_ORDERS, ORDER, said).seen).rejects.toThrow(CallRefusal)
})

describe('an order of which nobody knows whether it was taken is not called refused', () => {
  test.each([
    ['binance', BINANCE_ORDERS, 400, { code: -1007, msg: 'Timeout waiting for response from backend server.' }],
    ['okx', OKX_ORDERS, 200, { code: '1', data: [{ sCode: '51149', sMsg: 'Order timed out.' }] }],
    ['okx', OKX_ORDERS, 200, { code: '1', data: [{ sCode: '50026', sMsg: 'System error.' }] }],
    ['bybit', BYBIT_ORDERS, 200, { retCode: 170_007, retMsg: 'Timeout waiting for response from backend server.' }],
    ['bybit', BYBIT_ORDERS, 200, { retCode: 170_146, retMsg: 'Order creation timeout' }],
  ] as const)('%s %#', (exchange, api, status, answer) => {
    const reply = { status, text: JSON.stringify(answer) }
    expect(api.refusal(reply)).toBeNull()
    expect(ACCOUNT_APIS[exchange].judge(reply).kind).toBe('unreachable')
  })

  test('an order that OKX refused in a good answer is refused', () => {
    const reply = { status: 200, text: JSON.stringify({ code: '0', data: [{ sCode: '51999', sMsg: 'no' }] }) }
    expect(OKX_ORDERS.refusal(reply)).toBeNull()
    expect(ACCOUNT_APIS.okx.judge(reply)).toEqual({ kind: 'refused', why: 'other' })
  })
})

test.each([
  ['Filter failure: LOT_SIZE', 'size'],
  ['Filter failure: MARKET_LOT_SIZE', 'size'],
  ['Filter failure: NOTIONAL', 'size'],
  ['Filter failure: PRICE_FILTER', 'price'],
  ['Filter failure: PERCENT_PRICE_BY_SIDE', 'price'],
  ['Filter failure: MAX_NUM_ORDERS', 'other'],
])('Binance’s "%s" is told as %s', (msg, why) => {
  expect(BINANCE_ORDERS.refusal({ status: 400, text: JSON.stringify({ code: -1013, msg }) })).toBe(why)
})

test('more than one order may be is told as its size', () => {
  const told = (api: OrderApi, answer: object) => api.refusal({ status: 200, text: JSON.stringify(answer) })
  expect(told(BINANCE_ORDERS, { code: -4005, msg: 'Quantity greater than max quantity.' })).toBe('size')
  for (const sCode of ['51101', '51201', '51202', '51203'])
    expect(told(OKX_ORDERS, { code: '1', data: [{ sCode, sMsg: '' }] })).toBe('size')
  for (const retCode of [170_124, 170_135]) expect(told(BYBIT_ORDERS, { retCode, retMsg: '' })).toBe('size')
  const tooLarge = 'The number of contracts exceeds maximum limit allowed: too large'
  expect(told(BYBIT_ORDERS, { retCode: 10_001, retMsg: tooLarge })).toBe('size')
  expect(told(BYBIT_ORDERS, { retCode: 10_001, retMsg: 'position idx not match position mode' })).toBeNull()
})

test('Binance turns spot orders away for more than the balance', () => {
  const refusal = (msg: string) => BINANCE_ORDERS.refusal({ status: 400, text: JSON.stringify({ code: -2010, msg }) })
  expect(refusal('Account has insufficient balance for requested action.')).toBe('balance')
  expect(refusal('This symbol is not permitted for this account.')).toBe('other')
})
