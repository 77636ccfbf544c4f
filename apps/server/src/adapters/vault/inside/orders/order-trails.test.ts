import { describe, expect, test } from 'vitest'
import { CallRefusal } from '../account-api.ts'
import { ACCOUNT_APIS } from '../account-apis.ts'
import type { Asker } from '../askers.ts'
import type { Call } from '../signer.ts'
import { BINANCE_ORDERS } from './binance-orders.ts'
import { BYBIT_ORDERS } from './bybit-orders.ts'
import { KRAKEN_ORDERS } from './kraken-orders.ts'
import { OKX_ORDERS } from './okx-orders.ts'
import { baseIn, type OrderApi } from './order-api.ts'
import { trailOf } from './order-trails.ts'

const ID = 'mk0000000000000001'
const SINCE = 1_760_000_000_000
const OF_KRAKEN = { cl_ord_id: ID, opentm: SINCE / 1000 + 5, descr: { type: 'buy' } }

/** An exchange that has the order open, and the answers of its lists by path; a cancellation is not answered by `said`. */
const OPEN = [
  [
    'binance',
    BINANCE_ORDERS,
    'SOLUSDT',
    {
      openOrders: [{ clientOrderId: ID, orderId: 7, side: 'BUY', time: SINCE + 5 }],
      allOrders: [],
      myTrades: [],
      account: { balances: [{ asset: 'SOL', free: '3', locked: '0.5' }] },
    },
  ],
  [
    'okx',
    OKX_ORDERS,
    'SOL-USDT',
    {
      'trade/orders-pending': [{ clOrdId: ID, ordId: '7', side: 'buy', cTime: String(SINCE + 5) }],
      'trade/orders-history': [],
      'trade/fills': [],
      'account/balance': [{ details: [{ ccy: 'SOL', availBal: '3', frozenBal: '0.5', cashBal: '3.5' }] }],
    },
  ],
  [
    'bybit',
    BYBIT_ORDERS,
    'SOLUSDT',
    {
      'v5/order/realtime': { list: [{ orderLinkId: ID, orderId: '7', side: 'Buy', createdTime: String(SINCE + 5) }] },
      'v5/order/history': { list: [] },
      'v5/execution/list': { list: [{ execType: 'Funding', orderId: '', execTime: '0' }] },
      'v5/account/wallet-balance': {
        list: [{ coin: [{ coin: 'SOL', walletBalance: '3.5', locked: '0.5', totalOrderIM: '', totalPositionIM: '' }] }],
      },
    },
  ],
  [
    'kraken',
    KRAKEN_ORDERS,
    'SOL/USD',
    {
      OpenOrders: { open: { '7': OF_KRAKEN } },
      ClosedOrders: { closed: {} },
      TradesHistory: { trades: {} },
      BalanceEx: { SOL: { balance: '3.5', hold_trade: '0.5' } },
    },
  ],
] as const

type Said = Readonly<Record<string, unknown>>

/** The trail as exchanges tell it by path; `cancelled`: the answer to the cancellation, null for an unknown order. */
function trail(
  exchange: (typeof OPEN)[number][0],
  api: OrderApi,
  symbol: string,
  said: Said,
  cancelled: unknown = null,
) {
  const asked: Call[] = []
  const ask = async (call: Call) => {
    asked.push(call)
    return said[call.path]
  }
  const askAbout = async (call: Call) => {
    asked.push(call)
    return cancelled
  }
  const asker = { api: ACCOUNT_APIS[exchange], ask } as unknown as Asker
  const watched = [{ market: 'spot', symbol, quote: exchange === 'kraken' ? 'USD' : 'USDT' }] as const
  const wish = { market: 'spot', symbol, watched, since: SINCE, cancel: ID } as const
  return { asked, seen: trailOf(api, asker, { ask, askAbout }, wish) }
}

