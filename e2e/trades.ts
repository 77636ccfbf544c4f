import { Trade, TradeOrder, TradePlan, Trades } from '@makas/contract'
import type { Page, Request } from '@playwright/test'
import { carryRow, listedRow, serve, triRow } from './market.ts'

/** A connection of an exchange, on its test network unless `change` says otherwise. */
export const ownKey = (exchange: string, change: Record<string, unknown> = {}) => ({
  id: `key-${exchange}`,
  exchange_name: exchange,
  name: `${exchange} test`,
  api_key_masked: 'ab••••yz',
  is_valid: true,
  testnet: true,
  is_demo: false,
  status: 'connected',
  last_checked: new Date().toISOString(),
  permissions: { read: true, spot_trade: true, withdraw: false },
  balance: null,
  ...change,
})

export const LIVE = { testnet: false, name: 'gerçek' }

const leg = (exchange: string, side: 'buy' | 'sell', change: Record<string, unknown> = {}) => ({
  exchange,
  market: 'spot',
  symbol: exchange === 'okx' ? 'C1-USDT' : 'C1USDT',
  side,
  base: 'C1',
  quote: 'USDT',
  quantity: '0.998',
  limit_price: side === 'buy' ? '100.10' : '100.60',
  connection: `${exchange} test`,
  ...change,
})

/** The plan of the first listed row for an amount; its sums grow with the amount. */
export const planOf = (amount: string, change: Record<string, unknown> = {}) => {
  const times = (hundredths: number) => `${Math.round(hundredths * Number(amount)) / 10_000}`
  return TradePlan.parse({
    opportunity_id: listedRow(1).id,
    mode: 'spot',
    source: 'live',
    world: 'testnet',
    name: 'C1/USDT',
    asset: 'USDT',
    amount,
    legs: [leg('okx', 'buy'), leg('binance', 'sell')],
    expected: { spent: times(9_980), received: times(10_041), fees: times(20), net: times(41) },
    ...change,
  })
}

export const tradePlans = {
  carry: () =>
    planOf('100', {
      opportunity_id: carryRow(1).id,
      mode: 'carry',
      legs: [
        leg('okx', 'buy'),
        leg('okx', 'sell', { market: 'perp', symbol: 'C1-USDT-SWAP', quantity: '10', limit_price: '100.5' }),
      ],
    }),
  tri: () =>
    planOf('100', {
      opportunity_id: triRow(1).id,
      mode: 'tri',
      name: 'USDT→BTC→C1→USDT',
      legs: [
        leg('okx', 'buy', { symbol: 'BTC-USDT', base: 'BTC', quantity: '0.002', limit_price: '50000' }),
        leg('okx', 'buy', { symbol: 'C1-BTC', quote: 'BTC', quantity: '0.0398', limit_price: '0.05' }),
        leg('okx', 'sell', { quantity: '0.0397', limit_price: '2515' }),
      ],
      expected: { spent: '100', received: '301/3', fees: '0', net: '1/3' },
    }),
}

/** An order of the first leg, while it is being sent. */
const order = (change: Record<string, unknown> = {}) =>
  TradeOrder.parse({
    client_id: 'mk0001buy',
    leg: 0,
    purpose: 'open',
    side: 'buy',
    quantity: '0.998',
    limit_price: '100.10',
    state: 'sending',
    refusal: null,
    filled: '0',
    price: null,
    fees: [],
    sent_at: '2026-11-26T11:00:00.120Z',
    done_at: null,
    ...change,
  })

const DONE = { done_at: '2026-11-26T11:00:01.000Z' }
const BOUGHT = {
  ...DONE,
  state: 'filled',
  filled: '0.998',
  price: '100.09',
  fees: [{ asset: 'C1', amount: '0.000998' }],
}
const SOLD = {
  ...DONE,
  client_id: 'mk0002sell',
  leg: 1,
  side: 'sell',
  limit_price: '100.60',
  state: 'filled',
  filled: '0.998',
  price: '30181/300',
  fees: [{ asset: 'USDT', amount: '0.1004' }],
}
const BACK = { ...DONE, client_id: 'mk0003back', purpose: 'unwind', side: 'sell', limit_price: null, quantity: '0.498' }

const NOTHING = { spent: '0', received: '0', fees: '0', left: '0', net: '0' }

/** A running trade of the plan for 100, without an order yet. */
export const tradeOf = (change: Record<string, unknown> = {}) =>
  Trade.parse({
    ...planOf('100'),
    id: 'trade-1',
    status: 'running',
    orders: [],
    got: NOTHING,
    left: [],
    started_at: '2026-11-26T11:00:00.000Z',
    ended_at: null,
    restored_at: null,
    ...change,
  })

