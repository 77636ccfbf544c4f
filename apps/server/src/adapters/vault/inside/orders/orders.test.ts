import { expect, test } from 'vitest'
import { HurriedClock } from '../../../../app/trading/testing/trades.ts'
import { noBans } from '../../testing/no-bans.ts'
import { ORDER } from '../../testing/order.ts'
import { Askers } from '../askers.ts'
import { NoReply, type Reply } from '../send.ts'
import { Orders } from './orders.ts'

const KEY = { apiKey: 'key', secret: Buffer.from('a secret of enough bytes').toString('base64'), passphrase: 'words' }
/** Orders whose exchange answers the calls of a path with that path's answers, the last of them again and again. */
function ordersWith(
  exchange: 'binance' | 'okx' | 'bybit' | 'kraken',
  said: Readonly<Record<string, readonly unknown[]>>,
) {
  const times = new Map<string, number>()
  const send = async ({ url: { pathname } }: { readonly url: URL }): Promise<Reply> => {
    const time = times.get(pathname) ?? 0
    times.set(pathname, time + 1)
    const answer = said[pathname]?.[Math.min(time, said[pathname].length - 1)]
    if (answer === undefined) throw new NoReply('network')
    return { status: 200, text: JSON.stringify(answer) }
  }
  const clock = new HurriedClock()
  const orders = new Orders(new Askers({ clock, originOf: () => null, send, bans: noBans() }), clock)
  const world = { exchange, isTestnet: exchange !== 'kraken', isDemo: false }
  return {
    place: (order = ORDER) => orders.place(world, KEY, order, Date.now() + 5_000),
    find: (order = ORDER) => orders.find(world, KEY, order, (look) => look()),
    calls: () => [...times.values()].reduce((sum, count) => sum + count, 0),
  }
}

const OKX_TIME = { '/api/v5/public/time': [{ code: '0', data: [{ ts: '1760000000000' }] }] }

test.each([
  ['binance', { market: 'perp' }, { '/fapi/v1/order': [{ orderId: 7, status: 'FILLED' }] }, '7'],
  ['binance', {}, { '/api/v3/order': [{ orderId: 7, status: 'FILLED', executedQty: '2', fills: [] }] }, '7'],
  ['okx', {}, { ...OKX_TIME, '/api/v5/trade/order': [{ code: '0', data: [{ ordId: 'o-7', sCode: '0' }] }] }, 'o-7'],
  ['bybit', {}, { '/v5/order/create': [{ retCode: 0, result: { orderId: 'b-7' } }] }, 'b-7'],
  ['kraken', {}, { '/0/private/AddOrder': [{ error: [], result: { txid: ['OUF4EM-FRGI2'] } }] }, 'OUF4EM-FRGI2'],
] as const)(
  'an order that %s took is told as taken before it is looked up %#',
  async (exchange, more, said, orderId) => {
    const orders = ordersWith(exchange, said)
    expect(await orders.place({ ...ORDER, ...more })).toEqual({ kind: 'accepted', orderId })
    expect(orders.calls()).toBe(Object.keys(said).length)
  },
)

test.each([
  ['binance', { '/api/v3/order': [{ code: -2010, msg: 'Duplicate order sent.' }] }],
  ['okx', { ...OKX_TIME, '/api/v5/trade/order': [{ code: '1', data: [{ ordId: '', sCode: '51016' }] }] }],
  ['bybit', { '/v5/order/create': [{ retCode: 170_141, retMsg: 'Duplicate clientOrderId.' }] }],
  ['kraken', { '/0/private/AddOrder': [{ error: ['EOrder:Duplicate client order id'] }] }],
] as const)('an order whose name %s knows already was taken', async (exchange, said) => {
  expect(await ordersWith(exchange, said).place()).toEqual({ kind: 'accepted', orderId: null })
})

test('an order that was taken in an answer of which the rest cannot be read was taken', async () => {
  const said = { orderId: 7, status: 'FILLED', executedQty: 'two', fills: [] }
  expect(await ordersWith('binance', { '/api/v3/order': [said] }).place()).toEqual({ kind: 'accepted', orderId: null })
})

const found = (orderStatus: string | null) => ({
  retCode: 0,
  result: { list: orderStatus === null ? [] : [{ orderId: 'b-7', orderStatus, cumExecQty: '0', cumExecValue: '0' }] },
})

test('an order that was seen once is known to be taken when the next look does not find it', async () => {
  const history = { '/v5/order/history': [found(null)] }
  const lost = ordersWith('bybit', { ...history, '/v5/order/realtime': [found('New'), found(null)] })
  expect(await lost.find()).toEqual({ kind: 'accepted', orderId: 'b-7' })
  const failing = ordersWith('bybit', { ...history, '/v5/order/realtime': [found('New'), { retCode: 10_016 }] })
  expect(await failing.find()).toEqual({ kind: 'accepted', orderId: 'b-7' })
  const never = ordersWith('bybit', { ...history, '/v5/order/realtime': [found(null)] })
  expect(await never.find()).toEqual({ kind: 'not-found' })
})