describe.each(OPEN)('a trail on %s', (exchange, api, symbol, said) => {
  const emptied = Object.fromEntries(
    Object.entries(said as Said).map(([path, answer]) => {
      const list = path.toLowerCase().includes('open') || /pending|realtime/.test(path)
      if (!list) return [path, answer]
      return [path, Array.isArray(answer) ? [] : exchange === 'bybit' ? { list: [] } : { open: {} }]
    }),
  )

  test('cancels first, and names what is open', async () => {
    const { asked, seen } = trail(exchange, api, symbol, said)
    expect(await seen).toEqual({
      kind: 'read',
      orders: [{ clientId: ID, orderId: '7', side: 'buy' }],
      hasStrayFill: false,
      held: ['3.5'],
    })
    expect([asked[0]?.method === undefined, JSON.stringify(asked[0]?.params)]).toEqual([
      false,
      expect.stringContaining(ID),
    ])
  })

  test('of a cancelled order that no list names yet differs from an absent order’s', async () => {
    const taken = await trail(exchange, api, symbol, emptied, { orderId: '7' }).seen
    expect(taken).toMatchObject({ orders: [], hasStrayFill: true })
    expect(await trail(exchange, api, symbol, emptied).seen).toMatchObject({ orders: [], hasStrayFill: false })
  })
})

test('a cancellation of nothing on Kraken is none', async () => {
  const said = { ...OPEN[3][3], OpenOrders: { open: {} } }
  expect(await trail('kraken', KRAKEN_ORDERS, 'SOL/USD', said, { count: 0 }).seen).toMatchObject({
    hasStrayFill: false,
  })
  expect(await trail('kraken', KRAKEN_ORDERS, 'SOL/USD', said, { count: 1 }).seen).toMatchObject({ hasStrayFill: true })
})

test('a fill whose order no list names may be of the order; an older one is not', async () => {
  const fillAt = (at: number) => ({ ...OPEN[0][3], myTrades: [{ orderId: 9, time: at }] })
  const strayAt = async (at: number) =>
    (await trail('binance', BINANCE_ORDERS, 'SOLUSDT', fillAt(at)).seen).hasStrayFill
  expect([await strayAt(SINCE), await strayAt(SINCE - 1)]).toEqual([true, false])
  const listed = { ...fillAt(SINCE), allOrders: [{ clientOrderId: 'web_1', orderId: 9, side: 'SELL', time: SINCE }] }
  expect(await trail('binance', BINANCE_ORDERS, 'SOLUSDT', listed).seen).toMatchObject({ hasStrayFill: false })
})

test('a full page that begins after the moment proves nothing, and a page that began before it does', async () => {
  const page = (from: number) => ({
    ...OPEN[0][3],
    myTrades: Array.from({ length: 1_000 }, (_, at) => ({ orderId: 7, time: from + at })),
  })
  await expect(trail('binance', BINANCE_ORDERS, 'SOLUSDT', page(SINCE)).seen).rejects.toThrow(CallRefusal)
  expect((await trail('binance', BINANCE_ORDERS, 'SOLUSDT', page(SINCE - 1)).seen).kind).toBe('read')
})

test('the answer to a cancellation says of an unknown order what a look-up says', () => {
  const isUnknown = (api: OrderApi, answer: object) => api.isUnknown({ status: 200, text: JSON.stringify(answer) })
  expect(isUnknown(BINANCE_ORDERS, { code: -2011, msg: 'Unknown order sent.' })).toBe(true)
  expect(isUnknown(OKX_ORDERS, { code: '1', data: [{ sCode: '51400', sMsg: '' }] })).toBe(true)
  // Cancelled before: it was there.
  expect(isUnknown(OKX_ORDERS, { code: '1', data: [{ sCode: '51401', sMsg: '' }] })).toBe(false)
  for (const retCode of [110_001, 170_213]) expect(isUnknown(BYBIT_ORDERS, { retCode, retMsg: '' })).toBe(true)
  expect(isUnknown(KRAKEN_ORDERS, { error: ['EOrder:Unknown order'] })).toBe(true)
})

test.each([
  ['SOLUSDT', 'USDT', 'SOL'],
  ['1000SATSUSDT', 'USDT', '1000SATS'],
  ['SOL-USDT', 'USDT', 'SOL'],
  ['BTC/USD', 'USD', 'BTC'],
] as const)('the base of %s is told from its quote', (symbol, quote, base) => {
  expect(baseIn({ market: 'spot', symbol, quote })).toBe(base)
})

test('a symbol without its quote has no base that could be read', () => {
  expect(() => baseIn({ market: 'spot', symbol: 'SOLUSDC', quote: 'USDT' })).toThrow(CallRefusal)
})