const ended = (status: string, orders: readonly unknown[], got: unknown) =>
  tradeOf({ status, orders, got, ended_at: '2026-11-26T11:00:02.000Z' })

const ALL = { spent: '99.88982', received: '100.40213', fees: '0.2003', left: '0', net: '0.31201' }
const HALF = { spent: '99.88982', received: '99.9', fees: '0.25', left: '0', net: '-0.23982' }
const soldHalf = { ...SOLD, state: 'partial', filled: '0.5', price: '100.6' }

/** Courses of a trade, answer by answer: each list ends with the final state. */
export const COURSES = {
  complete: [
    tradeOf({ orders: [order(), order({ client_id: 'mk0002sell', leg: 1, side: 'sell' })] }),
    tradeOf({ orders: [order(BOUGHT), order({ client_id: 'mk0002sell', leg: 1, side: 'sell' })] }),
    ended('complete', [order(BOUGHT), order(SOLD)], ALL),
  ],
  partial: [
    tradeOf({ orders: [order(BOUGHT), order(soldHalf)], got: HALF }),
    tradeOf({ orders: [order(BOUGHT), order(soldHalf), order({ ...BACK, state: 'sending', done_at: null })] }),
    ended(
      'partial',
      [order(BOUGHT), order(soldHalf), order({ ...BACK, state: 'filled', filled: '0.498', price: '99.9' })],
      HALF,
    ),
  ],
  unwound: [
    tradeOf({
      orders: [
        order(BOUGHT),
        order({ ...SOLD, state: 'refused', refusal: 'balance', filled: '0', price: null, fees: [] }),
      ],
    }),
    ended(
      'unwound',
      [
        order(BOUGHT),
        order({ ...SOLD, state: 'refused', refusal: 'balance', filled: '0', price: null, fees: [] }),
        order({ ...BACK, quantity: '0.997', state: 'filled', filled: '0.997', price: '99.9' }),
      ],
      HALF,
    ),
  ],
  open: [
    ended(
      'open',
      [order(BOUGHT), order(soldHalf), order({ ...BACK, state: 'partial', filled: '0.1', price: '99.9' })],
      HALF,
    ),
  ],
  rest: [
    tradeOf({
      ...tradePlans.carry(),
      status: 'partial',
      orders: [
        order({ ...SOLD, state: 'filled', filled: '10', quantity: '10' }),
        order({ ...BOUGHT, state: 'partial', filled: '0.989' }),
      ],
      got: { spent: '98.98901', received: '100.5', fees: '0.2', left: '-0.9045', net: '0.40649' },
      left: [{ leg: 1, asset: 'C1', quantity: '-0.009' }],
      ended_at: '2026-11-26T11:00:02.000Z',
    }),
  ],
  missed: [
    ended(
      'missed',
      [
        order({ ...DONE, state: 'unfilled' }),
        order({ ...SOLD, state: 'unfilled', filled: '0', price: null, fees: [] }),
      ],
      NOTHING,
    ),
  ],
} as const

/** Plan and trade calls that the page made. */
export type Asked = { readonly planned: string[]; readonly sent: { readonly key: string; readonly body: unknown }[] }

const bodyOf = (request: Request) => request.postDataJSON() as { readonly amount: string }

/**
 * Serves rows of the test's own with these connections, plans for every amount, and one trade that takes the given
 * course.
 */
export async function serveTrades(
  page: Page,
  keys: readonly unknown[],
  course: readonly Trade[] = COURSES.complete,
  plan: (amount: string) => TradePlan = planOf,
): Promise<Asked> {
  const asked: Asked = { planned: [], sent: [] }
  const answers = [...course]
  const next = () => (answers.length > 1 ? answers.shift() : answers[0])
  await serve(page, { rows: [listedRow(1, { net_roi: 0.9 })], carry: [carryRow(1, { net_apy: 7 })], tri: [triRow(1)] })
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: keys }))
  await page.route('**/api/trades/plan', (route) => {
    const { amount } = bodyOf(route.request())
    asked.planned.push(amount)
    return route.fulfill({ json: plan(amount) })
  })
  await page.route('**/api/trades', (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.fulfill({ json: Trades.parse({ trades: course.slice(-1) }) })
    asked.sent.push({ key: request.headers()['idempotency-key'] ?? '', body: request.postDataJSON() })
    return route.fulfill({ status: 201, json: tradeOf() })
  })
  await page.route('**/api/trades/trade-1', (route) => route.fulfill({ json: next() }))
  return asked
}
